import { sideways } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { ownDesk, view } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

// A row is one line of 45 pixels, whatever is said about the person. Source: docs/ux.md §7 ('Room').

const LONG = 'Maria Aparecida Conceição dos Santos Albuquerque de Exemplo';

ownDesk(async (desk) => {
  const noted = { nome_completo: LONG, cidade: 'Aparecida de Goiânia', nome_responsavel: null };
  await desk.enrolPeople([noted, noted, { nome_completo: 'Ipê Exemplo' }]);
  await runSql(
    desk.server,
    `update private.acompanhamentos set situacao = 'falta-documento', motivo = 'o NIS', decidida_em = now(), a_avisar = true,
       documento_novo = true, pedido = true, telefone_novo = '62900000009', versao = versao + 1 where nome like 'Maria%'`,
    `update private.acompanhamentos set situacao = 'aprovada', decidida_em = now(), turma_id = (select id from private.turmas
       where nome = 'Jiu-Jitsu Infantil' limit 1), primeiro_dia = '2027-02-01', a_avisar = true where nome like 'Ipê%'`,
  );
});

for (const search of ['?lista=todas', '?avisar=true&ordem=espera&sentido=asc'])
  test(`every row of ${search} is one line, and no mark is lost`, async ({ page, signIn }) => {
    for (const [width, height] of [
      [1280, 800],
      [1600, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (page.url() === 'about:blank') await signIn(page, search);
      const rows = page.locator('.enrolments__row');
      await expect(rows).toHaveCount(3);
      for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBe(45);
      expect(await sideways(page)).toBeLessThanOrEqual(0);

      const noted = rows.filter({ hasText: LONG }).first();
      const seen = await noted.locator('.badge--look:not(.badge--rest)').all();
      expect(seen).toHaveLength(3);
      const slot = await noted.locator('.enrolments__situation').boundingBox();
      let end = (await noted.locator('bdi').boundingBox())?.x ?? Number.NaN;
      for (const box of [...seen, noted.locator('.enrolments__situation .badge')]) {
        const { x, width } = (await box.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };
        expect(x).toBeGreaterThanOrEqual(end); // one beside the other
        end = x + width;
      }
      expect(slot?.width).toBe(128);
      expect((await noted.locator('bdi').boundingBox())?.width).toBeGreaterThanOrEqual(96);
      await expect(noted.locator('bdi')).toHaveAttribute('title', LONG);
      const marks = await noted.locator('.badge--look').allTextContents();
      const rest = marks.slice(2, -1);
      expect(marks.at(-1)).toBe(`+${rest.length}`);
      await expect(noted.locator('.badges__more')).toHaveAttribute('title', rest.join(', '));
      for (const mark of ['Sem responsável', 'Documento novo']) expect(marks).toContain(mark);
      for (const mark of rest) await expect(noted.getByRole('cell').first()).toContainText(mark);
      await expect(view(page, LONG).first()).toBeVisible();
    }
  });
