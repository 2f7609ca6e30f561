import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { deciding as words } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import {
  classInWords,
  type DeskClass,
  hasRoom,
  offeredClasses,
  outsideAges,
} from '../../../../domain/desk/classes.ts';
import { NEEDS_REASON, REASON_MAX, SITUATIONS } from '../../../../domain/desk/situations.ts';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { Choice, DayField, TextArea } from '../../../ui/fields/TextField.tsx';
import { classesQuery } from '../../api/classes.ts';
import { type DecisionDetails, recentReasons } from '../../api/decisions.ts';
import type { Draft } from '../../controls/unsaved.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';

type DecidePanelProps = {
  deciding: Draft;
  /** In years: who is outside of a class's ages is warned of. */
  age: number;
  /** The guardian that saving confirms; '' where there is nobody to confirm. */
  unconfirmed: string;
  opened: OpenedEnrolment;
};

/** What goes with a decision, asked for in place: the reason that the family reads, or a class and its first day. */
export function DecidePanel({ deciding, age, unconfirmed, opened }: DecidePanelProps) {
  const { busy } = opened.screen;
  const titleId = useId();
  const [missing, setMissing] = useState(false);
  const panel = useRef<HTMLFormElement>(null);
  const reasonNeeded = NEEDS_REASON.includes(deciding.situation);
  const { reason = '', classId = '', firstDay = '' } = deciding;
  const isApproval = deciding.situation === 'aprovada';
  const waits = deciding.situation === 'lista-de-espera';
  const onType = (part: DecisionDetails) => opened.type(deciding, part);
  const firstField = () => panel.current?.querySelector<HTMLElement>('textarea, select');

  useEffect(() => {
    if (deciding.editing) panel.current?.querySelector<HTMLElement>('textarea, select')?.focus();
  }, [deciding.editing]);

  function save(next: boolean) {
    const empty = reasonNeeded ? reason.trim() === '' : waits && classId === '';
    setMissing(empty);
    if (empty) return firstField()?.focus();
    const details = reasonNeeded ? { reason } : waits ? { classId } : isApproval ? { classId, firstDay } : {};
    void opened.decide({ situation: deciding.situation, details, next, guardian: true });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    save(true);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault(); // a reason is one paragraph
    if (!event.repeat) save(true);
  }

  return (
    <form className="decide stack gap-3" aria-labelledby={titleId} noValidate onSubmit={onSubmit} ref={panel}>
      <p className="bold" id={titleId}>
        {SITUATIONS[deciding.situation]}
      </p>
      {reasonNeeded && (
        <>
          <TextArea
            label={openEnrolment.reason}
            hint={openEnrolment.reasonHint}
            problem={missing ? openEnrolment.reasonMissing : undefined}
            maxLength={REASON_MAX}
            rows={2}
            required
            value={reason}
            onChange={(event) => {
              onType({ reason: event.target.value });
              setMissing(false);
            }}
            onKeyDown={onKeyDown}
          />
          <LastReasons
            situation={deciding.situation}
            onChoose={(text) => {
              onType({ reason: text });
              setMissing(false);
              panel.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
            }}
          />
        </>
      )}
      {(isApproval || waits) && (
        <ClassAndDay {...{ age, classId, firstDay, waits, onType }} missing={missing && classId === ''} />
      )}
      {unconfirmed && <p role="alert">{words.unconfirmed(unconfirmed)}</p>}
      <div className="decide__buttons flow gap-2">
        <SecondaryButton onClick={opened.cancel}>{desk.cancel}</SecondaryButton>
        {!unconfirmed && (
          <SecondaryButton disabled={busy} onClick={() => save(false)}>
            {words.saveOnly}
          </SecondaryButton>
        )}
        <Button type="submit" busyText={busy && words.saving}>
          {unconfirmed ? words.confirmAndApprove : words.saveNext}
        </Button>
      </div>
    </form>
  );
}

type LastReasonsProps = { situation: Draft['situation']; onChoose: (text: string) => void };

/** The last three reasons of this person for this situation; nothing while they load or when that fails. */
function LastReasons({ situation, onChoose }: LastReasonsProps) {
  const { data = [] } = useQuery({
    queryKey: ['last reasons', situation],
    queryFn: ({ signal }) => recentReasons(situation, signal),
    gcTime: 0, // each panel shows what was given last
  });
  if (data.length === 0) return null;
  return (
    <ul className="stack gap-1" aria-label={words.lastReasons}>
      {data.map((text) => (
        <li key={text}>
          <button type="button" className="decide__reason small break wide" onClick={() => onChoose(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

type ClassAndDayProps = {
  age: number;
  classId: string;
  firstDay: string;
  /** The class to wait for, without a day. */
  waits: boolean;
  /** It has to be chosen. */
  missing: boolean;
  onType: (part: DecisionDetails) => void;
};

function ClassAndDay({ age, classId, firstDay, waits, missing, onType }: ClassAndDayProps) {
  const { data = [] } = useQuery(classesQuery);
  const offered = new Set([...offeredClasses(data).map(({ id }) => id), classId]); // the one that is stored stays in sight
  const classes = data.filter(({ id }) => offered.has(id));
  const chosen = classes.find(({ id }) => id === classId);
  const warnings = chosen
    ? [
        outsideAges(chosen, age) && words.outsideAges(words.ages(chosen.ageFrom, chosen.ageTo)),
        !waits && !hasRoom(chosen) && words.isFull,
      ]
    : [missing && words.classMissing];
  return (
    <div className="decide__fields flow gap-2">
      <Choice
        label={waits ? words.line : words.class}
        value={classes.some(({ id }) => id === classId) ? classId : ''}
        none={waits ? words.noLine : words.noClass}
        options={classes.map((one) => [one.id, optionInWords(one)])}
        onChoose={(chosen) => onType({ classId: chosen })}
      />
      {!waits && (
        <DayField
          label={words.firstDay}
          value={firstDay}
          onChange={(event) => onType({ firstDay: event.target.value })}
        />
      )}
      <p className="unless-empty error full-row small strong" role="status">
        {warnings.filter(Boolean).join(' ')}
      </p>
    </div>
  );
}

/** A class to choose, and how full it is where it has a limit. */
const optionInWords = (one: DeskClass) =>
  one.places === null ? classInWords(one) : `${classInWords(one)} (${desk.free(one.free)})`;
