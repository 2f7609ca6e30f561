import { expect, fillEnrolment, openForm, test } from '../support/fixtures.ts';

// How far a family has come: the belt, the complete parts, the review, the voice.

test('the belt fills with good answers and changes its colour, in words too', async ({ page }) => {
  await openForm(page);
  const belt = page.getByRole('progressbar', { name: /^Faixa/ });
  await expect(belt).toHaveAccessibleName('Faixa branca: 0 de 15 respostas obrigatórias');
  await page.locator('#nomeCompleto').fill('Pessoa da Faixa');
  await page.locator('#dataNascimento').fill('05/03/2012');
  await page.locator('#email').fill('sem arroba');
  await expect(belt).toHaveAccessibleName('Faixa branca: 3 de 15 respostas obrigatórias'); // name, date, age
  await expect(page.getByText('✓ Parte completa')).toHaveCount(0);
  await page.getByLabel('Masculino').check();
  await expect(belt).toHaveAccessibleName('Faixa azul: 4 de 15 respostas obrigatórias');
  await expect(page.getByRole('group', { name: /Parte 1 de 6/ }).getByText('✓ Parte completa')).toBeVisible();
  await fillEnrolment(page);
  await expect(belt).toHaveAccessibleName('Faixa preta: 15 de 15 respostas obrigatórias');
  await expect(page.getByText('✓ Parte completa')).toHaveCount(6); // a minor's, with the guardian's telephone
  await page.locator('#dataNascimento').fill('05/03/1990');
  await expect(page.getByText('✓ Parte completa')).toHaveCount(5); // of an adult the guardians' part asks for nothing
  await page.locator('#cidade').fill('');
  await expect(belt).toHaveAccessibleName('Faixa marrom: 14 de 15 respostas obrigatórias');
  await expect(page.getByText('✓ Parte completa')).toHaveCount(4);
});

test('a part that becomes complete moves nothing below it, where a finger may be on its way', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openForm(page);
  const next = page.getByRole('group', { name: /Parte 6 de 6/ });
  const topOfNext = () => next.evaluate((part) => part.getBoundingClientRect().top + scrollY);
  const before = await topOfNext();
  await page.locator('#nivelEscolaridade').selectOption('medio-completo');
  const words = page.getByRole('group', { name: /Parte 5 de 6/ }).getByText('✓ Parte completa');
  await expect(words).toBeVisible();
  expect(await topOfNext()).toBe(before);
  const bottom = await words.evaluate((line) => line.getBoundingClientRect().bottom + scrollY);
  expect(bottom).toBeLessThanOrEqual(before); // and covers nothing
});

test('the answers can be looked through before sending, and each part changed', async ({ page }) => {
  await openForm(page);
  await fillEnrolment(page, { nomeCompleto: 'Pessoa que Confere', peso: '52,5' });
  const fold = page.getByText('Conferir minhas respostas');
  await fold.click();
  const contact = page.getByRole('region', { name: 'Contato' });
  await expect(page.getByRole('region', { name: 'Dados Pessoais' })).toContainText('Pessoa que Confere');
  await expect(page.getByRole('region', { name: 'Informações Sociais e de Saúde' })).toContainText('52,5 kg');
  await contact.getByRole('button', { name: 'Alterar Contato' }).click();
  await expect(page.locator('#cidade')).toBeFocused();
  await page.locator('#cidade').fill('Outra Cidade');
  await fold.click();
  await fold.click();
  await expect(contact).toContainText('Outra Cidade');
});

test.describe('a part can be heard', () => {
  test('when the device has a Portuguese voice: the questions and hints, never an answer', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const spoken: string[] = [];
      class Speech extends EventTarget {
        text: string;
        onend: (() => void) | null = null;
        constructor(text: string) {
          super();
          this.text = text;
        }
      }
      const synthesis = Object.assign(new EventTarget(), {
        getVoices: () => voices,
        speak: (speech: Speech) => spoken.push(speech.text),
        cancel: () => {},
      });
      const voices = [{ lang: 'en-US' }, { lang: 'pt-BR' }];
      Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
      Object.assign(window, { SpeechSynthesisUtterance: Speech, spoken });
    });
    await openForm(page);
    await page.locator('#cidade').fill('Cidade Secreta');
    const button = page.getByRole('button', { name: 'Ouvir a parte 3: Contato' });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    const [text] = await page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
    expect(text).toContain('Telefone com WhatsApp');
    expect(text).toContain('Com DDD');
    expect(text).not.toContain('Cidade Secreta');
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
  });

  test('and says nothing of it when there is none', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'speechSynthesis', { value: undefined });
    });
    await openForm(page);
    await expect(page.getByRole('button', { name: /Ouvir/ })).toHaveCount(0);
  });
});
