import { useState } from 'react';
import { SecondaryButton } from '../../ui/Button.tsx';

type Words = { label: string; copied: string; cannotCopy: (text: string) => string };

/** Copies a text, and says whether it could: not without permission, nor over plain HTTP. */
export function CopyButton({ text, words }: { text: string; words: Words }) {
  const [status, setStatus] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setStatus(words.copied),
      () => setStatus(words.cannotCopy(text)),
    );
  return (
    <div className="actions">
      <SecondaryButton onClick={copy}>{words.label}</SecondaryButton>
      <span role="status">{status}</span>
    </div>
  );
}
