import { runSql } from '../support/database.ts';
import { ownDesk } from '../support/desk.ts';
import { smallPdf } from '../support/document-files.ts';
import { expect, holdRequests, test } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

const CLASS = 'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta';
const LINES = [
  'Restam 4 vagas em Jiu-Jitsu Infantil.',
  'Resta 1 vaga em Jiu-Jitsu Juvenil e Adulto.',
  'Muay Thai: lista de espera.',
].join('\n');
let code = '';

const desk = ownDesk(async (desk) => {
  await desk.enrolPeople([
    { nome_completo: 'Pessoa Um de Teste' },
    { nome_completo: 'Pessoa Dois de Teste' },
  ]);
  code = await desk.enrol(
    { nome_completo: 'Pessoa que Espera' },
    { name: 'nis.pdf', mimeType: 'application/pdf', buffer: smallPdf() },
  );
  await runSql(
    desk.server,
    `update private.turmas set vagas = 6 where nome = 'Jiu-Jitsu Infantil';
     update private.turmas set vagas = 1 where nome = 'Jiu-Jitsu Juvenil e Adulto';
     update private.turmas set vagas = 0 where nome = 'Muay Thai'`,
  );
  await desk.approve('de Teste', CLASS);
  await runSql(
    desk.server,
    `update private.acompanhamentos set situacao = 'lista-de-espera', decidida_em = now(), espera_desde = now(),
       turma_id = (select id from private.turmas where nome = 'Muay Thai') where nome = 'Pessoa que Espera'`,
  );
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 412, height: 915 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
])
  test(`at ${viewport.width} the page says which places are left before anybody acts, and nothing moves`, async ({
    page,
  }) => {
    test.skip(PROJECT !== null, 'there the page asks the project, with its scripts');
    await expect
      .poll(async () => (await (await fetch(`${desk.server.url}/config.json`)).json()).avisoDeVagas, {
        timeout: 15_000, // our server believes for ten seconds what it has read
      })
      .toContain('Restam 4');
    await page.setViewportSize(viewport);
    const release = await holdRequests(page, '**/config.json');
    await page.goto('/projeto-social');
    await expect(page.locator('html')).toHaveClass(/painted/);
    // The title may break elsewhere with its font, which is asked for when the page is next laid out.
    await page.evaluate(async () => {
      document.body.getBoundingClientRect();
      await document.fonts.ready;
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    });
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    const places = page.locator('.project__places');
    await expect(places).toHaveText('');
    release();
    await expect(places).toHaveText(LINES);
    const button = page.locator('form button[type=submit]');
    await expect(button).toHaveCount(0); // the scripts wait for a person
    await page.mouse.wheel(0, 200);
    await expect(button).toBeAttached();
    await expect(places).toHaveText(LINES);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.filter((value) => value > 0)).toEqual([]);
  });

test('who waits reads for which class, by the own link', async ({ page }) => {
  await page.goto(`/projeto-social/situacao#${code}`);
  await expect(page.getByRole('heading', { name: 'Lista de espera' })).toBeFocused();
  await expect(page.getByText('Lista de espera: Muay Thai · 19:00 · Segunda a quinta.')).toBeVisible();
});
