import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { hero, offer, schedule } from '../../content/home.ts';
import { linesOfTheWeek } from '../../domain/timetable.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

// What the home page says before anybody scrolls, and how long it is.

test.use({ font: 'Roboto' });

const LINES = linesOfTheWeek(schedule, hero.today);
const INK = [0x0b, 0x12, 0x30];

const ways = (page: Page) => page.locator('.hero__ways > .button');
const band = (page: Page) => page.locator('#inicio > .offer');
const today = (page: Page) => page.locator('.today > p').filter({ visible: true });

const SIZES = [
  [360, 740, 2, 5_000],
  [1280, 800, 1, 4_600],
  [1600, 900, 1, 4_700],
] as const;

test('the first screen says all that it should on any device', async ({ page }) => {
  for (const [width, height, screens, pageHeight] of SIZES)
    await test.step(`at ${width} × ${height} the first screen says who, what, when and how, and the project's band is in the first ${screens}`, async () => {
      await page.setViewportSize({ width, height });
      await page.goto('/', { waitUntil: 'networkidle' });
      await expect(page.locator('html')).toHaveClass(/painted/);
      for (const words of ['h1', '.hero__kind', '.hero__tagline'])
        await expect(page.locator(words)).toBeInViewport({ ratio: 1 });
      await expect(today(page)).toHaveCount(1);
      await expect(today(page)).toBeInViewport({ ratio: 1 });

      await test.step('both ways are of one weight, and the picture touches neither', async () => {
        await expect(ways(page)).toHaveText([hero.chat.label, hero.button]);
        const looks = await ways(page).evaluateAll((all) =>
          all.map((way) => {
            const { width, height } = way.getBoundingClientRect();
            const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(way);
            return [
              Math.round(width),
              Math.round(height),
              color,
              backgroundColor,
              fontSize,
              fontWeight,
            ].join();
          }),
        );
        expect(new Set(looks).size, looks.join(' | ')).toBe(1);
        for (const way of await ways(page).all()) await expect(way).toBeInViewport({ ratio: 1 });
        expect(await around(page)).toEqual([]);
      });

      await test.step('each way and each class of today stands on one line', async () => {
        const texts = page.locator('.hero__ways > .button, .today > p > span').filter({ visible: true });
        const broken = await texts.evaluateAll((all) =>
          all.flatMap(({ lastChild }) => {
            const words = document.createRange();
            words.selectNode(lastChild as Text);
            const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
            return lines.size === 1 ? [] : [words.toString()];
          }),
        );
        expect(broken).toEqual([]);
      });

      await test.step('the band says three facts and leads to the form', async () => {
        await expect(band(page).getByRole('heading')).toHaveText(offer.title);
        await expect(band(page).getByRole('listitem')).toHaveText(offer.facts);
        const way = band(page).getByRole('link', { name: offer.button });
        await expect(way).toHaveAttribute('href', '/projeto-social');
        const box = await band(page).boundingBox();
        expect((box?.y ?? 9e9) + (box?.height ?? 9e9)).toBeLessThanOrEqual(screens * height + 1);
        await expect(band(page).locator('p')).toBeHidden();
        const { width: across = 0 } = (await page.locator('.hero__picture').boundingBox()) ?? {};
        expect(across).toBe(width); // words and picture fill the width
      });

      await test.step('the page is short, its cards stand in a row', async () => {
        for (let y = 0; y < 6000; y += 500)
          await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
        await page.evaluate(() => document.documentElement.classList.add('used'));
        const rooms = await page.evaluate(() => ({
          page: document.documentElement.scrollHeight,
          sideways: document.documentElement.scrollWidth - innerWidth,
          cards: [...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect()),
          snaps: getComputedStyle(document.querySelector('.snap-row') as Element).scrollSnapType,
        }));
        expect(rooms.page).toBeLessThanOrEqual(pageHeight);
        expect(rooms.sideways).toBe(0);
        expect(new Set(rooms.cards.map(({ top }) => top)).size).toBe(1);
        if (width < 960) {
          expect(rooms.snaps).toBe('x mandatory');
          for (const card of rooms.cards) expect(card.height).toBeLessThanOrEqual(420);
        }
        expect(await linksThatTouch(page)).toEqual([]);
        expect(await violations(page)).toEqual([]);
      });
    });
});

test.describe('whatever the device takes for the time', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the hero says which classes are today', async ({ page }) => {
    await test.step("the hero says today's classes from midnight to midnight at the centre, also in a tab that stayed open", async () => {
      for (const [day, line] of [...LINES.entries()].slice(5)) // each day: domain/timetable.test.ts
        for (const time of ['00:00:01', '23:59:59'])
          await test.step(`${time} of day ${day}`, async () => {
            await page.clock.setFixedTime(`2026-11-${22 + day}T${time}-03:00`);
            await page.goto('/');
            await expect(today(page)).toHaveText(line);
          });
      await page.clock.setFixedTime('2026-11-29T00:00:01-03:00');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(today(page)).toHaveText(LINES[0] ?? '');
    });
  });
});

/** The words of links that stand beside each other with less than 8 pixels between them. */
const linksThatTouch = (page: Page) =>
  page.locator('main a:visible').evaluateAll((links) => {
    const boxes = links.map((link) => ({ words: link.textContent, box: link.getBoundingClientRect() }));
    return boxes.flatMap(({ words, box }, at) =>
      boxes
        .slice(at + 1)
        .filter(({ box: other }) => other.top < box.bottom && box.top < other.bottom)
        .filter(({ box: other }) => other.left < box.right + 8 && box.left < other.right + 8)
        .map((other) => `${words} ${other.words}`),
    );
  });

/** What around the two ways is not the plain ground. */
async function around(page: Page): Promise<string[]> {
  const box = await page.locator('.hero__ways').boundingBox();
  if (!box) return ['there are none'];
  const edge = 8;
  const clip = {
    x: box.x - edge,
    y: box.y - edge,
    width: box.width + 2 * edge,
    height: box.height + 2 * edge,
  };
  const picture = sharp(await page.screenshot({ clip })).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const other: string[] = [];
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const inside = x > 3 && y > 3 && x < info.width - 4 && y < info.height - 4;
      const at = (y * info.width + x) * 3;
      if (!inside && INK.some((value, i) => Math.abs((data[at + i] ?? 0) - value) > 3))
        other.push(`${x},${y}: ${[...data.subarray(at, at + 3)]}`);
    }
  return other.slice(0, 3);
}
