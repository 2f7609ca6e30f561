import { useState } from 'react';
import { documentTexts } from '../../content/document.ts';
import { useReady } from '../ui/use-ready.ts';

/** In an app's own browser, where the camera may not open: copies the address for another browser. Rendered after hydration only. Source: docs/odd-inputs.md §13. */
export function InsideAppNote() {
  const inside = useReady() && insideApp();
  const [status, setStatus] = useState('');
  if (!inside) return null;

  async function copy() {
    const address = window.location.href.replace(/#.*/, '');
    try {
      await navigator.clipboard.writeText(address);
      setStatus(documentTexts.insideApp.copied);
    } catch {
      setStatus(address); // can be selected and copied by hand
    }
  }

  return (
    <>
      <p className="field__hint">{documentTexts.insideApp.text}</p>
      <p className="field__hint">
        <button className="link-button" type="button" onClick={copy}>
          {documentTexts.insideApp.copy}
        </button>{' '}
        <span role="status">{status}</span>
      </p>
    </>
  );
}

const insideApp = () => /\b(?:FBA[NV]|FB_IAB|Instagram|WhatsApp)\b/.test(navigator.userAgent);
