import type { ReactNode } from 'react';
import { brand } from '../../../content/brand.ts';
import { project } from '../../../content/social-project.ts';
import { chatLink } from '../../../domain/contact.ts';
import { Listen, useVoice } from '../parts/Listen.tsx';

type Props = {
  /** 1 to 6. */
  number: number;
  title: string;
  /** Of the link to a chat at its foot. */
  help: string | undefined;
  disabled: boolean;
  /** False in the page as it is sent, and until React has taken over. */
  isReady: boolean;
  /** How many answers it lacks; null where it asks for none. */
  missing: number | null;
  /** How many of its answers have a warning. */
  doubted: number;
  /** The guardian's part of somebody under 18. */
  isMinor: boolean;
  children: ReactNode;
};

/** One part of the form, with a line of help at its foot whose message names the part. Source: docs/ux.md §4.3. */
export function Part({ number, title, help, disabled, isReady, missing, doubted, isMinor, children }: Props) {
  const place = `Parte ${number} de ${project.parts.length} — `;
  const isComplete = missing === 0 && doubted === 0;
  const { belt } = project;
  const state = missing === 0 ? belt.doubted(doubted) : missing ? belt.missing(missing) : belt.optional;
  const voice = useVoice();
  // The message comes with the scripts: six would be 120 of the page's 12,000 bytes.
  const chat = chatLink(brand.phone, isReady ? project.help.aboutPart(number, title) : '');

  return (
    <fieldset
      className={`fieldset part${isMinor ? ' part--minor' : ''}${voice ? ' part--spoken' : ''}`}
      id={`parte-${number}`}
      disabled={disabled}
    >
      <legend className="fieldset__legend part__legend">
        {`${place + title} `}
        <span className="part__state">
          {isReady && !isComplete && state}
          <span className="part__complete" aria-live="polite">
            {isComplete && belt.partComplete}
          </span>
        </span>
      </legend>
      {voice && <Listen part={number} title={title} voice={voice} />}
      {children}
      {chat && (
        <a className="part__help" href={chat} target="_blank" rel="noopener noreferrer">
          {help}
        </a>
      )}
    </fieldset>
  );
}
