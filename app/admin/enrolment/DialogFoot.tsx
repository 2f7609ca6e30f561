import { useEffect } from 'react';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { printing as printingWords } from '../../../content/print-export.ts';
import { retention } from '../../../content/retention.ts';
import { phoneInWords } from '../../../domain/contact.ts';
import { ageOf, isMinor } from '../../../domain/desk/sheet.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import type { FollowUp } from '../api/follow-up-shape.ts';
import { focusTitle } from '../controls/focus-target.ts';
import { PrintOptions } from '../print/PrintOptions.tsx';
import { DecidePanel } from './decision/DecidePanel.tsx';
import { DecisionBar } from './decision/DecisionBar.tsx';
import { DecisionMessages } from './decision/DecisionMessages.tsx';
import { MorePanel } from './decision/MorePanel.tsx';
import { type Screen, shownDraft } from './state/open-enrolment.ts';
import type { Shell } from './use-shell.ts';
import './decision/decision.css';

/** The bar at the foot: what was done, what is asked, and the decisions. Source: docs/ux.md §8.5. */
export function DialogFoot({
  enrolment,
  missing,
  opened,
  suggestion,
  neighbours,
  printing,
  ...shell
}: Shell) {
  const { screen, draft, show } = opened;
  const { asking } = screen;
  const now = opened.followUp.data;
  const said = [opened.said.failed ? '' : opened.said.text, neighbours.said];
  const openDraft = shownDraft(screen, draft);
  const asks = Boolean(openDraft || asking);
  useEffect(() => {
    if (missing || !asks) focusTitle(); // what was focused may just have disappeared
  }, [missing, asks]);
  const notPrinted = printing.problem && <Alert title={printingWords.failed}>{printing.problem}</Alert>;
  const close = <SecondaryButton onClick={shell.close}>{desk.close}</SecondaryButton>;
  if (missing)
    return (
      <div className="decision stack gap-2">
        {notPrinted}
        {close}
      </div>
    );
  return (
    <div className="decision stack gap-2">
      <DecisionMessages opened={opened} said={said.filter(Boolean).join(' ')} />
      {notPrinted}
      {asking && (
        <ConfirmApproval
          why={asking.why}
          guardian={guardianIn(now)}
          onCompare={() => {
            show({ asking: null });
            shell.compare();
          }}
          onAnswer={(sure) => {
            show({ asking: null });
            if (sure) void opened.decide(asking, true);
          }}
        />
      )}
      {openDraft && (
        <DecidePanel
          key={`${enrolment.id} ${openDraft.situation}`}
          deciding={openDraft}
          age={ageOf(enrolment) ?? 0}
          unconfirmed={openDraft.situation === 'aprovada' && isMinor(enrolment) ? guardianIn(now) : ''}
          opened={opened}
        />
      )}
      {screen.more && now && !asks && <MorePanel situation={now.situation} opened={opened} />}
      <DecisionBar
        situation={now?.situation ?? enrolment.situation}
        opened={opened}
        suggestion={suggestion}
        hasQuestion={asks}
        onNext={() => shell.step('after')}
      >
        {/* text alone, so that nobody takes it for the way on */}
        <button
          type="button"
          className="link-button decision__erase error small strong"
          onClick={() => shell.open('erase')}
        >
          {retention.erase}
        </button>
        <SecondaryButton busyText={printing.busy && 'Imprimir Ficha'} onClick={printing.print}>
          Imprimir Ficha
        </SecondaryButton>
        <PrintOptions wordless />
        {close}
      </DecisionBar>
    </div>
  );
}

/** The guardian that came by the link and that nobody has confirmed; '' for none. */
const guardianIn = (state: FollowUp | null | undefined): string =>
  state?.hasNewGuardian
    ? [state.guardianName, phoneInWords(state.guardianPhone ?? '')].filter(Boolean).join(', ')
    : '';

type ConfirmApprovalProps = {
  why: NonNullable<Screen['asking']>['why'];
  guardian: string;
  onCompare: () => void;
  onAnswer: (sure: boolean) => void;
};

/** Asks once more before an enrolment with warnings is approved, or a class gets more people than places. */
function ConfirmApproval({ why, guardian, onCompare, onAnswer }: ConfirmApprovalProps) {
  const isFull = why.includes('full');
  const isRepeated = why.includes('repeated');
  const asksGuardian = why.includes('guardian');
  const isAlone = why.includes('noGuardian');
  const others = [isRepeated && words.repeatedToo, isAlone && words.noGuardian].filter(Boolean);
  const text = isFull
    ? words.classIsFull
    : asksGuardian
      ? [words.unconfirmed(guardian), others.length > 0 && words.look(others.join(', '))]
          .filter(Boolean)
          .join(' ')
      : isAlone
        ? words.confirmApproval(others.join(', '))
        : words.mayBeRepeated;
  return (
    <section className="decide stack gap-3" aria-label={text}>
      <p className="bold" role="alert">
        {text}
      </p>
      <div className="decide__buttons flow gap-2 above-2">
        <SecondaryButton onClick={() => onAnswer(false)}>{desk.cancel}</SecondaryButton>
        {isRepeated && <SecondaryButton onClick={onCompare}>{words.compare}</SecondaryButton>}
        <Button autoFocus onClick={() => onAnswer(true)}>
          {isFull ? words.beyondPlaces : asksGuardian ? words.confirmAndApprove : words.approveAnyway}
        </Button>
      </div>
    </section>
  );
}
