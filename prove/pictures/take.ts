import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { check } from '../kill.ts';
import { type Picture, RECORD, type Recorded } from './list.ts';
import { wordsOfProduct } from './spoken.ts';

/** What has words of its own on a page. */
const NAMED = 'h1, h2, h3, h4, a, button, summary, label, legend, th, dt, option, span, p';

/**
 * Takes a picture of what the window shows, with a white `margin` around it where it is of paper, and records it.
 * Throws when a word that belongs in it cannot be seen, or when it is not in Roboto.
 */
export async function take(page: Page, { file, width, height, shows }: Picture, margin = 0): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
  const seen = await page.evaluate(wordsInWindow, NAMED);
  const unseen = shows.filter((words) => !seen.texts.some((text) => text.includes(words)));
  check(unseen.length === 0, `${file} shows ${unseen.join(', ')} (it shows ${seen.texts.join(' · ')})`);
  check(seen.font.includes('Roboto'), `${file} is in Roboto (${seen.font})`);

  const around = { top: margin, right: margin, bottom: margin, left: margin, background: 'white' };
  const shot = await sharp(await page.screenshot())
    .extend(around)
    .png()
    .toBuffer();
  const whole = await sharp(shot).webp({ lossless: true, effort: 6 }).toBuffer();
  const lossy = await sharp(shot).webp({ quality: 40, effort: 6 }).toBuffer();
  const bytes = whole.length < lossy.length ? whole : lossy;
  const made = await sharp(bytes).metadata();
  check(
    made.width === width && made.height === height,
    `${file} is ${width} × ${height} (${made.width} × ${made.height})`,
  );
  for (const path of [file, RECORD]) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(file, bytes);
  const spoken = wordsOfProduct();
  const words = [
    ...new Set([...shows, ...seen.texts.filter((text) => text.length > 3 && spoken.has(text))]),
  ].sort();
  record(file, { sha256: createHash('sha256').update(bytes).digest('hex'), words });
  console.log(`${file}: ${bytes.length} bytes`);
}

function record(file: string, entry: Recorded): void {
  const before = readRecord();
  const all = Object.entries({ ...before, [file]: entry }).sort(([one], [other]) => one.localeCompare(other));
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** What was recorded of each picture when it was taken. */
export function readRecord(): Record<string, Recorded> {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, Recorded>;
  } catch {
    return {}; // the first picture
  }
}

/** In the page: the texts that can be seen in the window, and the font that they are in. */
function wordsInWindow(named: string): { texts: string[]; font: string } {
  const isSeen = (element: Element) => {
    const { top, left, bottom, right, width, height } = element.getBoundingClientRect();
    const inWindow =
      top < innerHeight && left < innerWidth && bottom > 0 && right > 0 && width > 2 && height > 2;
    if (!inWindow) return false;
    const at = document.elementFromPoint(
      Math.max(0, Math.min(innerWidth - 1, left + 3)),
      Math.max(0, Math.min(innerHeight - 1, top + height / 2)),
    );
    return at !== null && (element.contains(at) || at.contains(element));
  };
  const texts = [...document.querySelectorAll(named)]
    .filter(isSeen)
    .map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim());
  return { texts: [...new Set(texts)].filter(Boolean), font: getComputedStyle(document.body).fontFamily };
}
