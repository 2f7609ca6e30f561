import { useState } from 'react';
import { situation } from '../../../content/situation.ts';
import { situationPath } from '../../../domain/enrolment/protocol.ts';
import { SecondaryButton } from '../../ui/Button.tsx';

const words = situation.link;

/** The address of an enrolment's situation, with its personal code behind `#`. */
const situationAddress = (code: string): string => window.location.origin + situationPath(code);

/** The end of a message to the own WhatsApp; '' without a code. */
export const situationNote = (code: string): string => (code ? words.note(situationAddress(code)) : '');

/** The personal link, to open, to copy and to keep; without a code, who gives one. Source: docs/ux.md §6.5. */
export function SituationLink({ code }: { code: string }) {
  const [status, setStatus] = useState('');
  if (!code) return <p>{words.none}</p>;
  const address = situationAddress(code);

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setStatus(words.copied);
    } catch {
      setStatus(words.cannotCopy(address)); // can be selected and copied by hand
    }
  }

  return (
    <div className="confirmation__way">
      <p>{words.text}</p>
      <p className="actions">
        <a className="button button--secondary" href={address}>
          {words.open}
        </a>
        <SecondaryButton onClick={copy}>{words.copy}</SecondaryButton>
      </p>
      <p aria-live="polite">{status}</p>
    </div>
  );
}
