import { period } from '../../content/period.ts';
import { project } from '../../content/social-project.ts';
import { expectAccessible } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { expect, openForm, startServer, test } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

test('closed is the first thing that the page says, and nothing invites; a draft begun before is told so and stays', async ({
  browser,
}) => {
  test.slow(); // axe on two sizes
  const server = await startServer();
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  /** What our server has read is believed for ten seconds; the pages of a project ask it. */
  const published = async (says: (period: { fechada?: unknown; recebeAte?: unknown }) => boolean) => {
    const configuration = async () => (await fetch(`${server.url}/config.json`)).json();
    const said = async () => PROJECT !== null || says((await configuration()).periodo ?? {});
    await expect.poll(said, { timeout: 15_000 }).toBe(true);
  };
  try {
    await openForm(page);
    await page.getByLabel('Nome completo').fill('Pessoa do Meio');
    await page.waitForFunction(() => sessionStorage.getItem('cc-rascunho')?.includes('Pessoa do Meio'));
    await runSql(
      server,
      `update private.periodo set fecha_em = now() - interval '5 minutes', abre_em = '2099-02-01 00:00-03' where unica`,
    );
    await published(({ fechada }) => fechada === true);

    await page.reload();
    const notice = page.getByRole('status').filter({ hasText: period.title });
    await expect(notice).toContainText(/desde \d\d\/\d\d\/\d{4}\. Abrem de novo em 01\/02\/2099\./);
    await expect(notice).toContainText(
      /ainda pode enviar\. O prazo acaba (hoje|em [\d/]{10}), às \d\d:\d\d\./,
    );
    await expect(page.getByLabel('Nome completo')).toHaveValue('Pessoa do Meio');
    await runSql(server, `update private.periodo set fecha_em = now() - interval '31 minutes' where unica`);

    // Who has begun nothing is told the same before and after that moment.
    const other = await context.newPage();
    await other.goto('/projeto-social');
    await other.locator('.closed-notice').waitFor();
    await expectAccessible(other, 'closed', async () => {
      await other.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      const first = other.getByRole('main').locator('p, h1, h2, a, button').filter({ visible: true }).first();
      await expect(first).toHaveText(period.title);
      const closed = other.getByRole('status').filter({ hasText: period.title });
      await expect(closed).toBeInViewport({ ratio: 1 });
      await expect(closed).toContainText(/desde \d\d\/\d\d\/\d{4}\. Abrem de novo em 01\/02\/2099\./);
      const chat = closed.getByRole('link', { name: period.chat.label });
      await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\//);
      await expect(other.getByRole('link', { name: project.enrol })).toHaveCount(0);
      for (const part of ['Formulário de Inscrição', project.here, project.send])
        await expect(other.getByText(part, { exact: true })).toBeHidden();
    });

    await published(({ recebeAte }) => Date.parse(String(recebeAte)) < Date.now());
    await page.reload();
    await expect(notice).toContainText(period.tooLate);
    await expect(page.getByLabel('Nome completo')).toHaveValue('Pessoa do Meio');
    await expect(page.getByRole('link', { name: period.toForm })).toHaveAttribute('href', '#formulario');
    await context.close();
  } finally {
    await server.stop();
  }
});
