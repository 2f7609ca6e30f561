import { useRef } from 'react';
import { project } from '../../../content/social-project.ts';
import type { Progress } from '../../../domain/enrolment/progress.ts';
import { useDismissal } from '../../ui/browser/use-dismissal.ts';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { useReady } from '../../ui/use-ready.ts';
import look from './belt.css?url'; // not in the page: nothing of it is drawn before the scripts are there
import './progress.css';

type Props = {
  progress: Progress;
  /** WhatsApp link for help; null without a phone. */
  chat: string | null;
  /** `part`: number of the part to show. */
  onSelect: (part: number) => void;
};

/**
 * The progress in the form, always in view. On narrow screens a belt below the header, which opens the list
 * of the form's parts; on wide ones a panel beside the form with the list and, below it, the belt.
 * Source: docs/ux.md §4.3.
 */
export function ProgressPanel({ progress, chat, onSelect }: Props) {
  const ready = useReady();
  const opener = useRef<HTMLDetailsElement>(null);
  const close = () => opener.current?.removeAttribute('open');
  useDismissal(opener, close);

  return (
    <div className="progress no-print">
      {ready && (
        <>
          <link rel="stylesheet" href={look} precedence="belt" />
          <Belt {...progress} />
          <details
            className="belt__parts"
            ref={opener}
            // below the header, where the list opens
            onToggle={({ currentTarget: { open, parentElement } }) => open && parentElement?.scrollIntoView()}
          >
            <summary aria-label={project.belt.parts} />
          </details>
          <div className="progress__list">
            <nav className="parts" aria-label={project.belt.parts}>
              <ol className="parts__list">
                {project.parts.map((title, at) => (
                  <li key={title}>
                    <a
                      className="parts__link line"
                      href={`#parte-${at + 1}`}
                      onClick={(event) => {
                        event.preventDefault();
                        close();
                        onSelect(at + 1);
                      }}
                    >
                      {`${at + 1}. ${title}`} <PartState missing={progress.missing[at] ?? null} />
                    </a>
                  </li>
                ))}
              </ol>
            </nav>
            {chat && (
              <ChatLink className="part__help progress__help" href={chat}>
                {project.help.label}
              </ChatLink>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** How many answers a part lacks; `null`: it requires none. */
function PartState({ missing }: { missing: number | null }) {
  if (missing === 0)
    return (
      <span className="parts__complete">
        <span aria-hidden="true">✓</span>
        <span className="vh">{project.belt.complete}</span>
      </span>
    );
  return (
    <span className="parts__state">
      {missing === null ? project.belt.optional : project.belt.missing(missing)}
    </span>
  );
}

/** The progress bar, a belt that changes its colour, and how many answers are good; the hidden text says the same. */
function Belt({ good, total, belt }: Progress) {
  return (
    <div className={`belt belt--${belt}`}>
      <progress className="belt__cloth" aria-labelledby="faixa" max={total} value={good} />
      <span className="belt__count" aria-hidden="true">
        {project.belt.count(good, total)}
      </span>
      <p className="belt__words vh" id="faixa">
        {project.belt.words(belt, good, total)}
      </p>
      <p className="vh" aria-live="polite">
        {good > 0 && project.belt.reached(belt)}
      </p>
    </div>
  );
}
