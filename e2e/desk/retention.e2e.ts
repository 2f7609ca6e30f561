import { sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { Desk } from '../support/desk.ts';
import { expect, type RunningServer, test } from '../support/fixtures.ts';

// Retention waits, and somebody at the desk says that the date is right.

/** Moves the last run five days back, as if the clock had jumped, and asks as the server does each hour. */
const jump = (server: RunningServer) =>
  runSql(
    server,
    'select private.encerrar_prazos(0, 0, 0)',
    'alter table private.auditoria disable trigger guardar_auditoria',
    `update private.auditoria set momento = now() - interval '5 days' where acao = 'retencao'`,
    'alter table private.auditoria enable trigger guardar_auditoria',
    'select private.conferir_freio()',
  );

test.afterEach(({ server }) =>
  runSql(server, 'select private.soltar_freio()', 'select private.encerrar_prazos(0, 0, 0)'),
);

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`at ${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test('who presses ‘A data está certa’ lets retention go on, and hears so', async ({
      page,
      signIn,
      server,
      mishaps,
    }) => {
      await new Desk(server).enrolPeople([{ nome_completo: `Pessoa que Fica ${viewport.width}` }]);
      await signIn();
      const notice = page.getByRole('status').filter({ hasText: 'A limpeza automática parou' });
      await expect(page.getByText(`Pessoa que Fica ${viewport.width}`).first()).toBeVisible();
      await expect(notice).toHaveCount(0);

      await jump(server);
      await page.reload();
      await expect(notice).toContainText(
        /Nada foi apagado: o servidor diz que hoje é [\d/]{10}, a última limpeza foi em [\d/]{10} e sairiam agora 0 de \d+ inscrições e 0 de \d+ documentos\./,
      );
      const confirm = notice.getByRole('button', { name: 'A data está certa' });
      await expect(confirm).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);

      await test.step('a date that has become another one meanwhile is not confirmed', async () => {
        const call = '**/rest/v1/rpc/confirmar_data';
        await page.route(call, (route) =>
          route.continue({ postData: JSON.stringify({ dia: '2020-02-29' }) }),
        );
        await confirm.click();
        await expect(notice.getByRole('alert')).toHaveText('A data mudou. Confira de novo.');
        await page.unroute(call);
        mishaps.length = 0; // the browser reports the refusal
      });

      await confirm.focus();
      await page.keyboard.press('Enter');
      const done = page.getByRole('status').filter({ hasText: 'Data confirmada' });
      await expect(done).toContainText('A limpeza continua em até uma hora.');
      await expect(done.getByText('A limpeza continua em até uma hora.').locator('..')).toBeFocused();
      await expect(confirm).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
      expect(await new Desk(server).auditEntries('liberou_retencao')).not.toEqual([]);

      await runSql(server, 'select private.encerrar_prazos(0, 0, 0)'); // the run ends
      await page.reload();
      await expect(page.getByText(`Pessoa que Fica ${viewport.width}`).first()).toBeVisible();
      await expect(done).toHaveCount(0);
      expect(mishaps).toEqual([]);
    });
  });
}
