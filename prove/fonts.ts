import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

// The site's text font is that of each person's system, and a machine for tests has another one.

/**
 * Android's, a bare Linux's, Windows's. Segoe UI may not be passed on: in its place stands Roboto, as much larger as
 * an average letter of Segoe UI is wider, on lines of Segoe UI's height.
 */
export const FONTS = ['Roboto', 'DejaVu Sans', 'Segoe UI'] as const;
export type FontName = (typeof FONTS)[number];

type Weight = 400 | 700;
type Face = { weight: Weight; bytes: string; descriptors: Record<string, string> };

/** The average width of a Latin letter, and the lines of Segoe UI, in 2048ths of the size: Capsize's measures. */
const WIDTHS = { 'Segoe UI': { 400: 908, 700: 973 }, Roboto: { 400: 911, 700: 926 } };
const LINES = { ascent: 2210, descent: 514 };

function faceOf(font: FontName, weight: Weight): Face {
  const name = font === 'DejaVu Sans' ? 'dejavu-sans' : 'roboto';
  const file = `node_modules/@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`;
  const bytes = readFileSync(file).toString('base64');
  if (font !== 'Segoe UI') return { weight, bytes, descriptors: {} };
  const larger = WIDTHS[font][weight] / WIDTHS.Roboto[weight];
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
  const descriptors = {
    sizeAdjust: percent(larger),
    ascentOverride: percent(LINES.ascent / 2048 / larger), // both are of the larger size
    descentOverride: percent(LINES.descent / 2048 / larger),
  };
  return { weight, bytes, descriptors };
}

/**
 * Shows what `page` has open, and what it opens, in this font; what Latin has not stays in the machine's own. It
 * goes past the policy of the pages, which need no change.
 */
export async function showIn(page: Page, font: FontName): Promise<void> {
  const given = [font, [faceOf(font, 400), faceOf(font, 700)]] as const;
  await page.addInitScript(setFont, given);
  await page.evaluate(setFont, given);
  await page.evaluate(() => document.fonts.ready);
}

/** In the page: in place of what app/styles/tokens.css says. */
function setFont([font, faces]: readonly [string, readonly Face[]]): void {
  for (const { weight, bytes, descriptors } of faces) {
    const buffer = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
    const face = new FontFace(`Tests' ${font}`, buffer, { weight: String(weight), ...descriptors });
    document.fonts.add(face);
  }
  const sheet = new CSSStyleSheet();
  const precise = 'text-rendering: geometricPrecision'; // widths that are no whole pixels, as on telephones
  sheet.replaceSync(`:root { --font-text: "Tests' ${font}", system-ui, sans-serif; ${precise} }`);
  document.adoptedStyleSheets.push(sheet);
}
