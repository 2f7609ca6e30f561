import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import type { ClientConfig } from 'pg';
import { FONTS, showIn } from '../../prove/fonts.ts';
import { openPools } from '../../server/core/database.ts';
import { addPeople } from '../../server/demo/people.ts';
import { runSql } from '../support/database.ts';
import { detail, ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { rows } from '../support/open-enrolment.ts';

// How much of the list with 300 enrolments, of an open one and of the head is seen at once, in the fonts that people have. The
// bounds are those of docs/ux.md §7 ('Room').

const PEOPLE = 300;

ownDesk(async ({ server }) => {
  test.setTimeout(180_000);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: server.dataDir };
  if (server.database) await addToProject(server.database);
  else execFileSync(process.execPath, ['scripts/command.mjs', 'demo:data', String(PEOPLE)], { env });
  await runSql(
    server,
    'update private.acompanhamentos set pedido = hashtext(nome) % 8 = 0, a_avisar = private.se_avisa(situacao)',
    `insert into private.pedidos (inscricao_id, tipo, numero) select inscricao_id, 'copia', 99 from private.acompanhamentos where pedido on conflict do nothing`,
  );
});

/** No command of ours makes people there. */
async function addToProject(login: ClientConfig) {
  const database = openPools({ owner: login, callers: login, onError: () => {} });
  await addPeople(database, PEOPLE, () => {});
  await database.close();
}

/**
 * `first`: the pixels above the first row at most; `whole`: how many rows are at least; `median`: their height at most;
 * `most`: above the document of an open enrolment.
 */
const SIZES = [
  { width: 1280, height: 800, first: 220, whole: 11, median: 53, columns: 1, most: 200 },
  { width: 1600, height: 900, first: 220, whole: 13, median: 53, columns: 1, most: 200 },
  { width: 768, height: 1024, first: 335, whole: 8, median: 150, columns: 2, most: 270 },
  { width: 360, height: 740, first: 335, whole: 2, median: 150, columns: 1, most: 270 },
  { width: 640, height: 400, first: 335, whole: 0, median: 150, columns: 1, most: 270 },
];

/** Beside a button for the whole page, whose families have a class and more marks, the first card is where it is otherwise. */
const TELLING = SIZES.filter(({ width }) => width === 360).map((size) => ({ ...size, median: 165 }));

/** What is above its bound, too small, beside the window or cut. `control`: how high what is pressed is at least. */
const faultsOf = (page: Page, size: (typeof SIZES)[number], control = 36) =>
  page.evaluate(
    ([size, control]) => {
      const boxes = (what: string) =>
        [...document.querySelectorAll<HTMLElement>(what)]
          .filter((one) => one.checkVisibility())
          .map((one) => one.getBoundingClientRect());
      const cards = boxes('.enrolments__row');
      const heights = cards.map(({ height }) => height).sort((a, b) => a - b);
      const pressed = boxes('.enrolments__row :is(button, a), .tools button, .paging button');
      const cut = [...document.querySelectorAll('.enrolments__name bdi')].filter(
        (name) => name.scrollWidth > name.clientWidth && getComputedStyle(name).display !== 'inline',
      );
      const marks = [...document.querySelectorAll('.enrolments__name')].map(
        (name) => [...name.querySelectorAll('.badge, .enrolments__until')].length,
      );
      return Object.entries({
        first: [cards[0]?.top ?? Number.NaN, 0, size.first],
        whole: [cards.filter(({ bottom }) => bottom <= innerHeight).length, size.whole, 25],
        median: [heights[Math.floor(heights.length / 2)] ?? Number.NaN, 0, size.median],
        highest: [heights.at(-1) ?? Number.NaN, 0, size.median === 53 ? 54 : 999],
        columns: [new Set(cards.map(({ left }) => left)).size, size.columns, size.columns],
        control: [Math.min(...pressed.map(({ height }) => height)), control, 99],
        sideways: [document.documentElement.scrollWidth - innerWidth, -99, 0],
        'names cut': [cut.length, 0, 0],
        marks: [Math.max(...marks), 1, 4], // the fourth says how many others
      }).flatMap(([what, [seen = 0, least = 0, most = 0]]) =>
        seen >= least && seen <= most ? [] : [`${what} ${seen}`],
      );
    },
    [size, control] as const,
  );

/** Where the head is higher than its one line, on a phone its two, or something of it stands beside the window. */
const faultsOfHead = (page: Page) =>
  page.locator('.admin__head').evaluate((head) => {
    const most = innerWidth <= 640 ? 100 : 56;
    const height = head.getBoundingClientRect().height;
    const beside = [...head.querySelectorAll('h1, a, button')].filter(
      (part) => part.getBoundingClientRect().right > innerWidth || part.scrollWidth > part.clientWidth + 1,
    );
    return [
      ...(height > most ? [`${height} high`] : []),
      ...beside.map(({ textContent }) => `${textContent}: beside the window, or cut`),
    ];
  });

/** Where the way from the head to what the family asks leaves that out of sight, below the strip or the foot; then all is as before. */
async function faultsOfWay(page: Page) {
  await detail(page).getByRole('button', { name: 'Pedido: cópia' }).click();
  const title = detail(page).getByRole('heading', { name: 'Pedidos da família' });
  await expect(title).toBeFocused();
  return title.evaluate((heading) => {
    const { left, top, bottom } = heading.getBoundingClientRect();
    const answer =
      heading.parentElement?.querySelector('button')?.getBoundingClientRect().bottom ?? Number.NaN;
    const foot = document.querySelector('.dialog__foot')?.getBoundingClientRect().top ?? Number.NaN;
    const seen = [top, bottom - 1].every((y) => document.elementFromPoint(left + 1, y) === heading);
    for (const part of document.querySelectorAll('dialog[open], dialog[open] *')) part.scrollTop = 0;
    return [
      seen ? [] : `title at ${top} to ${bottom}`,
      answer <= foot ? [] : `answer ends at ${answer}, foot ${foot}`,
    ].flat();
  });
}

/** How far foot and content of an open enrolment end from where they have to, once all is scrolled to its end. */
const gapsIn = (page: Page) =>
  detail(page).evaluate((dialog) => {
    for (const part of [dialog, ...dialog.querySelectorAll('*')]) part.scrollTop = 100_000;
    const endOf = (part: string) => dialog.querySelector(part)?.getBoundingClientRect().bottom ?? Number.NaN;
    const { top = 0 } = dialog.querySelector('.dialog__foot')?.getBoundingClientRect() ?? {};
    const ends = [endOf('.dialog__foot') - dialog.getBoundingClientRect().bottom, endOf('.detail') - top];
    return ends.map((gap) => Math.abs(Math.round(gap)));
  });

test('at each size, in each font, rows begin near the top, few pixels high, and an open enrolment shows document and sheet', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow(); // three fonts
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, '');
  await expect(page.getByText('Atenção (')).toBeVisible();
  const found: string[] = [];
  for (const font of FONTS) {
    await showIn(page, font);
    for (const list of ['Todas', /^A avisar/, /^A decidir/]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: list, exact: true }).click();
      await expect(page.getByRole('button', { name: list, pressed: true, exact: true })).toBeVisible();
      await expect(page.locator('.enrolments--old')).toHaveCount(0);
      await expect(rows(page)).toHaveCount(25);
      for (const size of String(list) === '/^A avisar/' ? TELLING : SIZES) {
        await page.setViewportSize(size);
        const faults = await faultsOf(page, size);
        // a bare Linux's font alone lets them scroll
        const hidden = await page.locator('.to-do').evaluate((row) => row.scrollWidth - row.clientWidth);
        if (size.width >= 768 && font !== 'DejaVu Sans')
          faults.push(...(hidden > 0 ? [`${hidden} of the chips`] : []));
        found.push(...faults.map((fault) => `${font}, ${list}, ${size.width}: ${fault}`));
      }
    }
    await rows(page).filter({ hasText: 'Pedido da' }).last().getByRole('button', { name: /^Ver/ }).click();
    await expect(detail(page).locator('.sheet').first()).toBeVisible();
    for (const { width, height, most } of SIZES) {
      await page.setViewportSize({ width, height });
      const document = await detail(page).locator('.document-panel').first().boundingBox();
      if (!(document && document.y <= most)) found.push(`${font}, ${width}: document at ${document?.y}`);
      const tools = await detail(page).locator('.detail__tools').boundingBox();
      if (!(tools && tools.height <= 48)) found.push(`${font}, ${width}: tools ${tools?.height} high`);
      const seen = await detail(page).locator('.sheet').first().boundingBox();
      const foot = await detail(page).locator('.dialog__foot').boundingBox();
      const room = (foot?.y ?? height) - (seen?.y ?? Number.NaN);
      if (!(room >= 32)) found.push(`${font}, ${width}: ${room} of the sheet`);
      found.push(...(await faultsOfWay(page)).map((fault) => `${font}, ${width}: ${fault}`));
    }
    expect(await gapsIn(page)).toEqual([0, 0]); // at 200 % zoom, the last of the sizes
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await gapsIn(page)).toEqual([0, 0]);
    await page.keyboard.press('Escape');
    await expect(detail(page)).toHaveCount(0);
    await page.waitForFunction(() => !window.history.state?.dialogs); // what is pressed before is taken back with it
  }
  mishaps.length = 0; // the made-up enrolments that were opened have no document in the store

  await test.step('the head keeps to its line on each screen', async () => {
    const nav = page.getByRole('navigation', { name: 'Área da equipe' });
    for (const screen of ['Registro', 'Inscrições']) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await nav.getByRole('link', { name: screen }).click();
      for (const font of FONTS) {
        await showIn(page, font);
        for (const width of [360, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          const faults = await faultsOfHead(page);
          found.push(...faults.map((fault) => `${screen}, ${font}, ${width}: ${fault}`));
        }
      }
    }
    expect(found).toEqual([]);
  });

  await test.step('with text of twice the size nothing stands beside the window, and everything can be pressed', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% }');
      document.adoptedStyleSheets.push(sheet);
    });
    const large = { ...SIZES[0], first: 900, whole: 0, median: 500, columns: 1 } as (typeof SIZES)[number];
    expect(await faultsOf(page, large, 72)).toEqual([]);
  });
});

test.describe('under a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, font: 'Roboto' });

  test('everything that is pressed is 44 pixels high, and the first card is where it is otherwise', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await expect(rows(page)).toHaveCount(25);
    await expect(page.getByText('Atenção (')).toBeVisible();
    expect(await faultsOf(page, SIZES[3] as (typeof SIZES)[number], 44)).toEqual([]); // a phone's
  });
});
