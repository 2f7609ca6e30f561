import type { Page } from '@playwright/test';
import { askAgain, enrolWithLink } from '../support/family.ts';
import {
  ANSWERS,
  expect,
  hearMishaps,
  MOTION,
  type RunningServer,
  startServer,
  test,
  untilReady,
} from '../support/fixtures.ts';
import { shownWords, translateAll } from '../support/translator.ts';

// A page that the browser translates, and what comes on it, too, shows at each step what its twin shows.

test.use(MOTION);

type Twins = { both: (work: (page: Page, server: RunningServer) => Promise<unknown>) => Promise<void> };

/** A page and a translated one, each at a server of its own; both must show the same after each step. */
const twins = test.extend<Twins>({
  both: async ({ browser }, use) => {
    const mishaps: string[] = [];
    const sides = await Promise.all(
      [false, true].map(async (isTranslated) => {
        const server = await startServer();
        const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1280, height: 900 } });
        if (isTranslated) await translateAll(page);
        else hearMishaps(page, mishaps);
        return { server, page };
      }),
    );
    await use(async (work) => {
      await Promise.all(sides.map(({ page, server }) => work(page, server)));
      await expect(async () => {
        const [truth, shown] = await Promise.all(sides.map(({ page }) => shownWords(page)));
        expect(shown).toBe(truth);
      }).toPass({ timeout: 15_000 });
    });
    await Promise.all(sides.map(({ page }) => page.close()));
    await Promise.all(sides.map(({ server }) => server.stop()));
    expect(mishaps).toEqual([]);
  },
});

const PARTS = {
  'the applicant': ['nomeCompleto', 'dataNascimento', 'cpf', 'rg', 'orgaoExpedidor'],
  'contact and address': ['cidade', 'enderecoCompleto', 'telefoneWhatsapp', 'email'],
  'the guardian': ['nomeResponsavel', 'telefoneResponsavel', 'contatoRecados'],
  'school and health': ['escola', 'serieAno', 'peso', 'altura'],
} as const;

twins('a family fills in, sends, and reads its situation', async ({ both }) => {
  test.slow();
  await both(async (page) => {
    await page.goto('/projeto-social');
    await untilReady(page);
  });
  await test.step('sent with nothing, it says what is missing', () =>
    both((page) => page.locator('form [type=submit]').click()));
  for (const [part, names] of Object.entries(PARTS))
    await test.step(part, () =>
      both(async (page) => {
        for (const name of names) await page.locator(`#${name}`).fill(ANSWERS[name]);
        await page.locator('#nomeCompleto').focus();
      }),
    );
  await test.step('a slip, which is corrected', async () => {
    await both(async (page) => {
      await page.locator('#cpf').fill('529.982.247-26');
      await page.locator('#email').fill('pessoa@gmial.com');
      await page.locator('#nomeCompleto').focus();
    });
    await both(async (page) => {
      await page.locator('#cpf').fill(ANSWERS.cpf);
      await page.locator('#email').fill(ANSWERS.email);
      await page.locator('#nomeCompleto').focus();
    });
  });
  await test.step('what is chosen', () =>
    both(async (page) => {
      for (const id of ['sexo-feminino', 'rendaFamiliar-ate-1', 'condicaoMedica-nao'])
        await page.locator(`#${id}`).check();
      await page.locator('#nivelEscolaridade').selectOption('fundamental-incompleto');
      await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
    }));
  await test.step('the confirmation', () =>
    both(async (page) => {
      await page.locator('form [type=submit]').click();
      await page.locator('.confirmation').waitFor();
    }));
  await test.step('the situation of an enrolment, from which a document is asked again', async () => {
    const address = new Map<RunningServer, string>();
    await both(async (page, server) => {
      address.set(server, await enrolWithLink(server, 'Situação de Teste'));
      await page.goto(address.get(server) ?? '');
      await page.locator('main h2').first().waitFor();
    });
    await both(async (page, server) => {
      await askAgain(server, 'Situação de Teste');
      await page.reload();
      await page.getByText('O NIS não aparece.').waitFor();
    });
  });
});
