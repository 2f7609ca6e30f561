import type { ReactNode } from 'react';
import { project } from '../../../content/social-project.ts';
import { Listen } from '../parts/Listen.tsx';

type Props = {
  /** 1 to 6. */
  number: number;
  title: string;
  disabled: boolean;
  isComplete: boolean;
  /** The guardian's part of somebody under 18. */
  isMinor: boolean;
  /** Unfolds the part, which is folded to one line; undefined while it is open. */
  onUnfold: (() => void) | undefined;
  /** WhatsApp link for help; null without a phone. */
  chat: string | null;
  children: ReactNode;
};

/** One part of the form, with a line of help at its foot. Folded, its fields stay on the page unseen. Source: docs/ux.md §4.3. */
export function Part({ number, title, disabled, isComplete, isMinor, onUnfold, chat, children }: Props) {
  const place = `Parte ${number} de ${project.parts.length} — `;

  return (
    <fieldset
      className={`fieldset part${isMinor ? ' part--minor' : ''}${onUnfold ? ' part--folded' : ''}`}
      id={`parte-${number}`}
      disabled={disabled}
    >
      <legend className="fieldset__legend part__legend">{place + title}</legend>
      {onUnfold && (
        <button
          className="fieldset__legend part__unfold"
          type="button"
          aria-expanded="false"
          onClick={({ currentTarget }) => {
            const part = currentTarget.closest('fieldset');
            onUnfold();
            requestAnimationFrame(() => part?.querySelector('input')?.focus());
          }}
        >
          {place + project.messagesAlone}
        </button>
      )}
      <Listen part={number} title={title} />
      {children}
      <p className="part__complete" aria-live="polite">
        {isComplete && project.belt.partComplete}
      </p>
      {chat && (
        <a className="part__help" href={chat} target="_blank" rel="noopener noreferrer">
          {project.help.parts[number - 1]}
        </a>
      )}
    </fieldset>
  );
}
