import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
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
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toast/toast.ts';
import { confirmDate, eraseFlood } from './api/erase.ts';
import {
  allOfItsHour,
  brakeQuery,
  EVERYWHERE,
  type Flood,
  floodsQuery,
  lastBackupsQuery,
  teamQuery,
} from './api/notices.ts';
import { backupTroubles } from './backup-state.ts';
import { FormDialog } from './controls/FormDialog.tsx';
import { useDialog, useOpener } from './controls/use-dialog.tsx';
import { useMay } from './controls/use-may.ts';
import { Confirmation, confirmationProblem } from './retention/Confirmation.tsx';

/**
 * What waits for a person, above the list, under one line that names it: retention, what one of the team did much of,
 * the newest flood, backups, texts that are still samples. Source: docs/ux.md §8.6.
 */
export function Notices() {
  const may = useMay();
  const { data: brake } = useQuery({ ...brakeQuery, enabled: may('ver_freios') });
  const { data: team = {} } = useQuery({ ...teamQuery, enabled: may('ver_freios') });
  const { data: floods = [] } = useQuery({ ...floodsQuery, enabled: may('ver_enxurradas') });
  const { data: [copies] = [] } = useQuery({ ...lastBackupsQuery, enabled: may('ver_copias') });
  const sentence = teamInWords(team);
  const troubles = copies ? backupTroubles(copies) : [];
  const notices: (readonly [title: string, notice: ReactNode])[] = [];
  if (brake) notices.push([brakeTitle(brake), <Brake key="brake" brake={brake} />]);
  if (sentence) notices.push(plain(teamWords.title, `${sentence}. ${teamWords.advice}`));
  if (floods[0])
    notices.push([floodWords.title, <Floods key="flood" newest={floods[0]} others={floods.slice(1)} />]);
  if (troubles.length > 0) notices.push(plain(backups.title, ...troubles));
  if (samplesUnchanged && may('ver_ajustes')) notices.push(plain(samples.title, samples.advice));
  if (notices.length === 0) return null;
  return (
    <details className="attention no-print">
      <summary>
        <b>{attention(notices.length)}</b> {notices.map(([title]) => title).join(' · ')}
      </summary>
      <div className="stack gap-2">{notices.map(([, notice]) => notice)}</div>
    </details>
  );
}

/** A notice without a button. */
const plain = (title: string, ...sentences: string[]) =>
  [title, <Notice key={title} title={title} sentences={sentences} />] as const;

type NoticeProps = {
  title: string;
  sentences: readonly string[];
  /** Each with the dialog that it opens. */
  buttons?: readonly { words: string; question: ReactNode }[];
  variant?: 'primary' | 'secondary';
};

function Notice({ title, sentences, buttons = [], variant = 'secondary' }: NoticeProps) {
  const { open, close, dialog } = useDialog();
  const text = useRef<HTMLDivElement>(null);
  const answered = dialog !== null && buttons.length === 0; // the button has gone with the question

  useEffect(() => {
    if (!answered) return;
    text.current?.focus();
    close();
  });

  return (
    <Alert title={title} tone="info">
      <div className="row gap-3" tabIndex={-1} ref={text}>
        {sentences.map((sentence) => (
          <p className="full-row" key={sentence}>
            {sentence}
          </p>
        ))}
        {buttons.map(({ words, question }) => (
          <Button key={words} variant={variant} onClick={() => open(question)}>
            {words}
          </Button>
        ))}
        {!answered && dialog}
      </div>
    </Alert>
  );
}

const brakeTitle = (brake: RetentionBrake) => brakeNotice(brake).title;

/** That retention waits, why, and the button that lets it go on. */
function Brake({ brake }: { brake: RetentionBrake }) {
  const client = useQueryClient();
  const { title, found, todo, today, confirmed } = brakeNotice(brake);

  async function confirm(_: object, password: string) {
    try {
      const after = await confirmDate(today, password);
      await client.cancelQueries(brakeQuery); // a reading of before would put the question back
      client.setQueryData(brakeQuery.queryKey, after);
    } catch (error) {
      void client.invalidateQueries(brakeQuery);
      throw error;
    }
  }

  if (confirmed) return <Notice title={brakeWords.confirmed} sentences={[brakeWords.goesOn]} />;
  const question = (
    <FormDialog
      title={brakeWords.question}
      submit={brakeWords.goOn}
      busy={brakeWords.busy}
      password
      send={confirm}
    >
      <p>{found}</p>
    </FormDialog>
  );
  return (
    <Notice
      title={title}
      sentences={[found, todo]}
      buttons={[{ words: brakeWords.confirm, question }]}
      variant="primary"
    />
  );
}

/** A flood and the buttons that put it away, or all of its hour where much came from elsewhere too. */
function Floods({ newest, others }: { newest: Flood; others: readonly Flood[] }) {
  const { origin, enrolments, documents, first, last } = newest;
  const hour = allOfItsHour(newest, others);
  const words = floodWords.openHour(hour ? hour.enrolments + hour.documents : 0);
  const at = (moment: string) => brazilianMoment(new Date(moment));
  return (
    <Notice
      title={floodWords.title}
      sentences={[
        `${floodWords.found(enrolments, documents, at(first), at(last), origin === EVERYWHERE)}.`,
        floodWords.advice,
      ]}
      buttons={[
        { words: floodWords.open, question: <FloodDialog flood={newest} /> },
        ...(hour ? [{ words, question: <FloodDialog flood={hour} /> }] : []),
      ]}
    />
  );
}

/** Puts away what one place, or everybody, sent in one hour. */
function FloodDialog({ flood }: { flood: Flood }) {
  const client = useQueryClient();
  const { close } = useOpener();

  async function erase(confirmation: string, password: string) {
    try {
      const erased = await eraseFlood(flood, confirmation, password);
      showToast({ title: floodWords.done(erased), tone: 'success' });
      close();
    } finally {
      void client.invalidateQueries();
    }
  }

  return (
    <FormDialog
      title={floodWords.question(flood.enrolments, flood.documents)}
      submit={erasing.submit}
      busy={erasing.busy}
      destructive
      initial={{ confirmation: '' }}
      check={({ confirmation }) => ({ confirmation: confirmationProblem(null, confirmation) })}
      password
      send={({ confirmation }, password) => erase(confirmation, password)}
    >
      {({ text }) => (
        <>
          <p>{floodWords.text}</p>
          <Confirmation protocol={null} {...text('confirmation')} />
        </>
      )}
    </FormDialog>
  );
}
