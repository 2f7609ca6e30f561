import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { ADMIN } from '../../kit/site.ts';
import { expect, holdRequests, MOTION, menuToggle, test, untilReady } from '../support/fixtures.ts';

test.use(MOTION);

// The budgets of the network, as a browser on a phone spends them. The sizes of
// served files are held by tests/contract/byte-budgets.test.ts and tests/guards/photos.test.ts.

test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true });

type Answer = { path: string; bytes: number; type: string };

/** Everything the page asks for from now on, with its size on the wire. */
function listen(page: Page): Answer[] {
  const answers: Answer[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    const type = response.headers()['content-type'] ?? '';
    if (response.headers()['content-encoding'] === 'br')
      return answers.push({ path: pathname, bytes: Number(response.headers()['content-length']), type });
    const body = await response.body().catch(() => Buffer.alloc(0));
    const bytes =
      type.startsWith('image/') || type.startsWith('font/') ? body.length : brotliCompressSync(body).length;
    answers.push({ path: pathname, bytes, type });
  });
  return answers;
}

/** The scripts that the page has fetched without running them, those that it runs, and those asked for before it was complete. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const scripts = entries.filter(
      ({ name, initiatorType }) => name.endsWith('.js') || initiatorType === 'script',
    );
    const named = (such: (entry: PerformanceResourceTiming) => boolean) =>
      scripts.filter(such).map(({ name }) => name);
    return {
      fetched: named(({ initiatorType }) => initiatorType === 'fetch'),
      run: named(({ initiatorType }) => initiatorType !== 'fetch'),
      early: named(({ startTime }) => startTime < (navigation?.loadEventStart ?? 0)),
    };
  });

const sum = (answers: Answer[], type: RegExp) =>
  answers.filter((answer) => type.test(answer.type)).reduce((total, { bytes }) => total + bytes, 0);

/** Since a page was asked for, in whatever state it is now. */
const expectNothingBeforePaint = (page: Page, path: string) =>
  test.step(`nothing but ${path} itself is asked for before its first paint`, async () => {
    const before = await page.evaluate(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return entries.filter(({ responseEnd }) => responseEnd < painted).map(({ name }) => name);
    });
    expect(before).toEqual([]);
    // The tab has its icon all the same, once there is something to read.
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/favicon-32.png');
  });

test('the home page asks for little, late, and moves nothing', async ({ page }) => {
  await recordShifts(page);
  const answers = listen(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  await expectNothingBeforePaint(page, '/');
  expect(sum(answers, /javascript/)).toBe(0);
  expect(sum(answers, /css/)).toBe(0);
  await page.waitForFunction(
    () => document.documentElement.classList.contains('painted') && document.fonts.status === 'loaded',
  ); // the display face stands in its place

  await test.step('pictures of the first screen are at most 30 KB, of the whole home page 110 KB', async () => {
    await expect.poll(() => answers.filter(({ path }) => path.includes('/hero')).length).toBe(1);
    const hero = answers.filter(({ path }) => path.includes('/hero'));
    expect(hero[0]?.type).toMatch(/^image\/svg/);
    expect(hero[0]?.bytes).toBeLessThanOrEqual(30_000);
    // who presses a button of the first screen pays for no other picture
    expect(answers.filter(({ path }) => path.startsWith('/fotos/'))).toEqual(hero);
    await readToTheEnd(page); // what is laid out late has its place then
    await untilStill(answers);
    const photos = answers.filter(({ path }) => path.startsWith('/fotos/'));
    expect(photos.length).toBeGreaterThanOrEqual(4);
    expect(photos.every(({ type }) => type.startsWith('image/svg'))).toBe(true);
    expect(sum(photos, /./)).toBeLessThanOrEqual(110_000);
  });

  await test.step('the home page loads no script until somebody acts, then at most 90 KB, and nothing moves', async () => {
    expect(await shiftsOf(page)).toEqual([]);
    expect(sum(answers, /javascript/)).toBe(0); // reading on is no intent
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const before = await positions(page);
    await page.keyboard.press('Tab');
    await expect.poll(() => sum(answers, /javascript/)).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('html')).toHaveClass(/used/);
    expect(sum(answers, /javascript/)).toBeLessThanOrEqual(90_000);
    expect(await positions(page)).toEqual(before);
  });

  await test.step('what stands far below is laid out when the window comes near, or whole at the first press', async () => {
    const wholePage = () => page.evaluate(() => document.querySelector('main')?.clientHeight ?? 0);
    const laidOut = () =>
      page.evaluate(() =>
        document
          .querySelector('#contato h2')
          ?.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true }),
      );
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await laidOut()).toBe(false);
    const estimate = await wholePage();
    await menuToggle(page).tap();
    expect(await laidOut()).toBe(true);
    const height = await wholePage();
    expect(Math.abs(estimate - height) / height).toBeLessThan(0.02); // the scroll bar's thumb hardly changes
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).tap();
    await expect(page.locator('#contato h2')).toBeInViewport();
  });
});

/** From a page that has just come and is still, until somebody acts. */
const expectScripts = (page: Page, answers: Answer[], path: string, when: string, isAhead: boolean) =>
  test.step(`${path} fetches its scripts ${when}, at most 130,000 bytes, and runs none before somebody acts`, async () => {
    await untilStill(answers);
    expect(sum(answers, /css/)).toBe(0); // its styles came with it
    const ahead = await scriptsOf(page);
    expect(ahead.fetched.length > 5).toBe(isAhead);
    expect(ahead.early).toEqual([]);
    expect(ahead.run).toEqual([]);
    if (isAhead) expect(sum(answers, /javascript/)).toBeLessThanOrEqual(130_000);
    else expect(sum(answers, /javascript/)).toBe(0);
    await page.keyboard.press('Shift');
    await expect(page.locator('html')).toHaveClass(/used/);
    const { run } = await scriptsOf(page);
    expect(run.length).toBeGreaterThan(5);
    if (isAhead) expect(run.filter((name) => !ahead.fetched.includes(name))).toEqual([]);
  });

test('the page of the project fetches its scripts ahead, and runs them when somebody acts', async ({
  page,
}) => {
  const answers = listen(page);
  await page.goto('/projeto-social', { waitUntil: 'networkidle' });
  await expectNothingBeforePaint(page, '/projeto-social');
  await expectScripts(page, answers, '/projeto-social', 'after it is there', true);

  await test.step("scrolling runs the form's scripts", async () => {
    await page.goto('/projeto-social', { waitUntil: 'networkidle' });
    expect((await scriptsOf(page)).run).toEqual([]);
    await page.mouse.wheel(0, 300);
    await expect(page.locator('form button[type=submit]')).toBeAttached();
  });

  await test.step('a field that takes the focus is there at once: keys wait for a page that still moves', async () => {
    const field = page.getByLabel('E-mail *');
    const top = async () => (await field.boundingBox())?.y ?? Number.NaN;
    for (const scripts of ['that come with it', 'that are there'])
      await test.step(`with scripts ${scripts}`, async () => {
        await page.goto('/projeto-social', { waitUntil: 'networkidle' });
        if (scripts === 'that are there') await untilReady(page);
        else expect((await scriptsOf(page)).run).toEqual([]);
        await page.evaluate(() => document.fonts.ready); // letters that come move a line by less than a pixel
        await field.focus();
        const atOnce = await top();
        if (scripts === 'that come with it')
          await test.step("the focus in a field runs the form's scripts", () =>
            expect(page.locator('form button[type=submit]')).toBeAttached());
        await untilReady(page);
        await page.waitForTimeout(700);
        expect(Math.abs((await top()) - atOnce)).toBeLessThan(1);
        await expect(field).toBeInViewport({ ratio: 1 });
      });
  });
});

test('the sign-in asks for little, and fetches the desk while somebody types', async ({ page }) => {
  const answers = listen(page);
  await page.goto('/admin/inscricoes', { waitUntil: 'networkidle' });
  await expectNothingBeforePaint(page, '/admin/inscricoes');

  await test.step('the administrators’ sign-in asks for no picture, and for the one font after its first paint', async () => {
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    expect(answers.filter(({ path }) => path.includes('fotos'))).toEqual([]);
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    expect(answers.filter(({ path }) => path.includes('fonts'))).toHaveLength(1);
    expect(sum(answers, /font/)).toBeLessThanOrEqual(17_000);
  });

  await expectScripts(page, answers, '/admin/inscricoes', 'when somebody acts', false);

  await test.step('the code of the desk is fetched while somebody types, and runs after the sign-in', async () => {
    const desk = (names: string[]) => names.filter((name) => name.includes('/SignedIn-')).length;
    await page.goto('/admin/inscricoes', { waitUntil: 'networkidle' });
    expect(desk((await scriptsOf(page)).fetched)).toBe(0);
    await page.getByLabel('E-mail').fill(ADMIN.email);
    await expect.poll(async () => desk((await scriptsOf(page)).fetched)).toBe(1);
    expect(desk((await scriptsOf(page)).run)).toBe(0);
    await page.getByLabel('Senha').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Entrar' }).tap();
    await expect(page.getByRole('heading', { name: 'Inscrições do Projeto Social' })).toBeVisible();
    expect(desk((await scriptsOf(page)).run)).toBe(1);
  });
});

test('the font is waited for by nothing, moves nothing and dresses all of its texts', async ({ page }) => {
  const nextTab = () => page.evaluate(() => sessionStorage.clear()); // where a page marks that the font has come
  await recordShifts(page);

  await test.step('a font that never comes holds no form back, on a later page either', async () => {
    const release = await holdRequests(page, '**/fonts/**');
    await page.goto('/privacidade', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveClass(/painted/);
    await page.goto('/projeto-social', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveClass(/painted/);
    await page.keyboard.press('Shift'); // scripts wait for a person
    await expect(page.locator('form button[type=submit]')).toBeVisible();
    release();
    await nextTab();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('the font never blocks and moves nothing when it comes', async () => {
    const release = await holdRequests(page, '**/fonts/**');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    release();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(200);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((total, shift) => total + shift, 0)).toBeLessThan(0.005);
    await nextTab();
    await page.unrouteAll();
  });

  await test.step('after the first paint a text in the display face is whole in it', async () => {
    for (const path of ['/', '/projeto-social', '/privacidade', '/acessibilidade', '/admin/inscricoes']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.locator('html')).toHaveClass(/painted/);
      const halfDressed = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) =>
            [null, '::before', '::after'].some((part) =>
              getComputedStyle(element, part).fontFamily.startsWith('"Big Shoulders fallback"'),
            ),
          )
          .map(({ tagName, className }) => `${tagName}.${className}`),
      );
      expect(halfDressed).toEqual([]);
    }
  });
});

test('on a phone no question is laid out before the first paint, unless the address leads into the page', async ({
  page,
}) => {
  const question = page.locator('#nomeCompleto');
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0; // the start script never hears of the first paint
  });
  await page.goto('/projeto-social');
  await expect(question).toBeAttached();
  await expect(question).toBeHidden();
  await page.goto('/projeto-social?#formulario');
  await expect(question).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/projeto-social');
  await expect(question).toBeVisible();
  expect((await scriptsOf(page)).run).toEqual([]); // which would say that the page is painted
});

/** Waits until nothing more came for half a second. */
async function untilStill(answers: Answer[]) {
  for (let before = -1; answers.length < 2 || before < answers.length; ) {
    before = answers.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** From now on keeps how far each visible thing moved by itself (layout shifts). */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.filter((value) => value > 0));

/** In steps of less than a window, as a thumb does. */
async function readToTheEnd(page: Page) {
  for (let top = 0; top < (await page.evaluate(() => document.documentElement.scrollHeight)); top += 600) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
}

/** The place of every section, heading and control. */
const positions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header a, main *, footer *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [
        element.tagName,
        Math.round(x),
        Math.round(y + window.scrollY),
        Math.round(width),
        Math.round(height),
      ].join(' ');
    }),
  );
