import { documentTexts } from '../../content/document.ts';
import { isPersonalCode } from '../../domain/enrolment/protocol.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useReady } from '../ui/use-ready.ts';

/** In an app's own browser, where the camera may not open: copies the address for another browser. Rendered after hydration only. Source: docs/odd-inputs.md §13. */
export function InsideAppNote() {
  if (!useReady() || !insideApp()) return null;
  return (
    <>
      <p className="field__hint">{documentTexts.insideApp.text}</p>
      <CopyButton text={addressToCopy(window.location.href)} words={documentTexts.insideApp.copy} />
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
