import { DESKTOP, expectFits, PHONE, SIZES } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { confirmIn, ownDesk } from '../support/desk.ts';
import { expect, test, toast } from '../support/fixtures.ts';

// Retention waits, and somebody at the desk says that the date is right; and who erased much is stopped.

const desk = ownDesk();

const ALL_SIZES = [...SIZES, { width: 768, height: 1024 }];

/** Forty uploads of one address without an enrolment, as rows: nobody has their bytes. */
const FLOOD = `
  with o as (
    insert into storage.objects (bucket_id, name, version)
    select 'cadastro_unico_uploads', 'public/' || gen_random_uuid() || '_a.pdf', gen_random_uuid() from generate_series(1, 40)
    returning id, name)
  insert into private.origens (objeto, envio, origem, rede)
  select id, private.envio_do_documento(name), decode(repeat('0a', 16), 'hex'), decode(repeat('0b', 16), 'hex') from o`;

test('a flood and a clock that may be wrong are told above the list, and somebody answers', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow();
  const { server } = desk;
  const people = ['Pessoa que Fica', 'Jenipapo que Fica', 'Pessoa da Enxurrada'];
  await desk.enrolPeople(people.map((nome_completo) => ({ nome_completo })));
  await runSql(server, FLOOD);
  await signIn();
  /** A notice above the list, unfolded; its title is in the line that holds it. */
  const noticeOf = async (title: string) => {
    await page.getByText(title).first().click();
    return page.getByRole('status').filter({ hasText: title });
  };
  const dialog = page.getByRole('dialog');

  await test.step('a flood is told above the list, and goes when APAGAR is typed', async () => {
    const notice = await noticeOf('Muitos envios em pouco tempo');
    await expect(notice).toContainText('40 arquivos sem inscrição');
    await expectFits(page);
    await notice.getByRole('button', { name: 'Apagar todas' }).click();
    await expect(dialog.getByRole('heading')).toHaveText('Apagar 0 inscrições e 40 arquivos?');
    await page.setViewportSize(PHONE);
    await confirmIn(page, 'Apagar');
    await expect(dialog).toContainText('Digite APAGAR para confirmar.');
    await expectFits(page);
    await dialog.getByRole('textbox').first().fill('apagar');
    await confirmIn(page, 'Apagar', 'não é esta senha');
    await expect(dialog.locator('.alert')).toBeInViewport({ ratio: 1 }); // not below what the foot leaves
    await confirmIn(page, 'Apagar');
    await expect(toast(page)).toContainText('0 inscrições apagadas.');
    await expect(notice).toHaveCount(0);
    await expect(page.getByText('Pessoa da Enxurrada').first()).toBeVisible();
    mishaps.length = 0; // the browser reports the refusal
    await page.setViewportSize(DESKTOP);
  });

  await test.step('who presses ‘A data está certa’ lets retention go on, and hears so', async () => {
    await page.setViewportSize(PHONE);
    await runSql(
      server, // as if the last run had been five days ago, and what the server asks each hour
      'select private.soltar_freio()', // on a project, what other tests have dated back waits for a person
      'select private.encerrar_prazos(0, 0, 0)',
      'alter table private.auditoria disable trigger guardar_auditoria',
      `update private.auditoria set momento = now() - interval '5 days' where acao = 'retencao'`,
      'alter table private.auditoria enable trigger guardar_auditoria',
      'select private.conferir_freio()',
    );
    await page.goto('/admin/inscricoes');
    const notice = await noticeOf('O site ficou desligado desde');
    await expect(notice).toContainText(
      /O site ficou desligado desde [\d/]{10}\. Hoje é [\d/]{10}\?.* Nada foi apagado\..*não há nada para apagar\./,
    );
    const right = notice.getByRole('button', { name: 'A data está certa' });
    await expectFits(page, ALL_SIZES, () => expect(right).toBeInViewport({ ratio: 1 })); // nobody has scrolled
    await right.click();
    await expectFits(page, ALL_SIZES);
    await confirmIn(page, 'Continuar a limpeza');
    await expect(toast(page)).toContainText('A limpeza continua sozinha, em até um dia.');
    await expect(right).toHaveCount(0);
    await expect(page.locator('.range > [tabindex]')).toBeFocused(); // the button has gone with the notice
    expect(await desk.auditEntries('liberou_retencao')).not.toEqual([]);
    expect(mishaps).toEqual([]);
  });
});
