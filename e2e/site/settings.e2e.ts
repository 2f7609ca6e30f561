import { offer } from '../../content/home.ts';
import { period } from '../../content/period.ts';
import { project } from '../../content/social-project.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { ownDesk } from '../support/desk.ts';
import { expect, fillEnrolment, openForm, send, test, toast } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';
import { SENT } from '../support/sending.ts';

// What a centre sets, as the pages say it: places, rules, periods, and that the enrolment is closed. The words:
// app/social-project/PeriodNotice.test.tsx, server/setting-pages.test.ts.

const LINES = [
  'Restam 4 vagas em Jiu-Jitsu Infantil.',
  'Resta 1 vaga em Jiu-Jitsu Juvenil e Adulto.',
  'Muay Thai: lista de espera.',
].join('\n');
const TERMS = [
  'documento_dias',
  'nao_aprovada_meses',
  'espera_meses',
  'participante_meses',
  'sem_decisao_meses',
];

const desk = ownDesk(
  async (desk) => {
    await desk.enrolPeople([
      { nome_completo: 'Pessoa Um de Teste' },
      { nome_completo: 'Pessoa Dois de Teste' },
    ]);
    await runSql(
      desk.server,
      `update private.turmas set vagas = 6 where nome = 'Jiu-Jitsu Infantil';
     update private.turmas set vagas = 1 where nome = 'Jiu-Jitsu Juvenil e Adulto';
     update private.turmas set vagas = 0 where nome = 'Muay Thai';
     update private.configuracao set ${TERMS.map((name, at) => `guardar_${name} = ${101 + at}`)},
       guardar_sem_responsavel_dias = null, email_obrigatorio = false where unica`,
    );
    await desk.approve('de Teste', 'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta');
  },
  { SITE_URL: 'https://www.centro.example' },
);

/** Waits until the server hands it out: it believes for ten seconds what it has read. A project's pages ask the project. */
async function handsOut(path: string, says: (text: string) => boolean) {
  if (PROJECT) return;
  const said = async () => says(await (await fetch(desk.server.url + path)).text());
  await expect.poll(said, { timeout: 20_000 }).toBe(true);
}

const setPeriod = (sql: string) => runSql(desk.server, `update private.periodo set ${sql} where unica`);

test('the pages say the places that are left, and what rules and periods are', async ({ page }) => {
  test.slow(); // the server asks the database each ten seconds
  await handsOut('/projeto-social', (text) => text.includes('Restam 4'));
  for (const width of PROJECT ? [] : [360, 1280])
    await test.step(`at ${width} the page came with the places that are left, and keeps them`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/projeto-social');
      const places = page.locator('.project__places');
      await expect(places).toHaveText(LINES);
      const button = page.locator('form button[type=submit]');
      await expect(button).toHaveCount(0); // the scripts wait for a person
      await page.mouse.wheel(0, 200);
      await expect(button).toBeAttached();
      await expect(places).toHaveText(LINES);
    });
  await test.step('notice and blank form say what is set, as the scripts leave them', async () => {
    await page.goto('/privacidade');
    await page.keyboard.press('Tab'); // a sign of a person: the scripts take over
    await expect(page.locator('html')).toHaveClass(/used/);
    const terms = page.getByRole('region', { name: 'Por quanto tempo?' });
    await expect(terms).toContainText('105 meses');
    expect((await terms.innerText()).match(/\b10[1-5] (?:dias|meses)/g)).toHaveLength(TERMS.length);
    await page.goto('/projeto-social/ficha-em-branco');
    await expect(page.getByText('E-mail (se tiver)', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Imprimir' }).waitFor(); // React has taken over
    await expect(page.getByText('https://www.centro.example/projeto-social')).toBeVisible();
    await expect(page.getByText('www.example.com')).toHaveCount(0);
  });
  await test.step('an e-mail may be left out, a term that is off is said nowhere, and boxes must be ticked before anything is sent', async () => {
    await page.route('**/config.json', async (route) => {
      const json = await (await route.fetch()).json();
      await route.fulfill({
        json: { ...json, supabaseUrl: '/', regras: { ...json.regras, consentimento: 'caixa' } },
      });
    });
    await openForm(page);
    await expect(page.locator('.belt__count')).toHaveText('0 de 14');
    const boxes = page.getByRole('checkbox', { name: /^Autorizo/ });
    await fillEnrolment(page, { nomeCompleto: 'Sem E-mail', email: '', telefoneResponsavel: '' });
    await expect(page.locator('#parte-4')).not.toContainText('é apagada');
    await boxes.first().check();
    await expect.poll(() => page.evaluate(() => sessionStorage['cc-rascunho'])).toContain('Sem E-mail');
    expect(await page.evaluate(() => sessionStorage['cc-rascunho'])).not.toContain('autoriza');
    await page.reload(); // a tick comes back to nobody
    await expect(page.getByLabel('Nome completo *')).toHaveValue('Sem E-mail');
    for (const box of await boxes.all()) await expect(box).not.toBeChecked();
    await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
    await boxes.first().check();
    await send(page);
    await expect(toast(page).getByRole('alert')).toContainText('Marque a autorização para enviar.');
    await expect(page.locator('#autorizaSaude')).toBeFocused();
    await page.keyboard.press('Space');
    await send(page);
    await expect(toast(page)).toContainText(SENT);
    await expect(page.getByRole('region', { name: 'Inscrição enviada!' })).not.toContainText('é apagada');
    const sql = `select email from public.inscricoes_projeto where nome_completo = 'Sem E-mail'`;
    expect(await runSql(desk.server, sql)).toEqual([{ email: null }]);
  });
});

test('closed is the first thing that home and project say, and nothing invites; a draft begun before is told so and stays', async ({
  page,
  context,
}) => {
  test.slow(); // axe on two sizes
  await openForm(page);
  await page.getByLabel('Nome completo').fill('Pessoa do Meio');
  await page.waitForFunction(() => sessionStorage.getItem('cc-rascunho')?.includes('Pessoa do Meio'));
  await setPeriod(`fecha_em = now() - interval '5 minutes', abre_em = '2099-02-01 00:00-03'`);
  await handsOut('/', (text) => text.includes('fechadas desde'));
  const notice = page.getByRole('status').filter({ hasText: period.title });
  const name = page.getByLabel('Nome completo');
  await page.reload();
  await expect(notice).toContainText(/ainda pode enviar\. O prazo acaba (hoje|em [\d/]{10}), às \d\d:\d\d\./);
  await expect(name).toHaveValue('Pessoa do Meio');
  await setPeriod(`fecha_em = now() - interval '31 minutes'`);

  const other = await context.newPage(); // of who has begun nothing
  await other.goto('/projeto-social');
  await other.locator('.closed-notice').waitFor();
  await expectAccessible(other, 'closed', async () => {
    await other.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const first = other.getByRole('main').locator('p, h1, h2, a, button').filter({ visible: true }).first();
    await expect(first).toHaveText(period.title);
    const closed = other.getByRole('status').filter({ hasText: period.title });
    await expect(closed).toBeInViewport({ ratio: 1 });
    await expect(closed).toContainText(/desde \d\d\/\d\d\/\d{4}\. Abrem de novo em 01\/02\/2099\./);
    await expect(closed.getByRole('link', { name: period.chat.label })).toHaveAttribute('href', /wa\.me\//);
    await expect(other.getByRole('link', { name: project.enrol })).toHaveCount(0);
    for (const part of ['Formulário de Inscrição', project.here, project.send])
      await expect(other.getByText(part, { exact: true })).toBeHidden();
  });

  await handsOut('/config.json', (text) => Date.parse(JSON.parse(text).periodo.recebeAte) < Date.now());
  await page.reload();
  await expect(notice).toContainText(period.tooLate);
  await expect(name).toHaveValue('Pessoa do Meio');
  await expect(page.getByRole('link', { name: period.toForm })).toHaveAttribute('href', '#formulario');

  if (PROJECT) return; // the back end of a project says it once the page is used
  const band = other.locator('#inicio > .offer');
  for (const width of [1280, 360])
    await test.step(`at ${width} the band of the home page says it before and after React has taken over`, async () => {
      await other.setViewportSize({ width, height: 740 });
      await other.goto('/', { waitUntil: 'networkidle' });
      await expect(other.locator('html')).toHaveClass(/painted/);
      const chat = band.getByRole('link', { name: offer.chat.label });
      const says = async () => {
        await expect(band.locator('p, h2, li, a').first()).toHaveText(
          /^Inscrições fechadas desde \S+, \d+ de \S+ de \d{4} até domingo, 1 de fevereiro de 2099$/,
        );
        await expect(band.getByRole('link', { name: offer.button })).toBeHidden();
        await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\//);
      };
      await says();
      const react = other.waitForResponse(/HomePage-.*\.js/);
      await other.keyboard.press('Tab');
      await react;
      await other.waitForLoadState('networkidle');
      await says();
      if (width === 1280) {
        const facts = await band.getByRole('list').boundingBox();
        expect((await chat.boundingBox())?.x).toBeGreaterThan((facts?.x ?? 9e9) + (facts?.width ?? 9e9)); // where the way was
      }
      expect(await violations(other)).toEqual([]);
    });
  await test.step('a page that the browser kept from then says what is known now', async () => {
    const before = await (await fetch(`${desk.server.url}/`)).text();
    await setPeriod('fecha_em = null, abre_em = null');
    await handsOut('/', (text) => !text.includes('fechadas desde'));
    await other.route(`${desk.server.url}/`, (route) =>
      route.fulfill({ body: before, contentType: 'text/html' }),
    );
    await other.goto('/');
    await expect(band).toContainText('Inscrições fechadas desde');
    await other.keyboard.press('Tab');
    await expect(band.getByRole('link', { name: offer.button })).toBeVisible();
    await expect(band).not.toContainText('Inscrições fechadas');
  });
});
