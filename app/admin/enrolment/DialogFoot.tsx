import { useEffect } from 'react';
import { deciding as words } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { printing as printingWords } from '../../../content/print-export.ts';
import { retention } from '../../../content/retention.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { focusTitle } from '../controls/focus-target.ts';
import { PrintOptions } from '../print/PrintOptions.tsx';
import { DecidePanel } from './decision/DecidePanel.tsx';
import { DecisionBar, MorePanel } from './decision/DecisionBar.tsx';
import { DecisionMessages } from './decision/DecisionMessages.tsx';
import { type Screen, shownDraft, unconfirmedGuardian } from './state/open-enrolment.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import type { Shell } from './use-shell.ts';
import './decision/decision.css';

/** The bar at the foot: what was done, what is asked, and the decisions. Source: docs/ux.md §8.5. */
export function DialogFoot({ missing, opened, neighbours, printing, ...shell }: Shell) {
  const { enrolment, screen, show } = opened;
  const { asking } = screen;
  const draft = shownDraft(screen, opened.draft);
  const asks = Boolean(draft || asking);
  useEffect(() => {
    if (missing || !asks) focusTitle(); // what was focused may just have disappeared
  }, [missing, asks]);
  const notPrinted = screen.notPrinted && <Alert title={printingWords.failed}>{screen.notPrinted}</Alert>;
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
      <DecisionMessages opened={opened} walk={neighbours.said} />
      {notPrinted}
      {asking && <ConfirmApproval asking={asking} opened={opened} />}
      {draft && <DecidePanel key={`${enrolment.id} ${draft.situation}`} deciding={draft} opened={opened} />}
      {screen.more && opened.followed && !asks && <MorePanel opened={opened} />}
      <DecisionBar opened={opened} hasQuestion={asks} onNext={() => shell.step('after')}>
        {/* text alone, so that nobody takes it for the way on */}
        <button
          type="button"
          className="link-button decision__erase error small strong"
          onClick={() => show({ inner: 'erase' })}
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

type ConfirmApprovalProps = { asking: NonNullable<Screen['asking']>; opened: OpenedEnrolment };

/** Asks once more before an enrolment with warnings is approved, or a class gets more people than places. */
function ConfirmApproval({ asking, opened }: ConfirmApprovalProps) {
  const [isFull, isRepeated, asksGuardian, isAlone] = (
    ['full', 'repeated', 'guardian', 'noGuardian'] as const
  ).map((warning) => asking.why.includes(warning));
  const others = [isRepeated && words.repeatedToo, isAlone && words.noGuardian].filter(Boolean).join(', ');
  const stop = () => opened.show({ asking: null });
  const text = isFull
    ? words.classIsFull
    : asksGuardian
      ? `${words.unconfirmed(unconfirmedGuardian(opened.enrolment))} ${others && words.look(others)}`.trim()
      : isAlone
        ? words.confirmApproval(others)
        : words.mayBeRepeated;
  return (
    <section className="decide panel stack gap-3" aria-label={text}>
      <p className="bold" role="alert">
        {text}
      </p>
      <div className="decide__row decide__buttons flow gap-2 above-2">
        <SecondaryButton onClick={stop}>{desk.cancel}</SecondaryButton>
        {isRepeated && (
          <SecondaryButton
            onClick={() => {
              stop();
              opened.compare();
            }}
          >
            {words.compare}
          </SecondaryButton>
        )}
        <Button
          autoFocus
          onClick={() => {
            stop();
            void opened.decide(asking, true);
          }}
        >
          {isFull ? words.beyondPlaces : asksGuardian ? words.confirmAndApprove : words.approveAnyway}
        </Button>
      </div>
    </section>
  );
}
