import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { deciding as words } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { type DeskClass, hasRoom, offeredClasses, suitableClass } from '../../../../domain/desk/classes.ts';
import { ageOf } from '../../../../domain/desk/sheet.ts';
import { SITUATIONS, type Situation } from '../../../../domain/desk/situations.ts';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { classesQuery } from '../../api/classes.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { focusTitle } from '../../controls/focus-target.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';

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

/** Situations whose details (reason, class) can be changed while they stay. */
const CHANGEABLE: readonly Situation[] = ['nao-aprovada', 'aprovada'];

/** Set only by what a family sends. */
const BY_ITSELF: Situation = 'em-analise';

/**
 * What deciding about an enrolment begins with: `into` a class with a place; `wait` for one, since all that
 * fit are full; `choose`, where several fit or none does; `none`, where no class is offered, or nobody knows yet.
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

type Props = {
  opened: OpenedEnrolment;
  /** Whether something is asked above, with buttons of its own: these wait. */
  hasQuestion: boolean;
  onNext: () => void;
  /** What concerns the sheet: erasing, printing, closing. */
  children: ReactNode;
};

/** What is done about an enrolment: one likely decision with its class, two frequent ones, the others behind 'Mais'. Source: docs/ux.md §8.5. */
export function DecisionBar({ opened, hasQuestion, onNext, children }: Props) {
  const { busy, more } = opened.screen;
  const { situation } = opened.enrolment;
  const { data: classes } = useQuery(classesQuery);
  const { kind, fitting } = classes ? suggestionOf(classes, opened.enrolment) : { fitting: null };
  const isWaiting = situation === 'lista-de-espera';
  const isDecided = LIKELY[situation] === null;

  /** The title takes the focus: the next press has to be meant for the next enrolment. */
  const decides = (wanted: Situation, classId?: string) =>
    once((button) => {
      button.blur();
      focusTitle();
      opened.choose(wanted, classId);
    });
  /** Approving with a class to choose and a first day. */
  const choosesClass = once(() => void opened.ask('aprovada', kind === 'into' ? fitting?.id : ''));
  /** Nobody waits in no line, unless there is none: who has no line yet is asked for it. */
  const waits =
    fitting || kind === 'none'
      ? decides('lista-de-espera', fitting?.id)
      : once(() => void opened.ask('lista-de-espera'));
  /** The one decision that nearly everybody gets: into the class that fits, or its line where it is full. */
  const [likely, decidesLikely] =
    kind === 'choose'
      ? [words.chooseClass, choosesClass]
      : kind === 'wait'
        ? [fitting ? words.waitFor(fitting.name) : SITUATIONS['lista-de-espera'], waits]
        : [fitting ? words.approveIn(fitting.name) : words.approve, decides('aprovada', fitting?.id)];

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only refuses a held key
    <div className="decision__row between row gap-1" onKeyDown={refuseHeldKey}>
      <div className="decision__sheet row gap-1">{children}</div>
      <fieldset className="decision__choices row gap-1" hidden={hasQuestion}>
        <legend className="vh">{words.legend}</legend>
        <SecondaryButton disabled={busy} onClick={decides('falta-documento')}>
          {SITUATIONS['falta-documento']}
        </SecondaryButton>
        <SecondaryButton disabled={busy || !kind || (isWaiting && kind === 'none')} onClick={waits}>
          {SITUATIONS['lista-de-espera']}
        </SecondaryButton>
        <SecondaryButton aria-expanded={more} onClick={() => opened.show({ more: !more })}>
          {words.more}
        </SecondaryButton>
        <div className="decision__likely">
          {isDecided || (isWaiting && kind === 'wait') ? (
            <Button onClick={once(onNext)}>{words.goNext}</Button>
          ) : (
            <>
              {fitting && <span className="decision__places hint numbers">{desk.free(fitting.free)}</span>}
              <Button busyText={busy && words.saving} disabled={!kind} onClick={decidesLikely}>
                {likely}
              </Button>
            </>
          )}
          {!isDecided && (
            <Button
              aria-label={words.withClass}
              title={words.withClass}
              disabled={busy}
              onClick={choosesClass}
            >
              <span className="decision__unfold" />
            </Button>
          )}
        </div>
      </fieldset>
    </div>
  );
}

/** The less frequent decisions. */
export function MorePanel({ opened }: { opened: OpenedEnrolment }) {
  const { enrolment, screen, show, choose } = opened;
  const { situation } = enrolment;
  const elsewhere = ['falta-documento', 'lista-de-espera', LIKELY[situation], BY_ITSELF];
  const others = (Object.keys(SITUATIONS) as Situation[]).filter((code) => !elsewhere.includes(code));
  return (
    <section className="decide panel stack gap-3" aria-label={words.more}>
      <div className="decide__row flow gap-2">
        {others.map((code) => (
          <SecondaryButton
            key={code}
            disabled={screen.busy || (code === situation && !CHANGEABLE.includes(code))}
            onClick={() => {
              show({ more: false });
              choose(code);
            }}
          >
            {code === 'aprovada' && code === situation ? words.giveClass : SITUATIONS[code]}
          </SecondaryButton>
        ))}
        <SecondaryButton onClick={() => show({ more: false, inner: 'messages' })}>
          {desk.notifyFamily}
        </SecondaryButton>
        <SecondaryButton onClick={() => show({ more: false, inner: 'links' })}>
          {openEnrolment.links.title}
        </SecondaryButton>
      </div>
    </section>
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
