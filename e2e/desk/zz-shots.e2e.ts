import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ADMIN } from '../../kit/site.ts';
import { runSql } from '../support/database.ts';
import { notePrinting, openExport, openMore, ownDesk } from '../support/desk.ts';
import { test } from '../support/fixtures.ts';

const OUT = process.env.SHOTS ?? '/tmp/shots/x';
const desk = ownDesk();
test.use({ font: 'Roboto' });

const FLOOD = `
  with o as (
    insert into storage.objects (bucket_id, name, version)
    select 'cadastro_unico_uploads', 'public/' || gen_random_uuid() || '_a.pdf', gen_random_uuid() from generate_series(1, 40)
    returning id, name)
  insert into private.origens (objeto, envio, origem, rede)
  select id, private.envio_do_documento(name), decode(repeat('0a', 16), 'hex'), decode(repeat('0b', 16), 'hex') from o`;

test('shots', async ({ page, signIn, mishaps }) => {
  test.setTimeout(400_000);
  mkdirSync(OUT, { recursive: true });
  const { server } = desk;
  await page.addInitScript(notePrinting);
  await desk.enrolPeople(['Pessoa Um', 'Pessoa Dois', 'Pessoa Apagada'].map((nome_completo) => ({ nome_completo })));
  await desk.addAdministrator('colega@example.com', 'uma frase que ninguém usa');
  await runSql(server, `update private.administradores set papel = 'secretaria' where user_id = (select id from auth.users where email = 'colega@example.com')`);
  await desk.erase('Pessoa Apagada');
  await desk.approve('Pessoa Dois', 'Jiu-Jitsu Infantil');
  await runSql(server, FLOOD,
    `select private.anotar('apagou', u.id) from auth.users u, generate_series(1, 10) where u.email = '${ADMIN.email}'`,
    'select private.soltar_freio()',
    'select private.encerrar_prazos(0, 0, 0)',
    'alter table private.auditoria disable trigger guardar_auditoria',
    `update private.auditoria set momento = now() - interval '5 days' where acao = 'retencao'`,
    'alter table private.auditoria enable trigger guardar_auditoria',
    'select private.conferir_freio()');
  const shot = async (page: Page, name: string) => {
    await page.waitForTimeout(150);
    const text = await page.evaluate(() => {
      const a = document.activeElement as HTMLInputElement | null;
      return `focus: ${a?.tagName} ${a?.type ?? ''} ${a?.getAttribute('aria-label') ?? a?.labels?.[0]?.textContent ?? a?.textContent?.slice(0, 60) ?? ''}`;
    });
    const inputs = await page.evaluate(() =>
      [...document.querySelectorAll('input, select, textarea, button, fieldset, form')].map((el) =>
        [...el.attributes].filter(({ name }) => ['type', 'autocomplete', 'required', 'aria-invalid', 'inputmode', 'maxlength', 'disabled', 'readonly', 'hidden', 'novalidate', 'autocapitalize', 'spellcheck', 'rows', 'placeholder', 'list', 'aria-pressed', 'aria-label'].includes(name)).map(({ name, value }) => `${name}=${name === 'list' ? '' : value}`).join(' ')
          .replace(/^/, `${el.tagName} ${(el as HTMLInputElement).labels?.[0]?.textContent ?? ''} ${el.hasAttribute('aria-describedby') ? `described: ${(el.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent).join('|')}` : ''} `)).join('\n'));
    const aria = await page.locator('body').ariaSnapshot();
    writeFileSync(`${OUT}/${name}.txt`, `${text}\n${aria}\n--\n${inputs}\n`);
    for (const [size, width, height] of [['phone', 360, 740], ['desktop', 1280, 800]] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(100);
      const dialog = (await page.locator('dialog[open]').count()) > 0;
      await page.screenshot({ path: `${OUT}/${name}-${size}.png`, fullPage: !dialog });
      if (dialog) {
        await page.evaluate(() => { const b = [...document.querySelectorAll('dialog[open] .dialog__body')].at(-1); if (b) b.scrollTop = 1e6; });
        await page.screenshot({ path: `${OUT}/${name}-${size}-end.png` });
      }
    }
  };
  const dialog = page.getByRole('dialog').last();
  const esc = async () => { await page.keyboard.press('Escape'); await page.waitForTimeout(200); };
  const submit = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

  await page.goto('/admin/inscricoes');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await shot(page, 'login-empty');
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Senha').fill('errada');
  await page.getByLabel('Senha').press('Enter');
  await page.locator('.alert').waitFor();
  await shot(page, 'login-wrong');
  await signIn();
  await page.getByText('Muitos envios').waitFor();
  await page.getByText('Pessoa Um').first().waitFor();
  await shot(page, 'notices');
  await page.getByRole('button', { name: 'Apagar todas', exact: true }).click();
  await submit('Apagar');
  await shot(page, 'flood');
  await esc();
  await page.getByRole('button', { name: 'A data está certa' }).click();
  await shot(page, 'brake-open');
  await submit('Continuar a limpeza');
  await shot(page, 'brake');
  await esc();
  await (await openMore(page)).getByRole('button', { name: 'Apagadas há pouco' }).click();
  await shot(page, 'bin');
  await esc();
  await openExport(page);
  await shot(page, 'export');
  await dialog.getByLabel('CSV, para outros programas').check();
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  await dialog.locator('.alert').waitFor();
  await shot(page, 'export-done');
  await esc();
  await runSql(server, `update private.acompanhamentos set situacao = 'nao-aprovada', motivo = 'teste', decidida_em = now() - interval '4 months' where nome = 'Pessoa Um'`);
  await page.goto('/admin/inscricoes?lista=todas');
  await page.getByRole('button', { name: 'Ver inscrição de Pessoa Um' }).click();
  const sheet = page.getByRole('dialog', { name: 'Detalhes da Inscrição' });
  await sheet.getByRole('button', { name: 'Apagar agora' }).click({ timeout: 15000 });
  await submit('Apagar');
  await shot(page, 'erase');
  await esc(); await esc(); await esc();

  for (const [link, name] of [['Turmas', 'classes'], ['Registro', 'audit'], ['Ajustes', 'settings'], ['Contas', 'accounts']] as const) {
    await page.goto(`/admin/inscricoes?tela=${{ classes: 'turmas', audit: 'registro', settings: 'ajustes', accounts: 'contas' }[name]}`);
    await page.waitForTimeout(800);
    await shot(page, name);
    void link;
  }
  await page.goto('/admin/inscricoes?tela=turmas');
  await page.getByRole('button', { name: 'Nova turma' }).or(page.getByRole('button', { name: /^Criar|^Adicionar/ })).first().click();
  await submit('Guardar');
  await shot(page, 'class-new');
  await dialog.getByLabel('Horário').fill('x');
  await dialog.getByLabel('terça').check();
  await submit('Guardar');
  await shot(page, 'class-wrong');
  await esc();
  await page.getByRole('button', { name: /^Mudar.*Jiu-Jitsu Infantil|^Editar.*Jiu-Jitsu Infantil/ }).first().click();
  await dialog.getByLabel('Vagas').fill('0');
  await shot(page, 'class-edit');
  await esc();
  await page.getByRole('button', { name: /Encerrar.*Jiu-Jitsu Infantil/ }).first().click();
  await dialog.getByRole('button', { name: /Encerrar/ }).click();
  await shot(page, 'class-end');
  await esc();
  await page.getByRole('button', { name: /Lista.*Jiu-Jitsu Infantil/ }).first().click();
  await dialog.getByRole('combobox').first().waitFor();
  await shot(page, 'class-list');
  await esc();

  await page.goto('/admin/inscricoes?tela=registro');
  await page.getByLabel('Pessoa', { exact: true }).selectOption({ label: ADMIN.email });
  await page.getByRole('button', { name: 'Desfazer correções…' }).click();
  await dialog.getByLabel('Desde quando').fill('');
  await submit('Desfazer correções');
  await shot(page, 'takeback');
  await esc();

  await page.goto('/admin/inscricoes?tela=contas');
  await page.getByRole('button', { name: 'Trocar a senha' }).or(page.locator('form button[type=submit]')).first().click();
  await shot(page, 'own-password');
  await page.locator('.desk-page__head button').first().click();
  await submit('Guardar');
  await shot(page, 'person-new');
  await dialog.getByLabel('E-mail').fill('x@example.com');
  await shot(page, 'person-typed');
  await esc();
  await page.getByRole('button', { name: 'Mudar papel de colega@example.com' }).click();
  await submit('Guardar');
  await shot(page, 'role');
  await esc();
  await page.getByRole('button', { name: 'Nova senha para colega@example.com' }).click();
  await shot(page, 'person-password');
  await esc();
  await page.getByRole('button', { name: 'Tirar acesso de colega@example.com' }).click();
  await dialog.getByLabel('A sua senha').fill('errada');
  await submit('Tirar acesso');
  await dialog.locator('.alert').waitFor();
  await shot(page, 'access-wrong');
  await esc();

  await page.goto('/admin/inscricoes?tela=ajustes');
  const open = page.getByRole('region', { name: 'Inscrições abertas ou fechadas' });
  await open.getByRole('button', { name: 'Guardar', exact: true }).click();
  await shot(page, 'open-nothing');
  await open.getByLabel('Fechar').check();
  await open.getByLabel('A partir do dia').fill('2020-01-01');
  await open.getByRole('button', { name: 'Guardar', exact: true }).click();
  await open.getByLabel('Frase').fill('golpe.example/pix');
  await open.getByRole('button', { name: 'Guardar a frase' }).click();
  const period = page.getByRole('textbox', { name: /Quem não foi aprovado/ });
  await period.fill('x');
  await period.press('Enter');
  await page.getByText('Primeiro contato').click();
  await page.locator('details[open] textarea').fill('oi {nada}');
  await page.locator('details[open] button[type=submit]').click();
  await shot(page, 'settings-wrong');
  await period.fill('3');
  await period.press('Enter');
  await dialog.getByText(/Com 3 meses/).waitFor();
  await submit('Encurtar');
  await shot(page, 'shorter');
  await dialog.getByLabel('A sua senha').fill(ADMIN.password);
  await submit('Encurtar');
  await page.getByText(/Passa a 3 meses/).waitFor();
  await page.getByRole('region', { name: 'O que o formulário pede' }).getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Já é assim.').waitFor();
  await shot(page, 'settings-waits');
  await page.locator('details[open] textarea').fill('Oi, {nome}.');
  await page.locator('details[open] button[type=submit]').click();
  await submit('Guardar');
  await shot(page, 'save-empty');
  mishaps.length = 0;
});
