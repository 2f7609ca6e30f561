import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { brake as brakeWords, flood as floodWords, team as teamWords } from '../../content/desk-notices.ts';
import { erasing } from '../../content/erasing.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { brakeNotice, type RetentionBrake } from '../../domain/desk/brake.ts';
import { teamInWords } from '../../domain/desk/erasing.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toast/toast.ts';
import { confirmDate, eraseFlood } from './api/erase.ts';
import { allOfItsHour, EVERYWHERE, type Flood } from './api/floods.ts';
import { brakeQuery, floodsQuery, teamQuery } from './api/notices.ts';
import { FormDialog } from './controls/FormDialog.tsx';
import { Confirmation, confirmationProblem } from './retention/Confirmation.tsx';

type Notice = {
  title: string;
  sentences: readonly string[];
  /** Buttons, each with the dialog that it opens. */
  buttons?: readonly {
    words: string;
    isMain?: boolean;
    dialog: (close: () => void) => ReactNode;
  }[];
};

/** Desk.tsx makes these queries, because it knows who may; here their answers are read. */
const ASKED_ELSEWHERE = { enabled: false };

/** What waits for a person, above the list: retention, what one of the team did much of, the newest flood. Source: docs/ux.md §8.6. */
export function Notices() {
  const { data: brake } = useQuery({ ...brakeQuery, ...ASKED_ELSEWHERE });
  const { data: team } = useQuery({ ...teamQuery, ...ASKED_ELSEWHERE });
  const { data: floods = [] } = useQuery({ ...floodsQuery, ...ASKED_ELSEWHERE });
  const sentence = team && teamInWords(team);
  return (
    <>
      {brake && <NoticeAlert {...ofBrake(brake)} />}
      {sentence && <NoticeAlert title={teamWords.title} sentences={[`${sentence}. ${teamWords.advice}`]} />}
      {floods[0] && <NoticeAlert {...ofFlood(floods[0], floods)} />}
    </>
  );
}

function NoticeAlert({ title, sentences, buttons = [] }: Notice) {
  const [open, setOpen] = useState<number | null>(null);
  const text = useRef<HTMLDivElement>(null);
  const dialog = open !== null && buttons[open]?.dialog(() => setOpen(null));

  useEffect(() => {
    if (open === null || dialog) return;
    text.current?.focus(); // the button has gone with the question
    setOpen(null);
  });

  return (
    <Alert title={title} tone="info">
      <div className={buttons.length > 0 ? 'list-alert' : undefined} tabIndex={-1} ref={text}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {buttons.map(({ words, isMain }, at) => (
          <Button key={words} variant={isMain ? 'primary' : 'secondary'} onClick={() => setOpen(at)}>
            {words}
          </Button>
        ))}
        {dialog}
      </div>
    </Alert>
  );
}

/** That retention waits, why, and the button that lets it go on. */
function ofBrake(brake: RetentionBrake): Notice {
  const { title, found, todo, today, confirmed } = brakeNotice(brake);
  if (confirmed) return { title: brakeWords.confirmed, sentences: [brakeWords.goesOn] };
  const dialog = (close: () => void) => <BrakeDialog found={found} today={today} onClose={close} />;
  return {
    title,
    sentences: [found, todo],
    buttons: [{ words: brakeWords.confirm, isMain: true, dialog }],
  };
}

/** A flood and the buttons that put it away, or all of its hour where much came from elsewhere too. */
function ofFlood(flood: Flood, floods: readonly Flood[]): Notice {
  const { origin, enrolments, documents } = flood;
  const hour = allOfItsHour(flood, floods.slice(1));
  const [first, last] = [flood.first, flood.last].map((moment) => brazilianMoment(new Date(moment))) as [
    string,
    string,
  ];
  const asking = (asked: Flood) => (close: () => void) => <FloodDialog asked={asked} onClose={close} />;
  return {
    title: floodWords.title,
    sentences: [
      `${floodWords.found(enrolments, documents, first, last, origin === EVERYWHERE)}.`,
      floodWords.advice,
    ],
    buttons: [
      { words: floodWords.open, dialog: asking(flood) },
      ...(hour
        ? [{ words: floodWords.openHour(hour.enrolments + hour.documents), dialog: asking(hour) }]
        : []),
    ],
  };
}

function BrakeDialog({ found, today, onClose }: { found: string; today: string; onClose: () => void }) {
  const client = useQueryClient();

  async function confirm(password: string) {
    try {
      const brake = await confirmDate(today, password);
      await client.cancelQueries(brakeQuery); // a reading of before would put the question back
      client.setQueryData(brakeQuery.queryKey, brake);
    } catch (error) {
      void client.invalidateQueries(brakeQuery);
      throw error;
    }
  }

  return (
    <FormDialog
      title={brakeWords.question}
      submit={brakeWords.goOn}
      busy={brakeWords.busy}
      password
      send={(_, password) => confirm(password)}
      onClose={onClose}
    >
      <p>{found}</p>
    </FormDialog>
  );
}

/** Puts away what one place, or everybody, sent in one hour. */
function FloodDialog({ asked, onClose }: { asked: Flood; onClose: () => void }) {
  const client = useQueryClient();
  const [flood] = useState(asked); // whatever comes meanwhile, this is what the dialog named

  async function erase(confirmation: string, password: string) {
    try {
      const erased = await eraseFlood(flood, confirmation, password);
      showToast({ title: floodWords.done(erased), tone: 'success' });
      onClose();
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
      onClose={onClose}
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
