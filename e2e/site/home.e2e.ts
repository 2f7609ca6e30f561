import { brand } from '../../content/brand.ts';
import { hero as heroWords, offer } from '../../content/home.ts';
import { project as projectWords } from '../../content/social-project.ts';
import { expect, MOTION, test } from '../support/fixtures.ts';

test.use(MOTION);

// Where the home page and the project's lead, with scripts and without. What they say: app/home/HomePage.test.tsx.

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('the home page and the page of the project lead where they should', async ({ page }) => {
      await test.step('the home page leads to the modalities and to the project', async () => {
        await page.goto('/');

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

      await test.step('the page of the project leads to the form, the notice and the blank form', async () => {
        await page.goto('/projeto-social');

        await test.step('its first button leads to the form, or to what is possible without scripts', async () => {
          await page.getByRole('link', { name: projectWords.enrol }).click();
          await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeInViewport();
          const notice = page.getByText(/é preciso ativar o JavaScript/);
          await expect(notice).toHaveCount(javaScriptEnabled ? 0 : 1);
          if (javaScriptEnabled) return expect(page.locator('#nomeCompleto')).toBeVisible();
          await expect(notice).toBeInViewport();
          await expect(page.locator('#nomeCompleto')).toBeHidden(); // nothing could be sent
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
