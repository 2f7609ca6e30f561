import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import { faq, hero as heroWords, offer } from '../../content/home.ts';
import { project as projectWords } from '../../content/social-project.ts';
import { expect, MOTION, test } from '../support/fixtures.ts';

test.use(MOTION);

// Where the home page and the project's lead, with scripts and without. What they say: app/home/HomePage.test.tsx.

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('the home page and the page of the project say all that they should', async ({ page }) => {
      await test.step('the home page says who this is, what is taught when, and how to come', async () => {
        await page.goto('/');

        await test.step('it answers what people ask, one question at a touch', async () => {
          await expectAnswers(page, {
            level: 3,
            questions: faq.length,
            question: faq[1]?.question ?? '',
            answer: faq[1]?.answer ?? '',
          });
        });

        await test.step('the hero says who this is, and offers the modalities, a chat and the project', async () => {
          const hero = page.getByRole('region', { name: brand.name });
          await expect(hero.getByRole('heading', { level: 1 })).toHaveText(brand.name);
          await expect(hero.getByText('Centro de Treinamento')).toBeVisible();
          await expect(hero.getByText(heroWords.tagline)).toBeVisible();
          await hero.getByRole('button', { name: heroWords.button }).click();
          await expect(page.getByRole('heading', { name: 'Modalidades', exact: true })).toBeInViewport();
          await hero.getByRole('link', { name: offer.button }).click();
          await expect(page).toHaveURL(/\/projeto-social$/);
        });
      });

      if (!javaScriptEnabled)
        await test.step('no line pretends to know the day: the timetable alone says when, and the band leads on', async () => {
          await page.goto('/');
          await expect(page.locator('.today > p').filter({ visible: true })).toHaveCount(0);
          await expect(page.getByRole('table', { name: 'Horários das aulas da semana' })).toBeVisible();
          const band = page.locator('#inicio > .offer');
          await expect(band.getByRole('listitem')).toHaveText(offer.facts);
          await expect(band.getByRole('link', { name: offer.chat.label })).toBeHidden();
          await band.getByRole('link', { name: offer.button }).click();
          await expect(page).toHaveURL(/\/projeto-social$/);
        });

      await test.step('the page of the project says who may enter, and answers what people ask', async () => {
        await page.goto('/projeto-social');

        await test.step('it answers what people ask, one question at a touch', async () => {
          await expectAnswers(page, {
            level: 2,
            questions: projectWords.faq.items.length,
            question: projectWords.faq.items[0]?.question ?? '',
            answer: projectWords.faq.items[0]?.answer ?? '',
          });
        });

        await test.step('its first button leads to the form, or to what is possible without scripts', async () => {
          await page.getByRole('link', { name: projectWords.enrol }).click();
          await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeInViewport();
          const notice = page.getByText(/é preciso ativar o JavaScript/);
          await expect(notice).toHaveCount(javaScriptEnabled ? 0 : 1);
          if (javaScriptEnabled) return expect(page.locator('#nomeCompleto')).toBeVisible();
          await expect(notice).toBeInViewport();
          await expect(page.locator('#nomeCompleto')).toBeHidden(); // nothing could be sent
        });

        await test.step('it says who may enter, what to have at hand and what comes then', async () => {
          const project = page.locator('#projeto');
          await expect(project.getByRole('heading', { level: 1 })).toHaveText('Projeto Construindo Campeões');
          const criteria = project.getByRole('region', { name: projectWords.criteria.title });
          await expect(criteria.getByRole('listitem')).toHaveText([...projectWords.criteria.items]);
          const atHand = project.getByRole('region', { name: projectWords.atHand.title });
          await expect(atHand.getByRole('listitem')).toHaveText([...projectWords.atHand.items]);
          for (const [summary, text] of [
            ['Onde consigo o comprovante do Cadastro Único?', 'peça a folha resumo do Cadastro Único'],
            ['O que acontece depois?', 'Você recebe um número de protocolo na tela.'],
          ] as const) {
            await expect(project.getByText(text)).toBeHidden();
            await project.getByText(summary, { exact: true }).click();
            await expect(project.getByText(text)).toBeVisible();
          }
          if (javaScriptEnabled) {
            await expect(project.locator('.part').getByRole('link', { name: /\? WhatsApp$/ })).toHaveCount(6);
            await expect(
              project.getByRole('link', { name: 'Precisa de ajuda? Fale no WhatsApp' }),
            ).toHaveCount(1);
          }
          await expect(page.getByText(/ver situação/i)).toHaveCount(0);
        });

        if (javaScriptEnabled)
          await test.step('the declaration opens the privacy notice beside the form, and what was typed stays', async () => {
            await page.getByLabel('Nome completo').fill('Pessoa de Teste');
            const declaration = page.getByRole('region', { name: 'Antes de enviar, leia' });
            const [tab] = await Promise.all([
              page.waitForEvent('popup'),
              declaration
                .getByRole('link', { name: 'Como cuidamos dos seus dados (abre em outra aba)', exact: true })
                .click(),
            ]);
            await expect(tab).toHaveURL(/\/privacidade$/);
            await expect(page.getByLabel('Nome completo')).toHaveValue('Pessoa de Teste');
            await tab.close();
          });

        await test.step('the blank form and the privacy notice are a link away', async () => {
          await page.getByRole('link', { name: 'Imprimir ficha em branco' }).click();
          await expect(page).toHaveURL(/\/projeto-social\/ficha-em-branco$/);
          await page.goto('/projeto-social');
          await page.getByRole('link', { name: 'Como cuidamos dos seus dados', exact: true }).click();
          await expect(page).toHaveURL(/\/privacidade$/);
        });
      });
    });
  });
}

/** The questions of the page that is open, and one of their answers. */
async function expectAnswers(
  page: Page,
  asked: { level: number; questions: number; question: string; answer: string },
) {
  const { level, questions, question, answer } = asked;
  const heading = page.getByRole('heading', { name: 'Perguntas frequentes', level });
  await expect(heading).toBeVisible();
  await expect(heading.locator('..').locator('summary')).toHaveCount(questions);
  await expect(page.getByText(answer)).toBeHidden();
  await page.getByText(question, { exact: true }).click();
  await expect(page.getByText(answer)).toBeVisible();
  await page.getByText(question, { exact: true }).click();
  await expect(page.getByText(answer)).toBeHidden();
}
