import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { project } from '../../content/social-project.ts';
import { violations } from '../support/axe.ts';
import { ANSWERS, expect, fillAnswer, fillEnrolment, openForm, test } from '../support/fixtures.ts';

// The craft of the form, in figures, on a phone under a finger and on a desktop. Source: docs/ux.md §4.3, §4.4, §6.2.

const SIZES = [
  { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  { viewport: { width: 1280, height: 800 } },
];

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
