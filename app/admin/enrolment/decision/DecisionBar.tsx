import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import { deciding as words } from '../../../../content/desk.ts';
import { SITUATIONS, type Situation } from '../../../../domain/desk/situations.ts';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { focusTitle } from '../../controls/focus-target.ts';

/** The situation that most enrolments of this one get next; null where nothing is left to decide. */
export const LIKELY: Record<Situation, Situation | null> = {
  nova: 'aprovada',
  'em-analise': 'aprovada',
  'falta-documento': 'aprovada',
  'lista-de-espera': 'aprovada',
  aprovada: null,
  'nao-aprovada': null,
  desistiu: null,
};

/** What is done about an enrolment: one likely decision, two frequent ones, the others behind 'Mais'. Source: docs/ux.md §8.5. */
export function DecisionBar({
  situation,
  busy,
  more,
  onMore,
  onDecide,
  onClass,
  onNext,
  asked,
  children,
}: {
  situation: Situation;
  busy: boolean;
  /** Whether 'Mais' is open. */
  more: boolean;
  onMore: () => void;
  onDecide: (situation: Situation) => void;
  /** Approving with a class and a first day. */
  onClass: () => void;
  onNext: () => void;
  /** Whether something is asked above, with buttons of its own: these wait. */
  asked: boolean;
  /** What concerns the sheet: erasing, printing, closing. */
  children: ReactNode;
}) {
  const moreId = useId();
  const likely = LIKELY[situation];
  /** The title takes the focus: the next press has to be meant for the next enrolment. */
  const decides = (wanted: Situation) =>
    once((button) => {
      button.blur();
      focusTitle();
      onDecide(wanted);
    });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only refuses a held key
    <div className="decision__row" onKeyDown={refuseHeldKey}>
      <div className="decision__sheet">{children}</div>
      <fieldset className="decision__choices" hidden={asked}>
        <legend className="vh">{words.legend}</legend>
        <SecondaryButton disabled={busy} onClick={decides('falta-documento')}>
          {SITUATIONS['falta-documento']}
        </SecondaryButton>
        <SecondaryButton
          disabled={busy || situation === 'lista-de-espera'}
          onClick={decides('lista-de-espera')}
        >
          {SITUATIONS['lista-de-espera']}
        </SecondaryButton>
        <SecondaryButton id={moreId} aria-expanded={more} onClick={onMore}>
          {words.more}
        </SecondaryButton>
        <div className="decision__likely">
          {likely ? (
            <Button busyText={busy && words.saving} onClick={decides(likely)}>
              {words.approveNext}
            </Button>
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

/** The second click of a double one is meant for nobody: by then the next enrolment is on the screen. */
const once = (act: (button: HTMLElement) => void) => (event: MouseEvent<HTMLButtonElement>) => {
  if (event.detail < 2) act(event.currentTarget);
};

/** Enter that is held down presses a button again and again: the next enrolments would be decided unread. */
function refuseHeldKey(event: KeyboardEvent) {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
