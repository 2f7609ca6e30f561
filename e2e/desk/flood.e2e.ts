import { ADMIN } from '../../kit/site.ts';
import { SIZES, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { Desk } from '../support/desk.ts';
import { expect, test, toast } from '../support/fixtures.ts';

// A flood of one address is erased at once, by somebody who typed APAGAR.

/** Forty uploads of one address without an enrolment, as rows: nobody has their bytes. */
const FLOOD = `
  with o as (
    insert into storage.objects (bucket_id, name, version)
    select 'cadastro_unico_uploads', 'public/' || gen_random_uuid() || '_a.pdf', gen_random_uuid() from generate_series(1, 40)
    returning id, name)
  insert into private.origens (objeto, envio, origem)
  select id, private.envio_do_documento(name), decode(repeat('0a', 16), 'hex') from o`;

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test('a flood is told above the list, and goes when APAGAR is typed', async ({
      page,
      signIn,
      server,
    }) => {
      await new Desk(server).enrolPeople([{ nome_completo: `Pessoa que Fica ${viewport.width}` }]);
      await runSql(server, FLOOD);
      await signIn();
      const notice = page.getByRole('status').filter({ hasText: 'Muitos envios do mesmo lugar' });
      await expect(notice).toContainText('40 arquivos sem inscrição');
      expect(await violations(page)).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await notice.getByRole('button', { name: 'Apagar todas' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading')).toHaveText('Apagar 0 inscrições e 40 arquivos?');
      await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
      await expect(dialog).toContainText('Digite APAGAR para confirmar.');
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('textbox').first().fill('apagar');
      await dialog.getByLabel('A sua senha').fill(ADMIN.password);
      await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
      await expect(toast(page)).toContainText('0 inscrições apagadas.');
      await expect(notice).toHaveCount(0);
      await expect(page.getByText(`Pessoa que Fica ${viewport.width}`).first()).toBeVisible();
    });
  });
}
