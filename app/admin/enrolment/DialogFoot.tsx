import { useEffect } from 'react';
import { desk, deciding as words } from '../../../content/desk.ts';
import { printing } from '../../../content/print-export.ts';
import { NEEDS_REASON, type Situation } from '../../../domain/desk/situations.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { DecidePanel } from '../follow-up/DecidePanel.tsx';
import { DecisionBar } from '../follow-up/DecisionBar.tsx';
import { DecisionMessages } from '../follow-up/DecisionMessages.tsx';
import { MorePanel } from '../follow-up/MorePanel.tsx';
import type { DecisionState } from '../follow-up/use-decision.ts';
import type { FollowUpState } from '../follow-up/use-follow-up.ts';
import type { UndoState } from '../follow-up/use-undo.ts';
import { focusTitle } from '../parts/focus-target.ts';
import { PrintOptions } from '../print/PrintOptions.tsx';
import { EraseButton } from './EraseButton.tsx';
import type { Neighbours } from './use-neighbours.ts';
import type { Printing } from './use-print-button.ts';
import '../follow-up/decision.css';

type Props = {
  enrolment: ListedEnrolment;
  followUp: FollowUpState;
  decision: DecisionState;
  undo: UndoState;
  neighbours: Neighbours;
  printing: Printing;
  /** Whether 'Mais' is open. */
  more: boolean;
  onMore: (open: boolean) => void;
  onChoose: (situation: Situation) => void;
  onClass: () => void;
  onNext: () => void;
  onCompare: () => void;
  onClose: () => void;
  onErased: () => void;
};

/** The bar at the foot: what was done, what is asked, and the decisions. Source: docs/ux.md §8.5. */
export function DialogFoot({ enrolment, followUp, decision, undo, neighbours, ...rest }: Props) {
  const { state, busy, deciding, setDeciding, change } = followUp;
  const now = state.data;
  const undone = undo.undone && !undo.undone.failed && undo.undone.text;
  const said = [undone || decision.said, neighbours.said];
  const asked = deciding && (deciding.open || !busy) && !decision.asking ? deciding : null;
  const asks = Boolean(asked || decision.asking);
  useEffect(() => {
    if (!asks) focusTitle(); // the focused button may just have disappeared
  }, [asks]);
  return (
    <div className="decision">
      <DecisionMessages
        followUp={followUp}
        decision={decision}
        undo={undo}
        said={said.filter(Boolean).join(' ')}
      />
      {rest.printing.problem && <Alert title={printing.failed}>{rest.printing.problem}</Alert>}
      {decision.asking && (
        <Repeated
          onCompare={() => {
            decision.asking?.(false);
            rest.onCompare();
          }}
          onAnswer={decision.asking}
        />
      )}
      {asked && (
        <DecidePanel
          key={`${enrolment.id} ${asked.situation}`}
          deciding={asked}
          busy={busy}
          onType={(part) => setDeciding((typed) => ({ ...asked, ...typed, ...part }))}
          onSave={(details, then) => void decision.decide(asked.situation, details, then)}
          onCancel={() => {
            followUp.setOvertaken(false);
            setDeciding(undefined);
          }}
        />
      )}
      {rest.more && now && !asks && (
        <MorePanel
          enrolment={enrolment}
          state={now}
          busy={busy}
          change={change}
          onDecide={(situation) => {
            rest.onMore(false);
            rest.onChoose(situation);
          }}
        />
      )}
      <DecisionBar
        situation={now?.situation ?? enrolment.situation}
        busy={busy}
        more={rest.more}
        onMore={() => rest.onMore(!rest.more)}
        onDecide={rest.onChoose}
        onClass={rest.onClass}
        asked={asks}
        onNext={rest.onNext}
      >
        <EraseButton enrolment={enrolment} onErased={rest.onErased} />
        <Button
          variant="secondary"
          busyText={rest.printing.busy && 'Imprimir Ficha'}
          onClick={rest.printing.print}
        >
          Imprimir Ficha
        </Button>
        <PrintOptions wordless />
        <Button variant="secondary" onClick={rest.onClose}>
          {desk.close}
        </Button>
      </DecisionBar>
    </div>
  );
}

/** Whether a situation is asked about before it is stored. */
export const asksFirst = (situation: Situation): boolean => NEEDS_REASON.includes(situation);

function Repeated({ onCompare, onAnswer }: { onCompare: () => void; onAnswer: (sure: boolean) => void }) {
  return (
    <section className="decide" aria-label={words.mayBeRepeated}>
      <p className="decide__title" role="alert">
        {words.mayBeRepeated}
      </p>
      <div className="decide__buttons">
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          {desk.cancel}
        </Button>
        <Button variant="secondary" onClick={onCompare}>
          {words.compare}
        </Button>
        <Button autoFocus onClick={() => onAnswer(true)}>
          {words.approveAnyway}
        </Button>
      </div>
    </section>
  );
}
