import { deciding as words } from '../../../../content/deciding.ts';
import { SITUATIONS, type Situation } from '../../../../domain/desk/situations.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { LIKELY } from './DecisionBar.tsx';

/** Situations whose details (reason, class) can be changed while they stay. */
const CHANGEABLE: readonly Situation[] = ['nao-aprovada', 'aprovada'];

/** Set only by what a family sends. */
const BY_ITSELF: Situation = 'em-analise';

/** The less frequent decisions; `situation` stands. */
export function MorePanel({ situation, opened }: { situation: Situation; opened: OpenedEnrolment }) {
  const { screen, show, choose } = opened;
  const inBar: (Situation | null)[] = ['falta-documento', 'lista-de-espera', LIKELY[situation]];
  const others = (Object.keys(SITUATIONS) as Situation[]).filter(
    (code) => !inBar.includes(code) && code !== BY_ITSELF,
  );
  return (
    <section className="decide stack gap-3" aria-label={words.more}>
      <div className="decide__buttons flow gap-2 decide__buttons--start">
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
      </div>
    </section>
  );
}
