import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import { deciding as words } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import type { DeskClass } from '../../../../domain/desk/classes.ts';
import { SITUATIONS, type Situation } from '../../../../domain/desk/situations.ts';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { focusTitle } from '../../controls/focus-target.ts';
import type { Suggestion } from './use-suggestion.ts';

/** The situation that usually follows each one; null where nothing is left to decide. */
export const LIKELY: Record<Situation, Situation | null> = {
  nova: 'aprovada',
  'em-analise': 'aprovada',
  'falta-documento': 'aprovada',
  'lista-de-espera': 'aprovada',
  aprovada: null,
  'nao-aprovada': null,
  desistiu: null,
};

/** What is done about an enrolment: one likely decision with its class, two frequent ones, the others behind 'Mais'. Source: docs/ux.md §8.5. */
export function DecisionBar({
  situation,
  busy,
  more,
  onMore,
  suggestion,
  onDecide,
  onClass,
  onLine,
  onNext,
  hasQuestion,
  children,
}: {
  situation: Situation;
  busy: boolean;
  /** Whether 'Mais' is open. */
  more: boolean;
  onMore: () => void;
  /** Into which class; null until that is known. */
  suggestion: Suggestion | null;
  /** Decides, into a class or its line where one is given. */
  onDecide: (situation: Situation, classId?: string) => void;
  /** Approving with a class to choose and a first day. */
  onClass: () => void;
  /** The waiting list, with the class to wait for to be chosen. */
  onLine: () => void;
  onNext: () => void;
  /** Whether something is asked above, with buttons of its own: these wait. */
  hasQuestion: boolean;
  /** What concerns the sheet: erasing, printing, closing. */
  children: ReactNode;
}) {
  const moreId = useId();
  const likely = LIKELY[situation];
  /** The title takes the focus: the next press has to be meant for the next enrolment. */
  const decides = (wanted: Situation, classId?: string) =>
    once((button) => {
      button.blur();
      focusTitle();
      onDecide(wanted, classId);
    });
  const isWaiting = situation === 'lista-de-espera';
  /** Nobody waits in no line, unless there is none: who has no line yet is asked for it. */
  const wait = (one: DeskClass | null | undefined) =>
    one || suggestion?.kind === 'none' ? decides('lista-de-espera', one?.id) : once(onLine);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only refuses a held key
    <div className="decision__row between row gap-1" onKeyDown={refuseHeldKey}>
      <div className="decision__sheet row gap-1">{children}</div>
      <fieldset className="decision__choices row gap-1" hidden={hasQuestion}>
        <legend className="vh">{words.legend}</legend>
        <SecondaryButton disabled={busy} onClick={decides('falta-documento')}>
          {SITUATIONS['falta-documento']}
        </SecondaryButton>
        <SecondaryButton
          disabled={busy || !suggestion || (isWaiting && suggestion.kind === 'none')}
          onClick={wait(suggestion && 'class' in suggestion ? suggestion.class : null)}
        >
          {SITUATIONS['lista-de-espera']}
        </SecondaryButton>
        <SecondaryButton id={moreId} aria-expanded={more} onClick={onMore}>
          {words.more}
        </SecondaryButton>
        <div className="decision__likely">
          {likely ? (
            <Likely
              suggestion={suggestion}
              isWaiting={isWaiting}
              busy={busy}
              decides={decides}
              wait={wait}
              onClass={onClass}
              onNext={onNext}
            />
          ) : (
            <Button onClick={once(onNext)}>{words.goNext}</Button>
          )}
          {likely && (
            <Button aria-label={words.withClass} title={words.withClass} disabled={busy} onClick={onClass}>
              <span className="decision__unfold" />
            </Button>
          )}
        </div>
      </fieldset>
    </div>
  );
}

type OnPress = (event: MouseEvent<HTMLButtonElement>) => void;

type LikelyProps = {
  suggestion: Suggestion | null;
  /** The person is on the waiting list already. */
  isWaiting: boolean;
  busy: boolean;
  decides: (wanted: Situation, classId?: string) => OnPress;
  wait: (one: DeskClass | null) => OnPress;
  onClass: () => void;
  onNext: () => void;
};

/** The one decision that nearly everybody gets: into the class that fits, or its line where it is full. */
function Likely({ suggestion, isWaiting, busy, decides, wait, onClass, onNext }: LikelyProps) {
  const busyText = busy && words.saving;
  if (!suggestion || suggestion.kind === 'choose')
    return (
      <Button busyText={busyText} disabled={!suggestion} onClick={once(onClass)}>
        {suggestion ? words.chooseClass : words.approve}
      </Button>
    );
  if (suggestion.kind === 'none')
    return (
      <Button busyText={busyText} onClick={decides('aprovada')}>
        {words.approve}
      </Button>
    );
  const { class: one } = suggestion;
  if (suggestion.kind === 'wait' && isWaiting) return <Button onClick={once(onNext)}>{words.goNext}</Button>;
  return (
    <>
      {one && <span className="decision__places hint numbers">{desk.free(one.free)}</span>}
      {suggestion.kind === 'wait' ? (
        <Button busyText={busyText} onClick={wait(one)}>
          {one ? words.waitFor(one.name) : SITUATIONS['lista-de-espera']}
        </Button>
      ) : (
        <Button busyText={busyText} onClick={decides('aprovada', one?.id)}>
          {words.approveIn(one?.name ?? '')}
        </Button>
      )}
    </>
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
