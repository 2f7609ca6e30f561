import { useState } from 'react';
import { paper } from '../../content/document.ts';
import { useReady } from '../ui/use-ready.ts';

/** The way out of an app's own browser, where the camera may not open. Drawn by the script alone. Source: odd-inputs.md §13. */
export function InsideAppNote() {
  const inside = useReady() && insideApp();
  const [said, setSaid] = useState('');
  if (!inside) return null;

  async function copy() {
    const address = window.location.href.replace(/#.*/, '');
    try {
      await navigator.clipboard.writeText(address);
      setSaid(paper.insideApp.copied);
    } catch {
      setSaid(address); // at least it can be held and copied by hand
    }
  }

  return (
    <>
      <p className="field__hint">{paper.insideApp.text}</p>
      <p className="field__hint">
        <button className="link-button" type="button" onClick={copy}>
          {paper.insideApp.copy}
        </button>{' '}
        <span role="status">{said}</span>
      </p>
    </>
  );
}

const insideApp = () => /\b(?:FBA[NV]|FB_IAB|Instagram|WhatsApp)\b/.test(navigator.userAgent);
