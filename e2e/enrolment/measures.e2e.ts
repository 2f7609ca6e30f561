import type { Page } from '@playwright/test';
import { project } from '../../content/social-project.ts';
import { expect, openForm, send, test } from '../support/fixtures.ts';

// How near, how short and how calm the enrolment is, in figures. Source: docs/ux.md §4, §4.3, §4.7.

test.use({ font: 'Roboto' });

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

/** Of an element, in pixels of the page. */
const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return { top: top + scrollY, bottom: bottom + scrollY, height };
  });

/** The heights of the window's top at which some of the form is seen and the belt is not, or is covered. */
const withoutBelt = (page: Page) =>
  page.evaluate(async () => {
    const form = document.querySelector('.enrolment__form') as HTMLElement;
    const belt = document.querySelector('.belt__cloth') as HTMLElement;
    const header = document.querySelector('.header') as HTMLElement;
    const { top, bottom } = form.getBoundingClientRect();
    const [start, end] = [top + scrollY, bottom + scrollY];
    const missing: number[] = [];
    for (let y = start - 300; y < end - header.offsetHeight - belt.offsetHeight; y += 90) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      const box = belt.getBoundingClientRect();
      const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const isBelt = seen?.closest('.belt, .progress') !== null && seen !== null;
      if (!isBelt || box.top < header.offsetHeight - 1 || box.bottom > innerHeight) missing.push(y);
    }
    return missing;
  });

const NEAR = [
  [PHONE, { buttonBottom: 740, formTop: 1500, formHeight: 5600 }],
  [DESKTOP, { buttonBottom: 800, formTop: 1500, formHeight: 4200 }],
] as const;

test('the enrolment is near, short and calm, on a phone and on a wide screen', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openForm(page);
  await page.evaluate(() => document.fonts.ready);

  for (const [size, { buttonBottom, formTop, formHeight }] of NEAR)
    await test.step(`at ${size.width}×${size.height} the form is near and short, and its belt always in view`, async () => {
      await page.setViewportSize(size);
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      await test.step('a button in the first screen leads to it', async () => {
        const button = page.getByRole('link', { name: project.enrol });
        expect((await boxOf(page, '.project__enrol')).bottom).toBeLessThanOrEqual(buttonBottom);
        await button.click();
        await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeInViewport();
        await expect(page.locator('.belt__cloth')).toBeInViewport();
      });
      await test.step('it begins early and ends soon, and what people ask comes after it', async () => {
        const form = await boxOf(page, '.enrolment__form');
        test.info().annotations.push({ type: 'form', description: JSON.stringify(form) });
        expect(form.top).toBeLessThanOrEqual(formTop);
        expect(form.height).toBeLessThanOrEqual(formHeight);
        for (const words of ['Onde consigo o comprovante do Cadastro Único?', 'É mesmo de graça?'])
          expect((await page.getByText(words, { exact: true }).boundingBox())?.y, words).toBeGreaterThan(
            (await page.getByRole('button', { name: 'Enviar Inscrição' }).boundingBox())?.y ?? 1e9,
          );
      });
      await test.step('help is one line at the foot of each part, about that part', async () => {
        const lines = page.locator('.part').getByRole('link', { name: /WhatsApp$/ });
        expect(new Set(await lines.allInnerTexts()).size).toBe(6);
        expect(decodeURIComponent((await lines.first().getAttribute('href')) ?? '')).toContain(
          `${project.help.message} Parte 1, ${project.parts[0]}.`,
        );
        const rooms = await lines.evaluateAll((all) =>
          all.map((line) => {
            const { height, marginTop, marginBottom } = getComputedStyle(line);
            const text = document.createRange();
            text.selectNodeContents(line);
            const rows = text.getClientRects().length;
            return [
              rows,
              Number.parseFloat(height) + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom),
            ];
          }),
        );
        expect(rooms).toHaveLength(6);
        for (const [rows, height] of rooms) {
          expect(rows).toBe(1);
          expect(height).toBeLessThanOrEqual(28);
        }
      });
      await test.step('the belt is in view at every scroll position of the form', async () => {
        expect(await withoutBelt(page)).toEqual([]);
        const { height } = await boxOf(page, '.belt__cloth');
        expect(height).toBe(28);
      });
    });

  await test.step('on a wide screen the panel stands in the left third, and short fields in pairs', async () => {
    const [panel, form] = [
      await page.locator('.progress').boundingBox(),
      await page.locator('.enrolment__form').boundingBox(),
    ];
    expect((panel?.x ?? 0) + (panel?.width ?? 1e9)).toBeLessThanOrEqual(form?.x ?? 0);
    await expect(page.getByRole('progressbar', { name: /^Faixa/ })).toBeVisible();
    await expect(page.locator('.progress').getByRole('link', { name: project.help.label })).toBeVisible();
    for (const [one, other] of [
      ['cpf', 'rg'],
      ['peso', 'altura'],
      ['escola', 'serieAno'],
    ]) {
      const [left, right] = [await boxOf(page, `#${one}`), await boxOf(page, `#${other}`)];
      expect(left.top, `${one} beside ${other}`).toBe(right.top);
    }
  });

  await page.setViewportSize(PHONE);
  await test.step('with smooth scrolling: after an empty send the list of problems is there at once, without the age', async () => {
    await page.getByText('Apagar tudo desta tela').click();
    await page.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect(page.locator('#nomeCompleto')).toHaveValue('');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await send(page);
    const summary = page.locator('.summary');
    await summary.waitFor();
    const top = async () => (await summary.boundingBox())?.y ?? -1;
    const atOnce = await top();
    await page.waitForTimeout(400);
    expect(await top()).toBe(atOnce);
    expect(atOnce).toBeGreaterThanOrEqual(0);
    expect(atOnce).toBeLessThan(200);
    await expect(summary.getByRole('link')).toHaveCount(14);
    await expect(summary).toContainText('Digite a data de nascimento.');
    await expect(summary).not.toContainText('A idade');
  });
});
