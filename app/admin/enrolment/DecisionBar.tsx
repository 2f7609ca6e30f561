import type { KeyboardEvent, MouseEvent } from 'react';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { type DeskClass, hasRoom, offeredClasses, suitableClass } from '../../../domain/desk/classes.ts';
import { ageOf } from '../../../domain/desk/sheet.ts';
import { SITUATIONS, type Situation } from '../../../domain/desk/situations.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { focusTitle } from '../controls/focus-target.ts';
import { TellFamily } from './DecisionMessages.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import type { ToTell } from './state/use-telling.ts';

/** The situation that usually follows each one; null where nothing is left to decide. */
const LIKELY: Record<Situation, 'aprovada' | null> = {
  nova: 'aprovada',
  'em-analise': 'aprovada',
  'falta-documento': 'aprovada',
  'lista-de-espera': 'aprovada',
  aprovada: null,
  'nao-aprovada': null,
  desistiu: null,
};

/**
 * What deciding about an enrolment begins with: `into` a class with a place; `wait` for one, since all that
 * fit are full; `choose`, where several fit or none does; `none`, where no class is offered.
 */
type Suggestion = { kind: 'into' | 'wait' | 'choose' | 'none'; fitting: DeskClass | null };

/** The awaited class as soon as it has a place, else the one of `suitableClass`. */
export function suggestionOf(classes: readonly DeskClass[], enrolment: ListedEnrolment): Suggestion {
  const offered = offeredClasses(classes);
  const awaited = offered.find(({ id }) => id === enrolment.classId);
  if (awaited && hasRoom(awaited)) return { kind: 'into', fitting: awaited };
  const { suggested, waiting } = suitableClass(classes, ageOf(enrolment) ?? 0);
  if (waiting) return { kind: 'wait', fitting: suggested };
  if (suggested) return { kind: 'into', fitting: suggested };
  return { kind: offered.length > 0 ? 'choose' : 'none', fitting: null };
}

/** Whether nothing is left to decide, or nothing can be yet: who waits goes on waiting while the class is full. */
export const isDecided = (situation: Situation, suggestion: Suggestion | null): boolean =>
  LIKELY[situation] === null || (situation === 'lista-de-espera' && suggestion?.kind === 'wait');

type Props = {
  opened: OpenedEnrolment;
  /** Null while nobody knows yet. */
  suggestion: Suggestion | null;
  /** The enrolment's own family, once it is to be told. */
  toTell: ToTell | null;
  /** Something is asked above, with buttons of its own: these wait. */
  hidden: boolean;
  /** Null on the last. */
  onNext: (() => void) | null;
};

/** What is done about an enrolment, in one row: 'Mais', two frequent decisions, and the likely one with its class. */
export function DecisionBar({ opened, suggestion, toTell, hidden, onNext }: Props) {
  const { enrolment, screen, show, choose, tell } = opened;
  const { busy, more } = screen;
  const { situation } = enrolment;
  const { kind, fitting } = suggestion ?? { fitting: null };
  const isOver = isDecided(situation, suggestion);

  /** The title takes the focus: the next press has to be meant for the next enrolment. */
  const decides = (wanted: Situation, classId?: string, asks?: boolean) =>
    once((button) => {
      button.blur();
      focusTitle();
      void choose(wanted, classId, asks);
    });
  /** Approving with a class to choose and a first day. */
  const choosesClass = decides('aprovada', kind === 'into' ? fitting?.id : '', true);
  /** Nobody waits in no line, unless there is none: who has no line yet is asked for it. */
  const waits = decides('lista-de-espera', fitting?.id, !fitting && kind !== 'none');
  /** The one decision that nearly everybody gets: into the class that fits, or its line where it is full. */
  const [likely, decidesLikely] =
    kind === 'choose'
      ? [words.chooseClass, choosesClass]
      : kind === 'wait'
        ? [fitting ? words.waitFor(fitting.name) : SITUATIONS['lista-de-espera'], waits]
        : [fitting ? words.approveIn(fitting.name) : words.approve, decides('aprovada', fitting?.id)];

  return (
    <fieldset className="decision__row row" hidden={hidden} onKeyDown={refuseHeldKey}>
      <legend className="vh">{words.legend}</legend>
      <button
        type="button"
        className="icon-button decision__more"
        aria-label={words.more}
        title={words.more}
        aria-expanded={more}
        onClick={() => show({ more: !more })}
      >
        <Icon name="more" />
      </button>
      <SecondaryButton disabled={busy} onClick={decides('falta-documento')}>
        {SITUATIONS['falta-documento']}
      </SecondaryButton>
      <SecondaryButton
        disabled={busy || !kind || (situation === 'lista-de-espera' && kind === 'none')}
        onClick={waits}
      >
        {SITUATIONS['lista-de-espera']}
      </SecondaryButton>
      <div className="decision__likely line">
        {isOver ? (
          <>
            {onNext && <SecondaryButton onClick={once(onNext)}>{words.goNext}</SecondaryButton>}
            {toTell && <TellFamily toTell={toTell} tell={tell} variant="primary" />}
          </>
        ) : (
          <>
            {typeof fitting?.places === 'number' && (
              <span className="decision__places hint numbers">{desk.free(fitting.free)}</span>
            )}
            <Button busyText={busy && words.saving} disabled={!kind} onClick={decidesLikely}>
              {likely}
            </Button>
            <Button
              aria-label={words.withClass}
              title={words.withClass}
              disabled={busy}
              onClick={choosesClass}
            >
              <span className="decision__unfold" />
            </Button>
          </>
        )}
      </div>
    </fieldset>
  );
}

/** The second click of a double one is meant for nobody: by then the next enrolment is on the screen. */
const once = (act: (button: HTMLElement) => void) => (event: MouseEvent<HTMLButtonElement>) => {
  if (event.detail < 2) act(event.currentTarget);
};

/** Enter that is held down presses a button again and again: the next enrolments would be decided unread. */
function refuseHeldKey(event: KeyboardEvent) {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
