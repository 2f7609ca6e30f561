import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { project } from '../../content/social-project.ts';
import { DESKTOP, PHONE, violations } from '../support/axe.ts';
import { ANSWERS, expect, fillAnswer, fillEnrolment, openForm, send, test } from '../support/fixtures.ts';

// How near, how short and how calm the enrolment is, and the craft of the form, in figures. Source: docs/ux.md §4, §4.3, §4.4, §4.7, §6.2.

test.use({ font: 'Roboto' });

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
  });
});

const SIZES = [{ viewport: PHONE, hasTouch: true, isMobile: true }, { viewport: DESKTOP }];

const part = (page: Page, number: number) => page.locator(`#parte-${number}`);
const box = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom, left, right, height } = element.getBoundingClientRect();
    return { top, bottom, left, right, height };
  });

for (const use of SIZES)
  test.describe(`at ${use.viewport.width}×${use.viewport.height}`, () => {
    test.use(use);
    const isPhone = use.viewport.width < 1024;

    test('the form is as it was drawn', async ({ page }) => {
      await openForm(page);
      await page.evaluate(() => document.fonts.ready);

      await test.step('labels, belt, completeness, help and the box for details are as they were drawn', async () => {
        await test.step('beside the belt stands how many answers there are, and the belt is seen on its track', async () => {
          await expect(page.locator('.belt__count')).toBeVisible();
          await expect(page.locator('.belt__count')).toHaveText('0 de 15');
          expect(await contrasts(page)).toEqual([]);
          const [cloth, count] = [await box(page, '.belt__cloth'), await box(page, '.belt__count')];
          expect(count.left).toBeGreaterThanOrEqual(cloth.right);
          expect((count.top + count.bottom) / 2).toBeCloseTo((cloth.top + cloth.bottom) / 2, 0);
        });
        await test.step('each part says beside its title what it lacks, and when it is complete, and nothing moves', async () => {
          await expect(part(page, 1).locator('legend').first()).toContainText('faltam 4');
          await expect(part(page, 4).locator('legend').first()).toContainText(project.belt.optional);
          const before = await box(page, '#parte-6');
          const next = page.getByRole('group', { name: /Parte 6 de 6/ });
          const topOfNext = () => next.evaluate((one) => one.getBoundingClientRect().top + scrollY);
          const topBefore = await topOfNext();
          await page.locator('#nivelEscolaridade').selectOption('medio-completo');
          const complete = part(page, 5).getByText(project.belt.partComplete);
          await expect(complete).toBeVisible();
          expect((await box(page, '#parte-6')).height).toBe(before.height);
          await test.step('a part that becomes complete moves nothing below it, where a finger may be on its way', async () => {
            const words = page.getByRole('group', { name: /Parte 5 de 6/ }).getByText('✓ Parte completa');
            await expect(words).toBeVisible();
            expect(await topOfNext()).toBe(topBefore);
            const bottom = await words.evaluate((line) => line.getBoundingClientRect().bottom + scrollY);
            expect(bottom).toBeLessThanOrEqual(topBefore); // and covers nothing
          });
          const gaps = await complete.evaluate((words) => {
            const title = document.createRange();
            title.selectNodeContents(words.closest('legend')?.firstChild as Node);
            const [here, there] = [
              words.getBoundingClientRect(),
              [...title.getClientRects()].at(-1) as DOMRect,
            ];
            return { across: here.left - there.right, down: here.top - there.bottom };
          });
          expect(Math.min(gaps.across > 0 ? gaps.across : 9e9, Math.abs(gaps.down))).toBeLessThanOrEqual(16);
        });
        await test.step('the box for details is one line after ‘Não’, and 100 pixels again after ‘Sim’', async () => {
          const details = page.locator('#condicaoMedicaDetalhes');
          const height = async () => (await box(page, '#condicaoMedicaDetalhes')).height;
          await fillAnswer(page, 'condicaoMedica', 'Não');
          await expect(details).toHaveValue('Nenhuma');
          await expect.poll(height).toBeLessThanOrEqual(52);
          await fillAnswer(page, 'condicaoMedica', 'Sim');
          await expect.poll(height).toBeGreaterThanOrEqual(100);
        });
        if (!isPhone)
          await test.step('of a pair the labels stand on one line, and the controls, whatever is said below', async () => {
            await page.locator('#cpf').fill('1');
            await page.locator('#email').fill('x');
            await page.locator('#peso').fill('999');
            await page.locator('#altura').focus();
            await expect(page.locator('#peso-erro')).toBeVisible();
            for (const [one, other] of [
              ['dataNascimento', 'idade'],
              ['cpf', 'rg'],
              ['telefoneWhatsapp', 'email'],
              ['nomeResponsavel', 'telefoneResponsavel'],
              ['escola', 'serieAno'],
              ['peso', 'altura'],
            ])
              for (const of of [`label[for=${one}]|label[for=${other}]`, `#${one}|#${other}`]) {
                const [left = '', right = ''] = of.split('|');
                expect((await box(page, left)).top, of).toBe((await box(page, right)).top);
              }
          });
        expect(await violations(page)).toEqual([]);
      });

      if (isPhone)
        await test.step('the belt is seen on its track in each of its colours', async () => {
          for (const [belt, answers] of [
            ['azul', ['condicaoMedica', 'nomeCompleto', 'dataNascimento', 'cpf']],
            ['roxa', ['cidade', 'enderecoCompleto', 'telefoneWhatsapp']],
            ['marrom', ['email', 'sexo', 'rendaFamiliar']],
          ] as const) {
            await fillEnrolment(page, only(answers), null);
            await expect(page.locator('.belt')).toHaveClass(`belt belt--${belt}`);
            expect(await contrasts(page), belt).toEqual([]);
          }
        });
    });
  });

/** The answers of these fields alone. */
function only(names: readonly string[]) {
  const none = Object.fromEntries(Object.keys(ANSWERS).map((name) => [name, '']));
  return {
    ...none,
    ...Object.fromEntries(names.map((name) => [name, ANSWERS[name as keyof typeof ANSWERS]])),
  };
}

/** What of the belt does not stand out by 3:1 from its track: its outline above, and its end. */
async function contrasts(page: Page): Promise<string[]> {
  const picture = sharp(
    await page.locator('.belt__cloth').screenshot({ animations: 'disabled' }),
  ).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    luminance([...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]);
  const middle = Math.floor(info.height / 2);
  const track = at(info.width - 4, middle);
  const end = Array.from({ length: info.width - 8 }, (_, x) => info.width - 5 - x).find(
    (x) => ratio(at(x, middle), track) >= 3,
  );
  return [
    ...(end === undefined ? ['no end of the belt is seen'] : []),
    ...(ratio(at(4, 2), track) >= 3 ? [] : ['no outline of the belt is seen']),
  ];
}

const luminance = (rgb: readonly number[]) => {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
