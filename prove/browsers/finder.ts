/**
 * In the page: `all(kind, words, inside)` are the things somebody sees now of that kind, a CSS selector,
 * whose name or text holds the words, those named exactly so first. An open dialog hides what is below it.
 * `inside` is a selector of what they stand in, '' for anywhere.
 */
export const FINDER = `
  const squeeze = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const isShown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  const nameOf = (element) => {
    const by = element.getAttribute('aria-labelledby');
    if (by) return squeeze(by.split(/\\s+/).map((id) => document.getElementById(id)?.textContent).join(' '));
    const label = element.labels?.[0]?.textContent;
    return squeeze(element.getAttribute('aria-label') ?? label ?? element.getAttribute('alt') ?? element.textContent);
  };
  const all = (kind, words, inside) => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    const scopes = inside ? [...document.querySelectorAll(inside)] : [dialog ?? document];
    const seen = scopes.flatMap((scope) => [...scope.querySelectorAll(kind)]).filter(isShown)
      .filter((element) => !words || nameOf(element).includes(words));
    return [...seen.filter((element) => nameOf(element) === words), ...seen.filter((element) => nameOf(element) !== words)];
  };`;

/** What is pressed. */
export const PRESSED = 'button, a[href], summary, [role=button]';
/** What is written into or chosen from. */
export const FIELDS = 'input:not([type=radio]):not([type=checkbox]), textarea, select';
/** What is ticked: its label, which a finger meets, before itself. */
export const TICKED = 'label, input[type=checkbox]';
