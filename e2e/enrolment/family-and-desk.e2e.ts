import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { situation } from '../../content/situation.ts';
import type { Situation } from '../../domain/desk/situations.ts';
import { startOwnPostgres } from '../../prove/own-postgres.ts';
import { logFile } from '../../server/postgres/server-log.ts';
import { TEST_FOLDER } from '../../tests/support/test-folder.ts';
import { openFollowUp } from '../support/desk.ts';
import {
  expect,
  fillEnrolment,
  openForm,
  type RunningServer,
  send,
  startServer,
  test,
} from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

// One family and one desk over each PostgreSQL that a site may have; from the decision to the withdrawal: situation.e2e.ts.

const NAME = 'Pessoa da Jornada';
const [BIRTH, PHONE] = ['05/03/2012', '62911113333'];

for (const own of [false, true])
  test.describe(own ? 'over a PostgreSQL of one’s own' : 'over the embedded PostgreSQL', () => {
    test.skip(own && PROJECT !== null, 'a project has one database');
    let postgres: Awaited<ReturnType<typeof startOwnPostgres>> | null = null;
    let dataDir: string | undefined;
    let site: RunningServer;
    test.beforeAll(async () => {
      if (!own) {
        site = await startServer();
        return;
      }
      postgres = await startOwnPostgres();
      dataDir = mkdtempSync(join(TEST_FOLDER, 'cc-e2e-'));
      site = await startServer({ DATABASE_URL: await postgres.newDatabase() }, dataDir);
    });
    test.afterAll(async () => {
      await site.stop();
      await postgres?.stop();
      if (dataDir) rmSync(dataDir, { recursive: true, force: true });
    });
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
    test.use({ baseURL: async ({}, use) => use(site?.url) });

    test('an enrolment is seen on both sides and named in no log or address', async ({
      page,
      context,
      signIn,
    }) => {
      const asked = recordAddresses(context);
      await openForm(page);
      await fillEnrolment(page, { nomeCompleto: NAME, dataNascimento: BIRTH, telefoneWhatsapp: PHONE });
      await send(page);
      const link = page.getByRole('link', { name: situation.link.open, exact: true });
      const address = (await link.getAttribute('href')) ?? '';
      const protocol = (await page.locator('.confirmation__protocol').textContent()) ?? '';
      await link.click();
      await sees(page, 'nova');
      if (dataDir) expect(() => statSync(join(dataDir ?? '', 'postgresql'))).toThrow();

      const desk = await context.newPage();
      await signIn(desk);
      await openFollowUp(desk, NAME);
      await desk.close();

      const addresses = (await Promise.all(asked())).join('\n');
      expect(addresses).toContain('/rest/v1/rpc/situacao_');
      const log = PROJECT ? '' : (postgres?.log() ?? readFileSync(logFile(site.dataDir), 'utf8'));
      if (!PROJECT) expect(log).toContain('LOG: '); // a project's is not ours
      const secrets = [
        address.slice(-20),
        protocol,
        protocol.replace('-', ''),
        '2012-03-05',
        BIRTH,
        NAME,
        'Jornada',
      ];
      for (const secret of [...secrets, PHONE, '(62) 91111-3333'])
        for (const [where, text] of Object.entries({ addresses, log, output: site.output() }))
          expect([secret, where, text.includes(secret)]).toEqual([secret, where, false]);
    });
  });

/** Every address and Referer that pages send, as far as the network sees it: without what follows `#`. */
function recordAddresses(context: BrowserContext) {
  const asked: Promise<string>[] = [];
  context.on('request', (request) => {
    const address = decodeURIComponent(request.url().replace(/#.*/, ''));
    asked.push(
      request.allHeaders().then(
        ({ referer = '' }) => `${address} ${decodeURIComponent(referer)}`,
        () => address, // its page was left
      ),
    );
  });
  return () => asked;
}

const sees = (page: Page, code: Situation) =>
  expect(page.getByRole('heading', { name: situation.each[code].title, exact: true })).toBeFocused();
