import type { ReactNode } from 'react';
import { deciding as words } from '../../../content/deciding.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Unanswered } from '../controls/FormDialog.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

type Props = {
  opened: OpenedEnrolment;
  /** Why there is no other enrolment. */
  walk: string;
  children: ReactNode;
};

/**
 * Above the buttons, two at most: what was done last (announced politely), with whom to tell of it and the button that
 * undoes it; and what went wrong.
 */
export function DecisionMessages({ opened, walk, children }: Props) {
  const { followed, screen, busy, unanswered, undo } = opened;
  const { said } = screen;
  const { version, undoUntil = null } = followed?.state ?? {};
  const done = said?.tone && said.title;
  return (
    <div className="decision__messages stack gap-2">
      <div className="decision__said row small">
        <p role="status">{[done, walk].filter(Boolean).join(' ')}</p>
        {version !== undefined && undoUntil !== null && (
          <SecondaryButton disabled={busy} onClick={() => undo(version)}>
            {words.undo}
          </SecondaryButton>
        )}
        {children}
      </div>
      {(unanswered || (said && !done)) && (
        <div ref={inSight}>{unanswered ? <Unanswered /> : <Alert title={said?.title ?? ''} />}</div>
      )}
    </div>
  );
}

/** In a low window the foot scrolls away. */
const inSight = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'nearest' });
