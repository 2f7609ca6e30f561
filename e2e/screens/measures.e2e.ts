import type { Locator } from '@playwright/test';
import { ask } from '../../kit/site.ts';
import { detail, inDetail, ownDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';

// What the desk's third edition is measured by, where no other file does: docs/ux.md §7 and §8.5.

const desk = ownDesk();

for (const { kind, telefone, answer, said } of [
  { kind: 'desistir', answer: 'Confirmar a desistência', said: 'Desistiu' },
  { kind: 'telefone', telefone: '62911112222', answer: 'Usar este telefone', said: 'Nova' },
])
  test(`what a family asked for (${kind}) has its answer within four actions of signing in`, async ({
    page,
    signIn,
  }) => {
    const name = `Pequi ${kind}`;
    const guardian = { nome_responsavel: 'Responsável de Teste', telefone_responsavel: '62900000008' };
    const code = await desk.enrol({ nome_completo: name, ...guardian }, nisPdf); // a link is of a document
    await ask(apiOf(desk.server), '/rest/v1/rpc/pedir_pela_familia', {
      body: { codigo: code, tipo: kind, telefone },
    });
    await desk.enrolPeople([{ nome_completo: 'Outra Pessoa' }]);
    await signIn(page, '');
    let actions = 0;
    const act = async (what: Locator) => {
      actions += 1;
      await what.click();
    };
    await act(page.getByRole('button', { name: /^Pedido da família/ }));
    await act(page.getByRole('button', { name: `Ver inscrição de ${name}` }));
    await act(inDetail(page, answer));
    await expect(detail(page).locator('.detail__facts')).toContainText(said);
    await expect(inDetail(page, answer)).toHaveCount(0);
    await act(inDetail(page, 'Fechar'));
    await expect(page.getByText('Nada em Pedido da família.')).toBeVisible();
    expect(actions).toBeLessThanOrEqual(4);
  });

test('the open enrolment is read and decided at 200 % zoom', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 640, height: 400 }); // 1280×800, twice as large
  await desk.enrolPeople([{ nome_completo: 'Jatobá Exemplo' }]);
  await signIn(page);
  await page.getByRole('button', { name: 'Ver inscrição de Jatobá Exemplo' }).click();
  const likely = detail(page).locator('.decision__likely .button--primary').first();
  await likely.scrollIntoViewIfNeeded();
  await expect(likely).toBeInViewport({ ratio: 1 });
  for (const fact of await detail(page).locator('.evidence dd').all()) {
    await fact.scrollIntoViewIfNeeded();
    await expect(fact).toBeInViewport({ ratio: 0.9 });
  }
  expect(
    await detail(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth),
  ).toBeLessThanOrEqual(0);
});
