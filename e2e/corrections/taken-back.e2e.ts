import { signIn as signInAsClient } from '../../kit/desk.ts';
import { ADMIN } from '../../kit/site.ts';
import { sideways, violations } from '../support/axe.ts';
import { detail, openFollowUp, ownDesk, view } from '../support/desk.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';

// Taking back at once what an account corrected and answered (docs/ux.md §8.8).

const desk = ownDesk();

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])
  test.describe(`at ${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test('of a chosen person, since a moment, with the own password', async ({ page, signIn, mishaps }) => {
      const names = [1, 2].map((at) => `Sumaúma Corrigida ${at} ${viewport.width}`);
      await desk.enrolPeople(names.map((nome_completo) => ({ nome_completo })));
      const client = await signInAsClient(apiOf(desk.server));
      for (const name of names)
        for (const { id: inscricao } of await client.rowsOf(name))
          await client.rpc('corrigir_inscricao', {
            ...{ inscricao, versao: 1, motivo: 'digitado-errado' },
            mudancas: { nome_completo: `${name} Roubada`, cidade: 'Cidade Roubada' },
          });

      await signIn();
      await page.goto('/admin/inscricoes?tela=registro');
      const button = page.getByRole('button', { name: 'Desfazer correções…' });
      await expect(page.getByLabel('Pessoa')).toBeEnabled();
      await expect(button).toBeHidden();
      await page.getByLabel('Pessoa').selectOption(ADMIN.email);
      await button.click();
      const dialog = page.getByRole('dialog', { name: 'Desfazer correções desta pessoa' });
      await expect(dialog).toContainText(`As respostas que ${ADMIN.email} corrigiu desde então`);
      const submit = dialog.getByRole('button', { name: 'Desfazer correções' });
      await dialog.getByLabel('Desde quando').fill('');
      await submit.click();
      await expect(dialog).toContainText('Escolha o dia e a hora.');
      expect(await violations(page)).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await dialog.getByLabel('Desde quando').fill('2026-01-31T08:30');
      await dialog.getByLabel('A sua senha').fill('não é esta');
      await submit.click();
      await expect(dialog).toContainText('A sua senha não confere.');
      mishaps.length = 0; // the browser reports the refused password
      await dialog.getByLabel('A sua senha').fill(ADMIN.password);
      await submit.click();
      await expect(page.getByText('Voltaram ao que eram: 4 respostas.')).toBeVisible();
      await expect(page.getByRole('row', { name: /desfez correção/ }).first()).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await page.goto('/admin/inscricoes?lista=todas');
      for (const name of names) await expect(view(page, name)).toBeAttached();
      await openFollowUp(page, names[0] ?? '');
      await expect(detail(page)).toContainText('Desfez a correção: Nome Completo, Cidade');
    });
  });
