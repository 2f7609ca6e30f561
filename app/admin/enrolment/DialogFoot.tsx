import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deciding as words } from '../../../content/deciding.ts';
import { retention } from '../../../content/retention.ts';
import { SITUATIONS, type Situation } from '../../../domain/desk/situations.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { classesQuery } from '../api/classes.ts';
import { focusTitle } from '../controls/focus-target.ts';
import { PrintOptions } from '../print/PrintOptions.tsx';
import { DecisionBar, isDecided, suggestionOf } from './DecisionBar.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { DecisionMessages } from './DecisionMessages.tsx';
import { FamilyLinks } from './follow-up/FamilyCalls.tsx';
import { shownDraft } from './state/open-enrolment.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import type { useNeighbours } from './use-neighbours.ts';
import './decision.css';

type Props = {
  opened: OpenedEnrolment;
  neighbours: ReturnType<typeof useNeighbours>;
  onNext: () => void;
};

/** The foot: what was done last, what is asked, and the decisions in one row. Source: docs/ux.md §8.5. */
export function DialogFoot({ opened, neighbours, onNext }: Props) {
  const { enrolment, screen, followed, tell } = opened;
  const draft = shownDraft(screen, opened.draft);
  const asks = Boolean(draft);
  const { data: classes } = useQuery(classesQuery);
  const suggestion = classes ? suggestionOf(classes, enrolment) : null;
  // its own family comes first once nothing is left to decide, also when it was opened again later
  const isOver = isDecided(enrolment.situation, suggestion);
  const toTell = tell.toTell;
  const isOwn = toTell?.enrolment.id === enrolment.id;
  const waits = followed && enrolment.toNotify && tell.telling?.enrolment.id !== enrolment.id;
  const own = isOver ? (isOwn ? toTell : waits ? { enrolment, followUp: followed.state } : null) : null;
  useEffect(() => {
    if (asks) focusTitle(); // what was focused may just have disappeared
  }, [asks]);
  return (
    <div className="decision stack gap-2">
      <DecisionMessages opened={opened} walk={neighbours.said} toTell={own && isOwn ? null : toTell} />
      {draft && <DecisionForm key={`${enrolment.id} ${draft.situation}`} draft={draft} opened={opened} />}
      {screen.more && followed && !asks && <MorePanel opened={opened} isOver={isOver} />}
      <DecisionBar
        opened={opened}
        suggestion={suggestion}
        toTell={own}
        hidden={asks}
        onNext={neighbours.isLast ? null : onNext}
      />
    </div>
  );
}

/** What stands in the bar already, or is set only by what a family sends. */
const ELSEWHERE: readonly Situation[] = ['falta-documento', 'lista-de-espera', 'em-analise'];
/** Situations whose details (reason, class) can be changed while they stay. */
const CHANGEABLE: readonly Situation[] = ['nao-aprovada', 'aprovada'];

/** What is done less often: other situations, options of printing, ending links, erasing. */
function MorePanel({ opened, isOver }: { opened: OpenedEnrolment; isOver: boolean }) {
  const { enrolment, screen, show, choose, followed } = opened;
  const { situation } = enrolment;
  const others = (Object.keys(SITUATIONS) as Situation[]).filter(
    (code) => !ELSEWHERE.includes(code) && (code !== 'aprovada' || isOver),
  );
  return (
    <section className="decide panel stack gap-3" aria-label={words.more}>
      <div className="flow gap-2">
        {others.map((code) => (
          <SecondaryButton
            key={code}
            disabled={screen.busy || (code === situation && !CHANGEABLE.includes(code))}
            onClick={() => void choose(code, '', code === 'aprovada')}
          >
            {code === 'aprovada' && code === situation ? words.giveClass : SITUATIONS[code]}
          </SecondaryButton>
        ))}
      </div>
      <div className="decide__rest row gap-5 no-row-gap">
        <PrintOptions />
        {followed && <FamilyLinks {...followed} />}
        <button
          type="button"
          className="link-button error small strong"
          onClick={() => show({ inner: 'erase' })}
        >
          {retention.erase}
        </button>
      </div>
    </section>
  );
}
