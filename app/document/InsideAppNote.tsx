import { useState } from 'react';
import { documentTexts } from '../../content/document.ts';
import { isPersonalCode } from '../../domain/enrolment/protocol.ts';
import { useReady } from '../ui/use-ready.ts';

/** In an app's own browser, where the camera may not open: copies the address for another browser. Rendered after hydration only. Source: docs/odd-inputs.md §13. */
export function InsideAppNote() {
  const inside = useReady() && insideApp();
  const [status, setStatus] = useState('');
  if (!inside) return null;

  async function copy() {
    const address = addressToCopy(window.location.href);
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

/**
 * The page's address without its fragment, unless that is a family's personal code, without which the other
 * browser would show nothing.
 */
export function addressToCopy(href: string): string {
  const [page = '', fragment] = href.split('#');
  return isPersonalCode(fragment?.toLowerCase()) ? href : page;
}

const insideApp = () => /\b(?:FBA[NV]|FB_IAB|Instagram|WhatsApp)\b/.test(navigator.userAgent);
