/** The text of a piece of HTML, as it is read. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>|&nbsp;/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * What can be pressed, typed or followed in it, in order, by its name; with '(off)' where it cannot be now, and '(on)'
 * where it is pressed, ticked or shown.
 */
export function controlsIn(html: string): string {
  const found = html.matchAll(/<(button|a|summary)\b([^>]*)>(.*?)<\/\1>|<label[^>]*>(.*?)<\/label>/gs);
  const named = [...found].map(([whole, , attributes, inside, label = '']) => {
    const of = attributes ?? whole;
    const name = /aria-label="([^"]*)"/.exec(of)?.[1] ?? textOf(inside ?? label);
    const isOff = /(?<!aria-)disabled=""|aria-disabled="true"/.test(of);
    const isOn = /aria-pressed="true"|checked=""|aria-current="page"/.test(of);
    return `${name}${isOff ? ' (off)' : ''}${isOn ? ' (on)' : ''}`;
  });
  return named.join(' | ');
}
