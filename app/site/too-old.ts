/** Chrome before 99 and Safari before 15.4 leave out every style that stands in a layer: no page of ours looks or works as it should. */
export const isTooOld = (): boolean => !('CSSLayerBlockRule' in window);

/** Leaves the page as it came, with what it says to whoever has no scripts in the place of what needs them. */
export function stayWithoutScripts(): void {
  for (const said of document.querySelectorAll('noscript')) {
    const words = document.createElement('p');
    words.textContent = (said.textContent ?? '').replace(/<[^>]*>/g, ''); // markup, where scripts run
    said.replaceWith(words);
  }
  for (const form of [...document.forms]) form.remove();
}
