import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { situation } from '../../content/situation.ts';
import { toDo } from '../../content/to-do.ts';
import { situationPath } from '../../domain/enrolment/protocol.ts';
import { violations } from '../support/axe.ts';
import { detail, findAtDesk, inDetail, openFollowUp, ownDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { expect, test } from '../support/fixtures.ts';

// Two parents who live apart know the first link and the CPF; what the mother tells the desk, the father does not read. Decision 152.

const desk = ownDesk();

const NAME = 'Aroeira Dois Lares';
const CPF = '529.982.247-25';
/** What the mother gives at the counter, as it is typed or stored. */
const NEW = ['Rua do Abrigo', 'Cidade Nova', '97777-0001', '977770001', 'Escola do Abrigo'];
const OLD = ['Rua Exemplo, 100', 'Cidade Exemplo', 'Escola Conhecida', '92222-0000', '62922220000'];

const own = (page: Page) => page.getByRole('region', { name: 'Meus dados' });
const correcting = (page: Page) => page.getByRole('dialog', { name: 'Corrigir respostas' });

/** Opens the link anew and 'Meus dados' by the CPF; everything that the page shows then. */
async function readByLink(page: Page, code: string): Promise<string> {
  await page.goto('/acessibilidade');
  await page.goto(situationPath(code));
  await page.getByText('Meus dados', { exact: true }).click();
  await page.getByLabel('CPF de quem vai treinar').fill(CPF);
  await page.getByRole('button', { name: 'Abrir', exact: true }).click();
  await expect(own(page).getByRole('heading', { name: 'Meus dados' })).toBeFocused();
  return page.locator('main').innerText();
}

/** The copy as a file. */
async function copyOf(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await own(page).getByRole('button', { name: 'Baixar em arquivo (JSON)' }).click();
  return readFileSync(await (await downloading).path(), 'utf8');
}

test('what one parent tells the desk is not read by the link that both parents know', async ({
  page: father,
  signIn,
}) => {
  test.slow();
  const code = await desk.enrol(
    {
      nome_completo: NAME,
      cpf: CPF,
      escola: 'Escola Conhecida',
      telefone_whatsapp: '62922220000',
      nome_responsavel: 'Mãe de Teste',
      telefone_responsavel: '62911110000',
    },
    nisPdf,
  );
  await desk.approve(NAME, 'Jiu-Jitsu Infantil');
  const heard: string[] = [];
  father.on('response', async (answer) => {
    if (answer.url().includes('/rpc/')) heard.push(await answer.text().catch(() => ''));
  });
  const expectUntold = (shown: string, secrets: readonly string[]) => {
    for (const secret of secrets) {
      expect(shown, secret).not.toContain(secret);
      expect(
        heard.filter((body) => body.includes(secret)),
        secret,
      ).toEqual([]);
    }
  };
  const team = await father.context().newPage();

  await test.step('what was corrected at the desk is not read, nor the class, on the page and in its copies', async () => {
    expect(await readByLink(father, code)).toContain('Turma: Jiu-Jitsu Infantil');
    await signIn(team);
    await openFollowUp(team, NAME);
    await inDetail(team, 'Corrigir respostas').click();
    const answer = (label: string) => correcting(team).getByRole('textbox', { name: label, exact: true });
    const ending = team.getByRole('dialog', { name: openEnrolment.links.title });
    await answer('RG').fill('123');
    await answer('Endereço Completo').fill('Rua do Abrigo, 7');
    await answer('Cidade').fill('Cidade Nova');
    await answer('Telefone/WhatsApp').fill('62977770001');
    await answer('Escola').fill('Escola do Abrigo');
    await correcting(team).getByLabel('Por que corrigir').selectOption('Pedido da família');
    await correcting(team).getByRole('button', { name: 'Guardar correção' }).click();
    await expect(ending).toContainText('mandar um novo?');
    expect(await violations(team)).toEqual([]);
    await ending.getByRole('button', { name: openEnrolment.links.leave }).click();

    heard.length = 0;
    const shown = await readByLink(father, code);
    const copy = await copyOf(father);
    expectUntold(shown + copy, [...NEW, ...OLD, 'Jiu-Jitsu']);
    for (const label of ['Endereço Completo', 'Cidade', 'Telefone/WhatsApp', 'Escola'])
      expect(shown).toMatch(new RegExp(`${label}\\s+Atualizado pela secretaria em \\d\\d/\\d\\d`));
    expect(shown).toMatch(/Aberto por este link em \d\d\/\d\d\/\d{4}/);
    expect(await violations(father)).toEqual([]);
  });

  await test.step('under ‘Endereço protegido’ not even that something was changed', async () => {
    await findAtDesk(team, NAME);
    await openFollowUp(team, NAME);
    await expect(detail(team)).toContainText('Abriu «Meus dados» pelo link');
    const mark = inDetail(team, 'Endereço protegido');
    await mark.click();
    await expect(mark).toHaveAttribute('aria-pressed', 'true');
    await expect(detail(team)).toContainText('Marcou: Endereço protegido');
    expect(await violations(team)).toEqual([]);

    heard.length = 0;
    const shown = await readByLink(father, code);
    const copy = await copyOf(father);
    expectUntold(shown + copy, [...NEW, ...OLD, 'Jiu-Jitsu', 'Mãe de Teste', '91111-0000', 'na recepção']);
    expect(shown).not.toMatch(/[Aa]tualizad|Corrigido/);
    expect(shown).toMatch(/Endereço Completo\s+Não informado/);
    expect(shown).toContain('Pedido nº 1'); // the copy of before: no gap tells of what was asked at the desk
    await mark.click();
    await expect(mark).toHaveAttribute('aria-pressed', 'false');
    await expect(detail(team)).toContainText('Desmarcou: Endereço protegido');
  });

  await test.step('correcting offers to end the links, and the new one shows what it should', async () => {
    await inDetail(team, 'Corrigir respostas').click();
    await correcting(team)
      .getByRole('textbox', { name: 'Cidade', exact: true })
      .fill('Cidade Nova, Setor Sul');
    await correcting(team).getByLabel('Por que corrigir').selectOption('Digitado errado');
    await correcting(team).getByRole('button', { name: 'Guardar correção' }).click();
    await inDetail(team, openEnrolment.links.end).click();
    const message = team.getByRole('dialog', { name: 'Avisar a família' });
    await expect(message).toContainText('Ligar para (62) 91111-0000: do responsável');
    await message.getByRole('button', { name: toDo.makeLink }).click();
    const send = message.getByRole('link', { name: toDo.openChat });
    const href = decodeURIComponent((await send.getAttribute('href')) ?? '');
    expect(href).toContain('https://wa.me/55');
    const made = /#([0-9a-f]{32})/.exec(href)?.[1] ?? '';
    expect(await violations(team)).toEqual([]);
    await message.getByRole('button', { name: 'Fechar' }).click();
    await expect(detail(team)).toContainText('Encerrou os links da família');

    await father.goto('/acessibilidade');
    await father.goto(situationPath(code));
    await expect(father.getByRole('alert').filter({ hasText: situation.nobody })).toBeVisible();
    await father.goto('/acessibilidade');
    await father.goto(situationPath(made));
    await expect(father.locator('.situation__answer')).toContainText('Turma: Jiu-Jitsu Infantil');
    await expect(father.locator('main')).not.toContainText('Atualizado');
  });
});
