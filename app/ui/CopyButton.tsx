import { useState } from 'react';
import { SecondaryButton } from './Button.tsx';

type Words = { label: string; copied: string; cannotCopy: (text: string) => string };

/** Copies a text, and says whether it could: not without permission, nor over plain HTTP. */
export function CopyButton({ text, words }: { text: string; words: Words }) {
  const [status, setStatus] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setStatus(words.copied);
    } catch {
      setStatus(words.cannotCopy(text));
    }
  }
  return (
    <div className="actions">
      <SecondaryButton onClick={copy}>{words.label}</SecondaryButton>
      <span role="status">{status}</span>
    </div>
  );
}
