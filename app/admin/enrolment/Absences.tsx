import type { ReactNode } from 'react';
import { leaving, renewal as ofRenewal, absences as words } from '../../../content/attendance.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { daysInOrder, RENEWAL } from '../../../domain/desk/attendance.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { cameBack } from '../api/decisions.ts';
import { Tick } from './Evidence.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

type Props = { opened: OpenedEnrolment };

/** Who was missing often in a row: which days, whether the family was told, and what becomes of it. */
export function Absences({ opened }: Props) {
  const { enrolment, followed, busy, change } = opened;
  const { absentOn, isAbsent, history } = followed?.state ?? {};
  const last = absentOn?.at(-1);
  if (!isAbsent || !absentOn || !last) return null;
  const notified = history?.find(({ from, at }) => from === 'faltou' && at >= last);
  return (
    <Alert title={words.title(absentOn.length, daysInOrder(absentOn))} tone="info">
      {notified && <p>{words.notified(brazilianMoment(new Date(notified.at)))}</p>}
      <Acts opened={opened} inner="absences">
        <SecondaryButton
          disabled={busy}
          onClick={() => void change(() => cameBack(enrolment.id), { done: words.cameBack })}
        >
          {words.back}
        </SecondaryButton>
      </Acts>
    </Alert>
  );
}

/** Whether somebody goes on, as the family said or the desk heard, and what becomes of it. */
export function Renewal({ opened }: Props) {
  const { followed } = opened;
  const { renewal, renewalAt, cadunicoRenewed = null } = followed?.state ?? {};
  if (!followed || !renewal || !renewalAt) return null;
  return (
    <Alert title={ofRenewal.title(RENEWAL[renewal], brazilianDay(renewalAt))} tone="info">
      {cadunicoRenewed !== null && <p>{ofRenewal.cadunico(cadunicoRenewed)}</p>}
      {renewal !== 'sim' && (
        <Acts opened={opened} inner={renewal === 'nao' ? null : 'renewal'}>
          <Tick {...followed} name="renovacao" />
        </Acts>
      )}
    </Alert>
  );
}

type ActsProps = Props & { inner: 'absences' | 'renewal' | null; children: ReactNode };

/** Telling the family, what else becomes of it, and that somebody leaves. */
const Acts = ({ opened: { busy, show, choose }, inner, children }: ActsProps) => (
  <div className="row gap-3">
    {inner && (
      <SecondaryButton disabled={busy} onClick={() => show({ inner, said: null })}>
        {words.tell}
      </SecondaryButton>
    )}
    {children}
    <SecondaryButton disabled={busy} onClick={() => void choose('desistiu')}>
      {leaving.open}
    </SecondaryButton>
  </div>
);
