import type { CDPSession, Page } from '@playwright/test';
import { expect, fillEnrolment, holdRequests, openForm, test } from '../support/fixtures.ts';
import { expectOne, ROWS, UPLOADS } from '../support/sending.ts';

// The form as a screen reader uses it: by role and name alone, without seeing the
// toasts, and what live regions announce.

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const choice = (page: Page, group: RegExp, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true });

/** The text of the live regions in the browser's accessibility tree. */
async function spoken(devtools: CDPSession): Promise<string> {
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const text = (id: string): string => {
    const node = byId.get(id);
    if (!node || node.ignored) return (node?.childIds ?? []).map(text).join(' ');
    if (node.role?.value === 'StaticText') return String(node.name?.value ?? '');
    return (node.childIds ?? []).map(text).join(' ');
  };
  return nodes
    .filter((node) => node.properties?.some(({ name, value }) => name === 'live' && value.value !== 'off'))
    .map(({ nodeId }) => text(nodeId))
    .join(' | ');
}

/** What is answered by role and name; the names of the others: app/social-project/form/EnrolmentForm.test.tsx. */
const WHO = { nomeCompleto: '', dataNascimento: '', sexo: '', cpf: '', rg: '' };

test('the form can be used by role and name, without seeing the toasts: refused, corrected, cut off, sent', async ({
  page,
  context,
  server,
  mishaps,
}) => {
  const one = await expectOne(server);
  await page.clock.install();
  await openForm(page);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.toast { display: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  const devtools = await context.newCDPSession(page);
  const hears = (words: string | RegExp) => expect.poll(() => spoken(devtools)).toMatch(words);

  await page.getByRole('button', { name: 'Enviar Inscrição' }).click();
  await hears(/Confira estes itens antes de enviar.*Digite o nome completo\..*Escolha o sexo\./);
  const summary = page.getByRole('alert').filter({ hasText: 'Confira estes itens' });
  await expect(summary.getByRole('link')).toHaveCount(14); // the age follows from the birth date
  await summary.getByRole('link', { name: 'Digite o nome completo.' }).click();
  const name = field(page, 'Nome completo *');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/como está no documento\. Erro: Digite o nome completo\.$/);
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await summary.getByRole('link', { name: 'Escolha o sexo.' }).click();
  await expect(choice(page, /^Sexo/, 'Masculino')).toBeFocused();
  await expect(page.getByRole('group', { name: /^Sexo/ })).toHaveAccessibleDescription(
    'Como está no documento. Erro: Escolha o sexo.',
  );

  await page.getByRole('radio', { name: /^Para meu filho/ }).check();
  await name.fill('Só por Nome e Papel');
  await field(page, 'Data de nascimento *').fill('05/03/2012');
  await hears(/(^|\| )1\d anos/);
  await expect(field(page, /^Idade/)).toHaveValue(/^1\d$/);
  await expect(field(page, /^Idade/)).toHaveAttribute('readonly');
  await hears('Menor de 18 anos: chame um responsável.');
  await choice(page, /^Sexo/, 'Feminino').check();
  await field(page, 'CPF *').fill('529.982.247-26');
  await field(page, /^RG/).fill('1234567');
  await hears('Este CPF não existe. Confira os números.');
  await field(page, 'CPF *').fill('529.982.247-25');
  await fillEnrolment(page, { ...WHO, condicaoMedica: '' }, null);
  const details = field(page, /^Se (sim|não)/);
  await expect(details).toBeDisabled();
  await expect(details).toHaveAccessibleDescription('Este campo abre quando você marca Sim.');
  await choice(page, /^Possui Condição/, 'Sim').check();
  await expect(details).toBeEnabled();
  await choice(page, /^Possui Condição/, 'Não').check();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Comprovante do Cadastro Único/ }).click();
  await (await chosen).setFiles('e2e/support/files/nis.pdf');
  await hears('Documento anexado: nis.pdf.');
  await expect(page.getByRole('progressbar')).toHaveAccessibleName(/^Faixa preta: 15 de 15/);

  let calls = 0;
  await page.route(UPLOADS, async (route) => {
    calls += 1;
    return calls > 1 ? route.continue() : route.abort('connectionreset');
  });
  const release = await holdRequests(page, ROWS);
  await page.getByRole('button', { name: 'Enviar Inscrição' }).click();
  await hears('Tentando de novo (1 de 3)');
  await expect(page.locator(':focus')).toContainText('Não foi enviado ainda.');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('button', { name: 'Enviando...' })).toBeDisabled();
  await hears('Enviando...');
  release();
  await expect(page.getByRole('heading', { name: /Inscrição enviada!/ })).toBeFocused();
  await expect(page).toHaveTitle(/^Inscrição enviada/);
  await one('Só por Nome e Papel');
  mishaps.length = 0; // the connection that was cut
});
