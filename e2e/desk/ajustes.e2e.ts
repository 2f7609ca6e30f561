import type { Page } from '@playwright/test';
import { DESKTOP, expectFits, PHONE } from '../support/axe.ts';
import { confirmIn, openScreen } from '../support/desk.ts';
import { expect, test, toast } from '../support/fixtures.ts';

// How what the direção changes looks on a phone and on a desktop, and one change. What its forms send:
// app/admin/settings/SettingsPage.test.tsx; what each setting may hold and does: tests/api/settings.test.ts; what families
// read: site/settings.e2e.ts.

const REFUSED = 'Quem não foi aprovado, ou desistiu antes de participar';

const part = (page: Page, name: string) => page.getByRole('region', { name });
/** What changes a setting. */
const change = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^(Mudar: )?${name.replace('?', '.')}$`) }).click();

test('the settings and their forms fit, and a period is changed', async ({ page, signIn }) => {
  await page.setViewportSize(PHONE);
  await signIn();
  await openScreen(page, 'Ajustes');
  await expectFits(page);
  const dialog = page.getByRole('dialog');
  const saved = async (said: string) => {
    await confirmIn(page);
    await expect(toast(page)).toContainText(said);
    await expect(dialog).toHaveCount(0);
  };
  for (const form of ['Abrir ou fechar as inscrições', 'E-mail é obrigatório?', 'Não aprovada']) {
    await change(page, form);
    await expectFits(page);
    await page.keyboard.press('Escape');
  }

  await page.setViewportSize(DESKTOP);
  await test.step('a period that is shortened waits, and back again', async () => {
    const periods = part(page, 'Prazos');
    await expect(periods).toContainText('Documento: 90 dias depois da decisão');
    await change(page, REFUSED);
    const field = dialog.getByRole('textbox', { name: REFUSED });
    await field.fill('3');
    await expectFits(page);
    await saved('Guardado. Só vale depois de 7 dias; até lá, dá para desfazer nesta página.');
    const line = periods
      .getByRole('listitem')
      .filter({ hasText: 'Passa a 3 meses na primeira limpeza depois de' });
    await expect(line).toContainText(REFUSED); // and no other
    await expectFits(page);
    await change(page, REFUSED);
    await expect(field).toHaveValue('6'); // the one in force, which takes it back
    await saved('Desfeito: o prazo continua o mesmo.');
    await expect(periods).not.toContainText('Passa a 3 meses');
  });
});
