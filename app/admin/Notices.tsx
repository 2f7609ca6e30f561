import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { leavingData } from '../../content/attendance.ts';
import { backups } from '../../content/backups.ts';
import { samplesUnchanged } from '../../content/brand.ts';
import {
  attention,
  brake as brakeWords,
  flood as floodWords,
  samples,
  team as teamWords,
} from '../../content/desk-notices.ts';
import { erasing } from '../../content/erasing.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { brakeNotice, type RetentionBrake } from '../../domain/desk/brake.ts';
import { teamInWords } from '../../domain/desk/erasing.ts';
import type { EnrolmentFilter } from '../../domain/desk/filter.ts';
import { Alert } from '../ui/Alert.tsx';
import { SecondaryButton } from '../ui/Button.tsx';
import { confirmDate, eraseFlood } from './api/erase.ts';
import {
  brakeQuery,
  EVERYWHERE,
  type Flood,
  floodsQuery,
  LEAVING,
  lastBackupsQuery,
  leavingQuery,
  teamQuery,
} from './api/notices.ts';
import { FormDialog } from './controls/FormDialog.tsx';
import { useDialog } from './controls/use-dialog.tsx';
import { useMay } from './controls/use-may.ts';
import { Confirmation, confirmationProblem } from './retention/Confirmation.tsx';
import { backupTroubles } from './settings/backup-state.ts';

type NoticeProps = {
  id: string;
  title: string;
  sentences: readonly string[];
  /** The words of its button, and what that does or the dialog that it opens. */
  button?: readonly [words: string, act: (() => void) | ReactElement];
};

/**
 * What waits for a person, above the list, under one line that names it: retention, what one of the team did much of,
 * the floods of the newest hour that had one, backups, texts that are still samples. Source: docs/ux.md §8.6.
 */
export function Notices({ onList }: { onList: (filter: EnrolmentFilter) => void }) {
  const may = useMay();
  const { data: brake } = useQuery({ ...brakeQuery, enabled: may('ver_freios') });
  const { data: team = {} } = useQuery({ ...teamQuery, enabled: may('ver_freios') });
  const { data: floods = [] } = useQuery({ ...floodsQuery, enabled: may('ver_enxurradas') });
  const { data: [copies] = [] } = useQuery({ ...lastBackupsQuery, enabled: may('ver_copias') });
  const { data: leaving } = useQuery({ ...leavingQuery, enabled: may('ver_freios') });
  const sentence = teamInWords(team);
  const troubles = copies ? backupTroubles(copies) : [];
  const notices = [
    brake && !brake.released && brakeInNotice(brake),
    sentence && { id: 'team', title: teamWords.title, sentences: [`${sentence}. ${teamWords.advice}`] },
    leaving &&
      leaving.total > 0 && {
        id: 'leaving',
        title: leavingData.title,
        sentences: [leavingData.text(leaving.total)],
        button: [leavingData.open, () => onList(LEAVING)] as const,
      },
    ...floods.filter(({ hour }) => hour === floods[0]?.hour).map(floodInNotice),
    troubles.length > 0 && { id: 'copies', title: backups.title, sentences: troubles },
    samplesUnchanged &&
      may('ver_ajustes') && { id: 'samples', title: samples.title, sentences: [samples.advice] },
  ].flatMap((notice): NoticeProps[] => (notice ? [notice] : []));
  if (notices.length === 0) return null;
  return (
    <details className="attention no-print">
      <summary>
        <b>{attention(notices.length)}</b> {[...new Set(notices.map(({ title }) => title))].join(' · ')}
      </summary>
      <div className="stack gap-2">
        {notices.map((notice) => (
          <Notice key={notice.id} {...notice} />
        ))}
      </div>
    </details>
  );
}

function Notice({ title, sentences, button: [words, act] = ['', () => {}] }: NoticeProps) {
  const { open, dialog } = useDialog();
  return (
    <Alert title={title} tone="info">
      <div className="row gap-3">
        {sentences.map((sentence) => (
          <p className="full-row" key={sentence}>
            {sentence}
          </p>
        ))}
        {words && (
          <SecondaryButton onClick={typeof act === 'function' ? act : () => open(act)}>
            {words}
          </SecondaryButton>
        )}
        {dialog}
      </div>
    </Alert>
  );
}

/** That retention waits, why, and the button that confirms the server's date as it is shown: another one meanwhile is refused. */
function brakeInNotice(brake: RetentionBrake): NoticeProps {
  const { title, found, todo, today } = brakeNotice(brake);
  const question = (
    <FormDialog
      title={brakeWords.question}
      submit={brakeWords.goOn}
      busy={brakeWords.busy}
      password
      send={(_, password) => confirmDate(today, password).then(() => brakeWords.goesOn)}
    >
      <p>{found}</p>
    </FormDialog>
  );
  return { id: 'brake', title, sentences: [found, todo], button: [brakeWords.confirm, question] };
}

/** What one place, or everybody, sent in one hour, and the button that puts it away. */
function floodInNotice(flood: Flood): NoticeProps {
  const { origin, hour, enrolments, documents, first, last } = flood;
  const [from, to] = [first, last].map((moment) => brazilianMoment(new Date(moment))) as [string, string];
  const found = floodWords.found(enrolments, documents, from, to, origin === EVERYWHERE);
  const question = (
    <FormDialog
      title={floodWords.question(enrolments, documents)}
      submit={erasing.submit}
      busy={erasing.busy}
      destructive
      initial={{ confirmation: '' }}
      check={({ confirmation }) => ({ confirmation: confirmationProblem(null, confirmation) })}
      password
      send={({ confirmation }, password) => eraseFlood(flood, confirmation, password).then(floodWords.done)}
    >
      {({ text }) => (
        <>
          <p>{floodWords.text}</p>
          <Confirmation protocol={null} {...text('confirmation')} />
        </>
      )}
    </FormDialog>
  );
  return {
    id: origin + hour,
    title: floodWords.title,
    sentences: [`${found}.`, floodWords.advice],
    button: [floodWords.open, question],
  };
}
