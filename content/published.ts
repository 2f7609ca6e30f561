/** The element of a page that holds the facts it was drawn with. */
export const FACTS_ID = 'centro';

declare global {
  /** Set before the pages are drawn (decision 199): what was published, which stands in the place of brand.ts. */
  var centreFacts: object | undefined;
}

/** What 'Ajustes → Centro' has published: as the page was drawn, or is being drawn; none elsewhere. */
export function publishedFacts(): object {
  if (globalThis.centreFacts) return globalThis.centreFacts;
  if (typeof document === 'undefined') return {};
  return JSON.parse(document.getElementById(FACTS_ID)?.textContent || '{}');
}
