import { useQuery } from '@tanstack/react-query';
import { leaving } from '../../../content/attendance.ts';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { printing } from '../../../content/print-export.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { LEFT_BECAUSE } from '../../../domain/desk/attendance.ts';
import { type DeskClass, hasRoom, offeredClasses, outsideAges } from '../../../domain/desk/classes.ts';
import { ageOf, nameOf } from '../../../domain/desk/sheet.ts';
import { REASON_MAX, SITUATIONS } from '../../../domain/desk/situations.ts';
import { classInWords } from '../../../domain/timetable.ts';
import { Choice, DayField, TextArea } from '../../ui/fields/TextField.tsx';
import { classesQuery } from '../api/classes.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { TickBox } from '../controls/TickBoxes.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import {
  aheadOf,
  initialDecision,
  leaves as leavesOf,
  partsOf,
  warningsAbout,
  warningsInWords,
} from './state/open-enrolment.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

type Props = { opened: OpenedEnrolment; onClose: () => void };

/** Asks about one decision: the reason that the family reads, or class and first day, and what is doubtful. Source: docs/ux.md §8.5. */
export function DecisionForm({ opened, onClose }: Props) {
  const { enrolment, followed, screen } = opened;
  const { situation } = screen.wanted;
  const [typed, keep] = useUnsavedValue('decision', enrolment.id, situation);
  const { data: classes = [] } = useQuery(classesQuery);
  if (!followed) return null;

  const initial = initialDecision(followed.state, screen.wanted);
  const parts = partsOf(situation);
  const approves = situation === 'aprovada';
  const leaves = situation === 'desistiu' && leavesOf(enrolment);
  const isAsked = followed.state.requests.some(({ kind }) => kind === 'desistir'); // which this answers
  const changes = enrolment.situation !== situation;
  const isNew = approves && changes;
  const classId = typed?.classId ?? initial.classId;
  const offered = new Set([...offeredClasses(classes).map(({ id }) => id), initial.classId]); // the one that is stored stays in sight
  const choices = classes.filter(({ id }) => offered.has(id));
  const chosen = choices.find(({ id }) => id === classId);
  const isFull = approves && chosen && !hasRoom(chosen) && (isNew || classId !== enrolment.classId);
  const isUnconfirmed = isNew && warningsAbout(enrolment).includes('guardian'); // saving confirms that guardian
  const ahead = isNew && chosen && !isFull ? aheadOf(chosen, enrolment, opened.firstInLine) : 0;
  const doubts =
    changes && !(situation === 'desistiu' && isAsked)
      ? warningsInWords(
          enrolment,
          situation,
          followed.state.requests,
          chosen && !hasRoom(chosen, ahead) ? ahead : 0,
        )
      : '';
  const outside = chosen && outsideAges(chosen, ageOf(enrolment) ?? 0);
  const yes = isUnconfirmed
    ? words.confirmAndApprove
    : isFull
      ? words.beyondPlaces
      : isNew && doubts && words.approveAnyway;

  return (
    <FormDialog
      title={leaves ? leaving.open : isNew ? words.approve : SITUATIONS[situation]}
      person={nameOf(enrolment)}
      submit={yes || (isNew && words.approve) || undefined}
      initial={initial}
      unsaved={[typed, keep]}
      check={(values) => ({
        ...(parts.includes('reason') &&
          values.reason.trim() === '' && { reason: openEnrolment.reasonMissing }),
        ...(leaves && !values.lastDay && { lastDay: leaving.missing }),
        ...(leaves && !values.why && { why: leaving.whyMissing }),
        ...(situation === 'lista-de-espera' &&
          choices.length > 0 &&
          values.classId === '' && { classId: words.classMissing }),
      })}
      send={async (values) => {
        const details = Object.fromEntries(parts.map((part) => [part, values[part]]));
        const { onRequest, lastDay, why } = values;
        const left = leaves ? { lastDay, why } : {};
        const more =
          situation === 'desistiu'
            ? { onRequest: onRequest || isAsked, ...left }
            : isFull
              ? { beyondPlaces: true }
              : {};
        await opened.decide(situation, { ...details, ...more }, screen.seen);
      }}
      mayClose
      onClose={onClose}
    >
      {({ text, tick }) => (
        <>
          {parts.includes('reason') && (
            <TextArea
              label={openEnrolment.reason}
              hint={openEnrolment.reasonHint}
              maxLength={REASON_MAX}
              rows={2}
              required
              {...text('reason')}
            />
          )}
          {parts.includes('classId') && (
            <Choice
              label={approves ? words.class : words.line}
              none={approves ? words.noClass : words.noLine}
              options={choices.map((one) => [
                one.id,
                optionInWords(one, aheadOf(one, enrolment, opened.firstInLine)),
              ])}
              {...text('classId')}
            />
          )}
          {parts.includes('firstDay') && <DayField label={words.firstDay} {...text('firstDay')} />}
          {leaves && (
            <>
              <p>{leaving.text}</p>
              <DayField label={leaving.lastDay} max={todayInBrazil()} {...text('lastDay')} />
              <Choice
                label={leaving.why}
                none={leaving.choose}
                options={Object.entries(LEFT_BECAUSE)}
                {...text('why')}
              />
            </>
          )}
          {situation === 'desistiu' && !isAsked && (
            <TickBox label={printing.onRequest} {...tick('onRequest')} />
          )}
          <p className="unless-empty bold" role="status">
            {[
              outside && words.outsideAges(words.ages(chosen.ageFrom, chosen.ageTo)),
              doubts,
              isFull && words.classIsFull,
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** A class to choose, and where it has a limit the places that are left when those `ahead` of this person have theirs. */
const optionInWords = (one: DeskClass, ahead: number) =>
  one.places === null
    ? classInWords(one)
    : `${classInWords(one)} (${desk.free(Math.max(0, one.places - one.pupils - ahead))})`;
