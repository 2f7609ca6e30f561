import { leaving, renewal as ofRenewal, absences as words } from '../../../content/attendance.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { daysInOrder, RENEWAL } from '../../../domain/desk/attendance.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { cameBack } from '../api/decisions.ts';
import { Tick } from './Evidence.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

/** Who was missing often in a row: which days, whether the family was told, and what becomes of it. */
export function Absences({ opened }: { opened: OpenedEnrolment }) {
  const { enrolment, followed, busy, show, change, choose } = opened;
  const { absentOn, isAbsent, history } = followed?.state ?? {};
  const last = absentOn?.at(-1);
  if (!isAbsent || !absentOn || !last) return null;
  const notified = history?.find(({ from, at }) => from === 'faltou' && at >= last);
  return (
    <Alert title={words.title(absentOn.length, daysInOrder(absentOn))} tone="info">
      {notified && <p>{words.notified(brazilianMoment(new Date(notified.at)))}</p>}
      <div className="row gap-3">
        <SecondaryButton disabled={busy} onClick={() => show({ inner: 'absences', said: null })}>
          {words.tell}
        </SecondaryButton>
        <SecondaryButton
          disabled={busy}
          onClick={() => void change(() => cameBack(enrolment.id), { done: words.cameBack })}
        >
          {words.back}
        </SecondaryButton>
        <SecondaryButton disabled={busy} onClick={() => void choose('desistiu')}>
          {leaving.open}
        </SecondaryButton>
      </div>
    </Alert>
  );
}

/** Whether somebody goes on, as the family said or the desk heard, and what becomes of it. */
export function Renewal({ opened }: { opened: OpenedEnrolment }) {
  const { followed, busy, show, choose } = opened;
  const { renewal, renewalAt, cadunicoRenewed = null } = followed?.state ?? {};
  if (!followed || !renewal || !renewalAt) return null;
  return (
    <Alert title={ofRenewal.title(RENEWAL[renewal], brazilianDay(renewalAt))} tone="info">
      {cadunicoRenewed !== null && <p>{ofRenewal.cadunico(cadunicoRenewed)}</p>}
      {renewal !== 'sim' && (
        <div className="row gap-3">
          {renewal !== 'nao' && (
            <SecondaryButton disabled={busy} onClick={() => show({ inner: 'renewal', said: null })}>
              {words.tell}
            </SecondaryButton>
          )}
          <SecondaryButton disabled={busy} onClick={() => void choose('desistiu')}>
            {leaving.open}
          </SecondaryButton>
          <Tick {...followed} name="renovacao" />
        </div>
      )}
    </Alert>
  );
}
