/** The element of a page that holds the facts it was drawn with. */
export const FACTS_ID = 'centro';

/** What 'Ajustes → Centro' has published, by its section: what stands in the place of what content/ says. */
export type Published = Readonly<Record<string, object>>;

declare global {
  /** Set before the pages are drawn (decision 199). */
  var centreFacts: Published | undefined;
}

/** Below it stand the pages that the desk shows in a frame as they will be: with the facts that the frame says in `data-facts`. */
export const PREVIEW_PATH = '/previa';

/** The page that each of them is, by their addresses. */
export const PREVIEWS: ReadonlyMap<string, string> = new Map([
  [PREVIEW_PATH, '/'],
  [`${PREVIEW_PATH}/projeto-social`, '/projeto-social'],
]);

/** As the page was drawn, or is being drawn; none elsewhere. */
function publishedFacts(): Published {
  if (globalThis.centreFacts) return globalThis.centreFacts;
  if (typeof document === 'undefined') return {};
  const framed = (window.frameElement as HTMLElement | null)?.dataset.facts; // null of a frame of another origin
  return JSON.parse(framed || document.getElementById(FACTS_ID)?.textContent || '{}');
}

const sections: { name: string; shown: object; written: object }[] = [];

/** Lays what is published of a section over `shown`, now and by `sayOf`. Returns what is written there. */
export function overlaid<Facts extends object>(name: string, shown: Facts): Readonly<Facts> {
  const written = { ...shown };
  sections.push({ name, shown, written });
  Object.assign(shown, publishedFacts()[name]);
  return written;
}

/** Says what is published, wherever it is asked for from now on; what is not among it, as content/ says it. */
export function sayOf(facts: Published): void {
  for (const { name, shown, written } of sections) Object.assign(shown, written, facts[name]);
}
