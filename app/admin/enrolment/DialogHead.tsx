import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { writtenDay } from '../../../domain/dates.ts';
import { flagsOf } from '../../../domain/desk/flags.ts';
import { isMinor, nameOf } from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { useUnsaved } from '../controls/unsaved.ts';
import { SituationBadge } from '../sheet/SituationBadge.tsx';
import type { Shell } from './use-shell.ts';

/** Whose enrolment this is, what to look at, and the way to the ones beside it. Source: docs/ux.md §8.1. */
export function DialogHead({ enrolment, missing, neighbours, step, compare, close }: Shell) {
  return (
    <>
      {!missing && <Facts enrolment={enrolment} onCompare={compare} />}
      <div className="line small unbroken numbers no-print">
        {!missing && (
          <>
            <Way label={words.previous} sign="‹" onClick={() => step('before')} />
            {neighbours.at !== null && <span>{words.position(neighbours.at, neighbours.total)}</span>}
            <Way label={words.next} sign="›" onClick={() => step('after')} />
          </>
        )}
        <button
          type="button"
          className="icon-button detail__way detail__way--close"
          aria-label={words.closeDetails}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
    </>
  );
}

function Way({ label, sign, onClick }: { label: string; sign: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="icon-button detail__way"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {sign}
    </button>
  );
}

/** The name is spoken when it changes; every warning of the list is said here too. */
function Facts({ enrolment, onCompare }: { enrolment: ListedEnrolment; onCompare: () => void }) {
  const unsaved = useUnsaved(enrolment.id);
  const { protocol, mayBeRepeated, repeatedOf, className, firstDay } = enrolment;
  const lesson = [className, firstDay && words.from(writtenDay(firstDay))].filter(Boolean);
  const looks = [
    ...flagsOf(enrolment),
    enrolment.hasRequest && desk.familyAsks,
    enrolment.hasNewGuardian && isMinor(enrolment) && desk.newGuardian,
    enrolment.hasNewDocument && desk.newDocument,
  ].filter(Boolean);
  return (
    <div className="detail__facts row small may-shrink no-print">
      <p className="detail__name bold break" role="status">
        <bdi>{nameOf(enrolment)}</bdi>
      </p>
      <SituationBadge situation={enrolment.situation} />
      {lesson.length > 0 && <span>{lesson.join(', ')}</span>}
      {protocol && (
        <span>
          <span className="vh">Protocolo </span>
          {writtenProtocol(protocol)}
        </span>
      )}
      {looks.map((look) => (
        <span className="badge badge--look" key={String(look)}>
          {look}
        </span>
      ))}
      {(mayBeRepeated || repeatedOf) && (
        <button type="button" className="badge badge--look detail__compare" onClick={onCompare}>
          {repeatedOf ? words.repeatedWarning : words.compareWarning}
        </button>
      )}
      {unsaved && <span className="badge badge--look">{desk.unsaved}</span>}
    </div>
  );
}
