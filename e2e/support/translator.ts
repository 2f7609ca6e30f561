import type { Page } from '@playwright/test';

/** Stands at the end of each text that the translator below has taken. */
const MARK = '¤';

/**
 * Translates the page that is open as browsers' translators do, and goes on with what comes: each text is replaced
 * by another one, in two `<font>` elements.
 */
export const translate = (page: Page): Promise<void> => page.evaluate(translator, MARK);

/** Translates every page that is opened from now on, as soon as there is something to translate. */
export const translateAll = (page: Page) => page.addInitScript(translator, MARK);

/** The words that a person sees on the page, without the translator's marks and what is another in each enrolment. */
export async function shownWords(page: Page): Promise<string> {
  const words = await page.evaluate(() => document.body.innerText);
  return words
    .replaceAll(MARK, '')
    .replace(/\d{4}-?\d{4}|(\d ){3}\d, (\d ){3}\d/g, 'PROTOCOLO')
    .replace(/\b\d{1,2}:\d\d\b|\bhá \d+ (segundo|minuto)s?\b|\bagora( há pouco)?\b/g, 'HORA')
    .replace(/\s+/g, ' ');
}

function translator(mark: string): void {
  const own = new WeakSet<Node>();
  const untouched = 'script, style, noscript, textarea, title, [translate=no]';
  const take = (text: Text) => {
    if (own.has(text) || !text.data.trim() || !text.isConnected || text.parentElement?.closest(untouched))
      return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    for (const font of [outer, inner]) font.style.verticalAlign = 'inherit';
    const translated = document.createTextNode(text.data + mark);
    own.add(translated);
    inner.append(translated);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const takeAll = (node: Node) => {
    if (node instanceof Text) return take(node);
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    found.forEach(take);
  };
  const see = (records: MutationRecord[]) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        if (type === 'characterData') own.delete(node);
        takeAll(node);
      }
  };
  if (document.body) takeAll(document.body);
  new MutationObserver(see).observe(document, { childList: true, subtree: true, characterData: true });
}
