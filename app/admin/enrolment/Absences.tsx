import { leaving, renewal as ofRenewal, absences as words } from '../../../content/attendance.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { daysInOrder, RENEWAL } from '../../../domain/desk/attendance.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { cameBack, noteRenewal } from '../api/decisions.ts';
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

/** Whether somebody goes on, as the family or the desk said, and what becomes of it. */
export function Renewal({ opened }: { opened: OpenedEnrolment }) {
  const { enrolment, followed, busy, show, change, choose } = opened;
  const { renewal, renewalAt, cadunicoRenewed = null } = followed?.state ?? {};
  if (!renewal || !renewalAt) return null;
  const note = (goesOn: boolean, done: string) => () =>
    void change(() => noteRenewal(enrolment.id, goesOn), { done });
  const isOpen = renewal !== 'sim' && renewal !== 'anotada';
  return (
    <Alert title={ofRenewal.title(RENEWAL[renewal], brazilianDay(renewalAt))} tone="info">
      {cadunicoRenewed !== null && <p>{ofRenewal.cadunico(cadunicoRenewed)}</p>}
      <div className="row gap-3 unless-empty">
        {isOpen && (
          <>
            <SecondaryButton disabled={busy} onClick={() => show({ inner: 'renewal', said: null })}>
              {words.tell}
            </SecondaryButton>
            <SecondaryButton disabled={busy} onClick={note(true, ofRenewal.noted)}>
              {ofRenewal.goesOn}
            </SecondaryButton>
            <SecondaryButton disabled={busy} onClick={() => void choose('desistiu')}>
              {leaving.open}
            </SecondaryButton>
          </>
        )}
        {renewal === 'anotada' && (
          <SecondaryButton disabled={busy} onClick={note(false, ofRenewal.takenBack)}>
            {ofRenewal.takeBack}
          </SecondaryButton>
        )}
      </div>
    </Alert>
  );
}
