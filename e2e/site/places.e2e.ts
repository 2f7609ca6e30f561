import { offer } from '../../content/home.ts';
import { violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { ownDesk } from '../support/desk.ts';
import { smallPdf } from '../support/document-files.ts';
import { expect, test } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

const CLASS = 'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta';
const LINES = [
  'Restam 4 vagas em Jiu-Jitsu Infantil.',
  'Resta 1 vaga em Jiu-Jitsu Juvenil e Adulto.',
  'Muay Thai: lista de espera.',
].join('\n');
const VIEWPORTS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
/** Our server believes for ten seconds what it has read. */
const WAIT = { timeout: 15_000 };
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

const textOf = async (path: string) => (await fetch(desk.server.url + path)).text();

test('the page says which places are left, and their own link to whom one waits for', async ({ page }) => {
  if (PROJECT === null) await expect.poll(() => textOf('/projeto-social'), WAIT).toContain('Restam 4');

  // a project's page asks the project, with its scripts
  for (const viewport of PROJECT ? [] : VIEWPORTS)
    await test.step(`at ${viewport.width} the page came with the places that are left, and keeps them`, async () => {
      await page.setViewportSize(viewport);
      await page.goto('/projeto-social');
      const places = page.locator('.project__places');
      await expect(places).toHaveText(LINES);
      const button = page.locator('form button[type=submit]');
      await expect(button).toHaveCount(0); // the scripts wait for a person
      await page.mouse.wheel(0, 200);
      await expect(button).toBeAttached();
      await expect(places).toHaveText(LINES);
    });

  await test.step('who waits reads for which class, by the own link', async () => {
    await page.goto(`/projeto-social/situacao#${code}`);
    await expect(page.getByRole('heading', { name: 'Lista de espera' })).toBeFocused();
    await expect(page.getByText('Lista de espera: Muay Thai · 19:00 · Segunda a quinta.')).toBeVisible();
  });
});

test('while the enrolment is closed the band says so first, since when and until when, and nothing invites', async ({
  page,
}) => {
  test.skip(PROJECT !== null, 'the back end of a project says it once the page is used');
  const period = (sql: string) => runSql(desk.server, `update private.periodo set ${sql} where unica`);
  const band = page.locator('#inicio > .offer');
  try {
    await period(`fecha_em = now() - interval '5 minutes', abre_em = '2099-02-01 00:00-03'`);
    await expect.poll(() => textOf('/'), WAIT).toContain('fechadas desde');
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/', { waitUntil: 'networkidle' });
      await expect(page.locator('html')).toHaveClass(/painted/);
      const says = async () => {
        await expect(band.locator('p, h2, li, a').first()).toHaveText(
          /^Inscrições fechadas desde \S+, \d+ de \S+ de \d{4} até domingo, 1 de fevereiro de 2099$/,
        );
        await expect(band.getByRole('link', { name: offer.button })).toBeHidden();
        const chat = band.getByRole('link', { name: offer.chat.label });
        await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\//);
      };
      await says();
      const [react] = await Promise.all([
        page.waitForResponse(/HomePage-.*\.js/),
        page.keyboard.press('Tab'), // React takes over
      ]);
      expect(react.ok()).toBe(true);
      await page.waitForLoadState('networkidle');
      await says();
      if (width === 1280) {
        const facts = await band.getByRole('list').boundingBox();
        const chat = await band.getByRole('link', { name: offer.chat.label }).boundingBox();
        expect(chat?.x).toBeGreaterThan((facts?.x ?? 9e9) + (facts?.width ?? 9e9)); // where the way was
      }
      expect(await violations(page)).toEqual([]);
    }
  } finally {
    await period('fecha_em = null, abre_em = null');
  }
});
