import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { printing } from '../../../content/print-export.ts';
import {
  classInWords,
  type DeskClass,
  hasRoom,
  offeredClasses,
  outsideAges,
} from '../../../domain/desk/classes.ts';
import { ageOf } from '../../../domain/desk/sheet.ts';
import { REASON_MAX, SITUATIONS, type Situation } from '../../../domain/desk/situations.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Choice, DayField, TextArea } from '../../ui/fields/TextField.tsx';
import { classesQuery } from '../api/classes.ts';
import { recentReasons } from '../api/decisions.ts';
import { TickBox } from '../controls/TickBoxes.tsx';
import type { Draft } from '../controls/unsaved.ts';
import { partsOf, warningsAbout, warningsInWords } from './state/open-enrolment.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

type Props = { draft: Draft; opened: OpenedEnrolment };

/** One decision, asked about in place: the reason that the family reads, or class and first day, and what is doubtful. Source: docs/ux.md §8.5. */
export function DecisionForm({ draft, opened }: Props) {
  const titleId = useId();
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { data: classes = [] } = useQuery(classesQuery);
  const { enrolment, screen, type } = opened;
  const { situation, editing, reason = '', classId = '', firstDay = '', onRequest = false } = draft;
  const has = (part: 'reason' | 'classId' | 'firstDay') => partsOf(situation).includes(part);
  const approves = situation === 'aprovada';
  const isNew = approves && enrolment.situation !== situation;
  const offered = new Set([...offeredClasses(classes).map(({ id }) => id), classId]); // the one that is stored stays in sight
  const choices = classes.filter(({ id }) => offered.has(id));
  const chosen = choices.find(({ id }) => id === classId);
  const isFull =
    approves &&
    Boolean(draft.beyondPlaces || (chosen && !hasRoom(chosen) && (isNew || classId !== enrolment.classId)));
  const isUnconfirmed = isNew && warningsAbout(enrolment).includes('guardian'); // saving confirms that guardian
  const doubts = isNew ? warningsInWords(enrolment) : '';
  const noted = chosen && outsideAges(chosen, ageOf(enrolment) ?? 0);
  const yes = isUnconfirmed
    ? words.confirmAndApprove
    : isFull
      ? words.beyondPlaces
      : doubts && words.approveAnyway;
  const focus = (control: string) => form.current?.querySelector<HTMLElement>(control)?.focus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins
  useEffect(() => {
    if (editing) focus(doubts || isFull ? '[type="submit"]' : 'textarea, select, input');
  }, [editing]);

  function save(next: boolean) {
    const empty = has('reason') ? reason.trim() === '' : situation === 'lista-de-espera' && classId === '';
    setMissing(empty);
    if (empty) return focus('textarea, select');
    const details = Object.fromEntries(partsOf(situation).map((part) => [part, draft[part] ?? '']));
    const more = situation === 'desistiu' ? { onRequest } : isFull ? { beyondPlaces: true } : {};
    void opened.decide(situation, { ...details, ...more }, next);
  }

  function write(text: string) {
    type(draft, { reason: text });
    setMissing(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault(); // a reason is one paragraph
    if (!event.repeat) save(true);
  }

  return (
    <form
      className="decide panel stack gap-3"
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(true);
      }}
      ref={form}
    >
      <p className="bold" id={titleId}>
        {SITUATIONS[situation]}
      </p>
      {has('reason') && (
        <>
          <TextArea
            label={openEnrolment.reason}
            hint={openEnrolment.reasonHint}
            problem={missing ? openEnrolment.reasonMissing : undefined}
            maxLength={REASON_MAX}
            rows={2}
            required
            value={reason}
            onChange={({ target }) => write(target.value)}
            onKeyDown={onKeyDown}
          />
          <LastReasons
            situation={situation}
            onChoose={(text) => {
              write(text);
              focus('[type="submit"]');
            }}
          />
        </>
      )}
      {has('classId') && (
        <div className="decide__row flow gap-2">
          <Choice
            label={approves ? words.class : words.line}
            value={chosen ? classId : ''}
            none={approves ? words.noClass : words.noLine}
            options={choices.map((one) => [one.id, optionInWords(one)])}
            onChoose={(id) => {
              type(draft, { classId: id });
              setMissing(false);
            }}
          />
          {has('firstDay') && (
            <DayField
              label={words.firstDay}
              value={firstDay}
              onChange={({ target }) => type(draft, { firstDay: target.value })}
            />
          )}
          <p className="unless-empty error full-row small strong" role="status">
            {noted && words.outsideAges(words.ages(chosen.ageFrom, chosen.ageTo))}
            {missing && words.classMissing}
          </p>
        </div>
      )}
      {situation === 'desistiu' && (
        <TickBox
          label={printing.onRequest}
          checked={onRequest}
          onChange={({ target }) => type(draft, { onRequest: target.checked })}
        />
      )}
      {(doubts || isFull) && (
        <p className="bold" role="alert">
          {[doubts, isFull && words.classIsFull].filter(Boolean).join(' ')}
        </p>
      )}
      <div className="decide__buttons flow gap-2">
        <SecondaryButton onClick={opened.cancel}>{desk.cancel}</SecondaryButton>
        {!yes && (
          <SecondaryButton disabled={screen.busy} onClick={() => save(false)}>
            {words.saveOnly}
          </SecondaryButton>
        )}
        <Button type="submit" busyText={screen.busy && words.saving}>
          {yes || words.saveNext}
        </Button>
      </div>
    </form>
  );
}

/** The last three reasons of this person for this situation; nothing while they load or when that fails. */
function LastReasons({ situation, onChoose }: { situation: Situation; onChoose: (text: string) => void }) {
  const { data = [] } = useQuery({
    queryKey: ['last reasons', situation],
    queryFn: ({ signal }) => recentReasons(situation, signal),
    gcTime: 0, // each form shows what was given last
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

/** A class to choose, and how full it is where it has a limit. */
const optionInWords = (one: DeskClass) =>
  one.places === null ? classInWords(one) : `${classInWords(one)} (${desk.free(one.free)})`;
