import type { Page } from '@playwright/test';
import { ADMIN } from '../../kit/site.ts';
import { DESKTOP, expectFits, PHONE, SIZES, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, fromRowMenu, openMore, ownDesk } from '../support/desk.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { expect, pressChip, type RunningServer, test, toast } from '../support/fixtures.ts';

// Retention waits, and somebody at the desk says that the date is right; and who erased much is stopped.

const desk = ownDesk();

/** Moves the last run five days back, as if there had been none since. */
const stayAway = (server: RunningServer) =>
  runSql(
    server,
    'select private.soltar_freio()', // on a project, what other tests have dated back waits for a person
    'select private.encerrar_prazos(0, 0, 0)',
    'alter table private.auditoria disable trigger guardar_auditoria',
    `update private.auditoria set momento = now() - interval '5 days' where acao = 'retencao'`,
    'alter table private.auditoria enable trigger guardar_auditoria',
  );
/** What the server asks each hour. */
const ask = (server: RunningServer) => runSql(server, 'select private.conferir_freio()');

async function openBin(page: Page) {
  await (await openMore(page)).getByRole('button', { name: 'Apagadas há pouco' }).click();
  return page.getByRole('dialog', { name: 'Apagadas há pouco' });
}

const ALL_SIZES = [...SIZES, { width: 768, height: 1024 }];

/** Forty uploads of one address without an enrolment, as rows: nobody has their bytes. */
const FLOOD = `
  with o as (
    insert into storage.objects (bucket_id, name, version)
    select 'cadastro_unico_uploads', 'public/' || gen_random_uuid() || '_a.pdf', gen_random_uuid() from generate_series(1, 40)
    returning id, name)
  insert into private.origens (objeto, envio, origem, rede)
  select id, private.envio_do_documento(name), decode(repeat('0a', 16), 'hex'), decode(repeat('0b', 16), 'hex') from o`;

test('a flood, too much erased by hand and a clock that may be wrong are told above the list, and somebody answers', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow();
  const { server } = desk;
  const people = ['Pessoa que Fica', 'Jenipapo que Fica', 'Pessoa da Enxurrada'];
  await desk.enrolPeople(people.map((nome_completo) => ({ nome_completo })));
  const photo = await plain(300, 200, '#d8d4c8').jpeg().toBuffer();
  await desk.enrol({ nome_completo: 'Pessoa que Espera' }, jpegFile(photo));
  await runSql(server, FLOOD);
  await signIn();

  await test.step('a flood is told above the list, and goes when APAGAR is typed', async () => {
    await page.getByText('Atenção (').click();
    const notice = page.getByRole('status').filter({ hasText: 'Muitos envios em pouco tempo' });
    await expect(notice).toContainText('40 arquivos sem inscrição');
    await expectFits(page);
    await notice.getByRole('button', { name: 'Apagar todas' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading')).toHaveText('Apagar 0 inscrições e 40 arquivos?');
    await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect(dialog).toContainText('Digite APAGAR para confirmar.');
    await expectFits(page);
    await dialog.getByRole('textbox').first().fill('apagar');
    await page.setViewportSize({ width: 360, height: 740 });
    await dialog.getByLabel('A sua senha').fill('não é esta senha');
    await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect(dialog.locator('.alert')).toBeInViewport({ ratio: 1 }); // not below what the foot leaves
    await dialog.getByLabel('A sua senha').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect(toast(page)).toContainText('0 inscrições apagadas.');
    await expect(notice).toHaveCount(0);
    await expect(page.getByText('Pessoa da Enxurrada').first()).toBeVisible();
    mishaps.length = 0; // the browser reports the refusal
    await toast(page).getByRole('button', { name: 'Fechar aviso' }).click();
  });

  await test.step('a document that its term erased is nowhere there any more', async () => {
    await page.setViewportSize(DESKTOP);
    const who = `(select inscricao_id from private.acompanhamentos where nome = 'Pessoa que Espera')`;
    await runSql(
      server,
      'select private.soltar_freio()',
      'select private.encerrar_prazos(0, 0, 0)',
      `update private.acompanhamentos set situacao = 'aprovada', decidida_em = now() - interval '91 days' where inscricao_id = ${who}`,
      'select private.apagar_vencidas(100)',
    );
    const [day] =
      /\d\d\/\d\d\/\d{4}/.exec(new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })) ??
      [];
    await page.goto('/admin/inscricoes');
    await pressChip(page, 'Todas');
    const row = page.getByRole('row', { name: /Pessoa que Espera/ });
    const doc = row.getByRole('button', { name: /^Doc/ });
    await expect(doc).toBeDisabled();
    await expect(doc).toHaveAttribute('title', `Arquivo apagado em ${day}`);
    await row.getByRole('button', { name: /^Ver/ }).click();
    await expect(detail(page).locator('.evidence')).toContainText('Apagado no prazo');
    await expect(detail(page)).toContainText(`Sim (arquivo apagado em ${day})`);
    await expect(detail(page).locator('.document-panel')).toContainText(`Arquivo apagado em ${day}`);
    await detail(page).getByRole('button', { name: 'Fechar' }).click();
    await page.goto('/admin/inscricoes');
  });

  await test.step('one account that puts ten away is told above the list, and the record brings all back at once', async () => {
    const much = `select private.anotar('apagou', u.id) from auth.users u, generate_series(1, 10) where u.email = '${ADMIN.email}'`;
    const put = `select private.por_na_lixeira(array(select inscricao_id from private.acompanhamentos where nome = n), m,
      (select id from auth.users where email = '${ADMIN.email}'))
      from (values ('Pessoa que Fica', 'pedido_da_familia'), ('Jenipapo que Fica', 'repetida')) as given (n, m)`;
    await runSql(server, much, put);
    await page.goto('/admin/inscricoes');
    const notice = page.getByRole('status').filter({ hasText: 'Alguém da equipe apagou muito' });
    await page.getByText('Alguém da equipe apagou muito').first().click(); // its title is in the line that holds it
    await expect(notice).toContainText('Em 24 horas, a mesma pessoa apagou 1');
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);

    const bin = await openBin(page);
    await expectFits(page);
    const other = bin.getByRole('listitem').filter({ hasText: 'Jenipapo que Fica' });
    await expect(other).toContainText(`Repetida, por ${ADMIN.email}`);
    await other.getByRole('button', { name: /^Devolver/ }).click();
    const simple = page.getByRole('dialog', { name: 'Devolver Jenipapo que Fica?' });
    await expect(simple).toContainText('Volta para a lista como estava');
    await expect(simple.getByLabel('A sua senha')).toHaveCount(0); // no family asked
    await simple.getByRole('button', { name: 'Cancelar' }).click();
    await bin.getByRole('button', { name: 'Devolver Pessoa que Fica' }).click();
    const asked = page.getByRole('dialog', { name: 'Devolver Pessoa que Fica?' });
    await expect(asked).toContainText('A família pediu para apagar.');
    await asked.getByLabel('A sua senha').fill(ADMIN.password);
    await asked.getByRole('button', { name: 'Devolver', exact: true }).click();
    await expect(toast(page)).toContainText('Pessoa que Fica está de volta na lista.');
    await expect(asked.or(bin.getByRole('button', { name: 'Devolver Pessoa que Fica' }))).toHaveCount(0);
    await bin.getByRole('button', { name: 'Fechar', exact: true }).click(); // where it stays: the list above it is short now
    await expect(bin).toHaveCount(0);
    await page.getByRole('link', { name: 'Registro', exact: true }).click();
    await fromRowMenu(page, 'Devolver apagadas…');
    const dialog = page.getByRole('dialog', { name: 'Devolver o que esta pessoa apagou' });
    await dialog.getByLabel('Pessoa').selectOption({ label: ADMIN.email });
    await expect(dialog).toContainText('também as de enxurradas e as que famílias pediram para apagar');
    await dialog.getByLabel('A sua senha').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Devolver apagadas', exact: true }).click();
    await expect(toast(page)).toContainText('1 inscrição voltou para a lista.');
    expect(await violations(page)).toEqual([]);
    await page.goto('/admin/inscricoes');
  });

  await test.step('who presses ‘A data está certa’ lets retention go on, and hears so', async () => {
    await page.setViewportSize(PHONE);
    const notice = page.getByRole('status').filter({ hasText: 'O site ficou desligado desde' });
    await expect(page.getByText('Pessoa que Fica').first()).toBeVisible();
    await expect(notice).toHaveCount(0);

    await stayAway(server);
    await ask(server);
    await page.reload();
    await page.getByText('O site ficou desligado desde').first().click();
    await expect(notice).toContainText(
      /O site ficou desligado desde [\d/]{10}\. Hoje é [\d/]{10}\?.* Nada foi apagado\..*não há nada para apagar\./,
    );
    const confirm = notice.getByRole('button', { name: 'A data está certa' });
    await expectFits(page, ALL_SIZES, () => expect(confirm).toBeInViewport({ ratio: 1 })); // nobody has scrolled

    // a date that has become another one meanwhile is not confirmed
    const question = page.getByRole('dialog', { name: 'A limpeza pode continuar?' });
    const call = '**/rest/v1/rpc/confirmar_dia';
    await page.route(call, (route) => route.continue({ postData: JSON.stringify({ dia: '2020-02-29' }) }));
    await confirm.click();
    await question.getByLabel('A sua senha').fill(ADMIN.password);
    await question.getByRole('button', { name: 'Continuar a limpeza' }).click();
    await expect(question.getByRole('alert').first()).toContainText('A data mudou. Confira de novo.');
    await expectFits(page, ALL_SIZES);
    await page.unroute(call);
    mishaps.length = 0; // the browser reports the refusal

    await question.getByRole('button', { name: 'Continuar a limpeza' }).press('Enter');
    await expect(toast(page)).toContainText('A limpeza continua sozinha, em até um dia.');
    await expect(confirm).toHaveCount(0);
    await expect(page.locator('.range > [tabindex]')).toBeFocused(); // the button has gone with the notice
    expect(await desk.auditEntries('liberou_retencao')).not.toEqual([]);
    expect(mishaps).toEqual([]);
  });
});
