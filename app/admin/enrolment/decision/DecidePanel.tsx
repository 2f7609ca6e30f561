import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { deciding as words } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { printing } from '../../../../content/print-export.ts';
import {
  classInWords,
  type DeskClass,
  hasRoom,
  offeredClasses,
  outsideAges,
} from '../../../../domain/desk/classes.ts';
import { ageOf } from '../../../../domain/desk/sheet.ts';
import { NEEDS_REASON, REASON_MAX, SITUATIONS, type Situation } from '../../../../domain/desk/situations.ts';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { Choice, DayField, TextArea } from '../../../ui/fields/TextField.tsx';
import { classesQuery } from '../../api/classes.ts';
import { recentReasons } from '../../api/decisions.ts';
import { TickBox } from '../../controls/TickBoxes.tsx';
import type { Draft } from '../../controls/unsaved.ts';
import { unconfirmedGuardian } from '../state/open-enrolment.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';

/** What is asked first. */
const FIRST = 'textarea, select';

type Props = { deciding: Draft; opened: OpenedEnrolment };

/** What goes with a decision, asked for in place: the reason that the family reads, or a class and its first day. */
export function DecidePanel({ deciding, opened }: Props) {
  const { busy } = opened.screen;
  const titleId = useId();
  const [missing, setMissing] = useState(false);
  const panel = useRef<HTMLFormElement>(null);
  const { situation, editing, reason = '', classId = '', firstDay = '', onRequest = false } = deciding;
  const reasonNeeded = NEEDS_REASON.includes(situation);
  const isApproval = situation === 'aprovada';
  const waits = situation === 'lista-de-espera';
  const unconfirmed = isApproval && unconfirmedGuardian(opened.enrolment); // saving confirms that guardian
  const focus = (control: string) => panel.current?.querySelector<HTMLElement>(control)?.focus();

  useEffect(() => {
    if (editing) panel.current?.querySelector<HTMLElement>(FIRST)?.focus();
  }, [editing]);

  function save(next: boolean) {
    const empty = reasonNeeded ? reason.trim() === '' : waits && classId === '';
    setMissing(empty);
    if (empty) return focus(FIRST);
    const others = waits ? { classId } : isApproval ? { classId, firstDay } : { onRequest };
    const details = reasonNeeded ? { reason } : others;
    void opened.decide({ situation, details, next, guardian: true });
  }

  function write(text: string) {
    opened.type(deciding, { reason: text });
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
      ref={panel}
    >
      <p className="bold" id={titleId}>
        {SITUATIONS[situation]}
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
      {(isApproval || waits) && (
        <ClassAndDay deciding={deciding} opened={opened} missing={missing && classId === ''} />
      )}
      {situation === 'desistiu' && (
        <TickBox
          label={printing.onRequest}
          checked={onRequest}
          onChange={({ target }) => opened.type(deciding, { onRequest: target.checked })}
        />
      )}
      {unconfirmed && <p role="alert">{words.unconfirmed(unconfirmed)}</p>}
      <div className="decide__row decide__buttons flow gap-2">
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

/** The last three reasons of this person for this situation; nothing while they load or when that fails. */
function LastReasons({ situation, onChoose }: { situation: Situation; onChoose: (text: string) => void }) {
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

/** The class and the first day of who is approved; the class alone that is waited for, which is `missing` without. */
function ClassAndDay({ deciding, opened, missing }: Props & { missing: boolean }) {
  const { situation, classId = '', firstDay = '' } = deciding;
  const waits = situation === 'lista-de-espera';
  const { data = [] } = useQuery(classesQuery);
  const offered = new Set([...offeredClasses(data).map(({ id }) => id), classId]); // the one that is stored stays in sight
  const classes = data.filter(({ id }) => offered.has(id));
  const chosen = classes.find(({ id }) => id === classId);
  const warnings = chosen
    ? [
        outsideAges(chosen, ageOf(opened.enrolment) ?? 0) &&
          words.outsideAges(words.ages(chosen.ageFrom, chosen.ageTo)),
        !waits && !hasRoom(chosen) && words.isFull,
      ]
    : [missing && words.classMissing];
  return (
    <div className="decide__row flow gap-2">
      <Choice
        label={waits ? words.line : words.class}
        value={classes.some(({ id }) => id === classId) ? classId : ''}
        none={waits ? words.noLine : words.noClass}
        options={classes.map((one) => [one.id, optionInWords(one)])}
        onChoose={(chosen) => opened.type(deciding, { classId: chosen })}
      />
      {!waits && (
        <DayField
          label={words.firstDay}
          value={firstDay}
          onChange={({ target }) => opened.type(deciding, { firstDay: target.value })}
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
