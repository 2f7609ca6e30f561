import type { Page } from '@playwright/test';
import { ownData as words } from '../../content/own-data.ts';
import { situationPath } from '../../domain/enrolment/protocol.ts';
import { ownDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { expect, test } from '../support/fixtures.ts';

// 'Meus dados' forgets itself: on a shared telephone the next person is asked for the CPF. Decision 152.

const desk = ownDesk();

const CPF = '529.982.247-25';

const own = (page: Page) => page.getByRole('region', { name: words.title });

async function openWithCpf(page: Page) {
  const input = page.getByLabel(words.cpf);
  if (!(await input.isVisible())) await page.getByText(words.title, { exact: true }).click();
  await input.fill(CPF);
  await page.getByRole('button', { name: words.send, exact: true }).click();
  await expect(own(page).getByRole('heading', { name: words.title })).toBeFocused();
}

test('who goes away and comes back is asked for the CPF again, and so is who touches nothing for ten minutes', async ({
  page,
}) => {
  const answers = { cpf: CPF, condicao_medica: 'sim', condicao_medica_detalhes: 'Asma' };
  const code = await desk.enrol({ nome_completo: 'Ipê Esquecido', ...answers }, nisPdf);
  await page.goto(situationPath(code));
  await openWithCpf(page);
  const expectForgotten = async () => {
    await expect(page.getByText(words.title, { exact: true })).toBeVisible();
    await expect(own(page)).toHaveCount(0);
    await expect(page.locator('main')).not.toContainText('Asma');
    await expect(page.getByLabel(words.cpf)).toHaveValue('');
  };
  await page.goto('/');
  await page.goBack();
  await expectForgotten();
  await openWithCpf(page);
  // as a browser does that keeps the page as it is
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expectForgotten();
  const { headers } = { headers: (await page.request.get('/projeto-social/situacao')).headers() };
  expect(headers['cache-control']).toBe('no-store');

  await page.clock.install();
  await page.reload();
  await openWithCpf(page);
  await page.clock.fastForward('09:58');
  await page.keyboard.press('Shift');
  await page.clock.fastForward('09:58');
  await expect(own(page)).toBeVisible();
  await page.clock.fastForward('00:04');
  await expectForgotten();
  await expect(page.getByRole('form', { name: words.title }).locator('.field__problem')).toContainText(
    words.forgotten,
  );
  await openWithCpf(page);
  await page.clock.resume();
});
