import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page, type Route } from '@playwright/test';

/** A real server over its own PostgreSQL and folder, started as `npm start` does. */
export type House = {
  url: string;
  dataDir: string;
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  process: ChildProcess;
};

export const ADMIN = { email: 'administracao@example.com', password: 'uma senha só de teste' };

/** Starts a server; resolves when it prints its address. `dataDir` keeps an earlier one's data. */
export async function startHouse(environment: Record<string, string> = {}, dataDir?: string): Promise<House> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'cc-e2e-'));
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: folder,
      LIMITS: 'relaxed',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      said += chunk;
      const ready = /Pronto: (http:\/\/\S+)/.exec(said);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  return {
    url,
    dataDir: folder,
    output: () => output,
    process: child,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill(signal);
        await ended;
      }
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Keeps back every request to these addresses until what it gives is called; `then` says what becomes of them. */
export async function holdRequests(
  page: Page,
  addresses: string,
  then = (route: Route): Promise<void> => route.continue(),
) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await held;
    await then(route);
  });
  return release;
}

/** One house per worker, and a page whose every mishap in the browser fails the test. */
export const test = base.extend<
  { mishaps: string[]; signIn: (page?: Page) => Promise<void> },
  { house: House }
>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
    async ({}, use) => {
      const house = await startHouse();
      await use(house);
      await house.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house.url),

  /** Console errors, uncaught exceptions, policy reports and requests to other origins, in the order they came. A test that causes one on purpose empties the list. */
  mishaps: [
    async ({ page, baseURL }, use) => {
      const mishaps: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          mishaps.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => mishaps.push(`exception: ${error.message}`));
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (/^http/.test(protocol) && origin !== baseURL) mishaps.push(`request to ${origin}`);
      });
      await use(mishaps);
      expect(mishaps).toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ page }, use) => {
    await use(async (where = page) => {
      await where.goto('/admin/inscricoes');
      await where.getByLabel('E-mail').fill(ADMIN.email);
      await where.getByLabel('Senha').fill(ADMIN.password);
      await where.getByRole('button', { name: 'Entrar' }).click();
      await expect(where.getByRole('heading', { name: 'Inscrições do Projeto Social' })).toBeVisible();
    });
  },
});

export { expect };

/** Answers of one complete, plainly artificial enrolment, by control. Radios and the select are named by the choice's label. */
export const ANSWERS = {
  nomeCompleto: 'Pessoa de Teste',
  dataNascimento: '05/03/2012',
  sexo: 'Feminino',
  cpf: '529.982.247-25',
  rg: '1234567',
  orgaoExpedidor: 'SSP-GO',
  cidade: 'Cidade Exemplo',
  enderecoCompleto: 'Rua Exemplo, 100, Setor Central, CEP 76000-000',
  telefoneWhatsapp: '(62) 90000-0000',
  email: 'pessoa@example.com',
  nomeResponsavel: 'Responsável de Teste',
  telefoneResponsavel: '(62) 90000-0001',
  contatoRecados: 'Vizinha, (62) 90000-0002',
  nivelEscolaridade: 'Ensino Fundamental incompleto',
  escola: 'Escola Exemplo',
  serieAno: '7º ano',
  rendaFamiliar: 'Até 1 salário mínimo',
  peso: '52,5',
  altura: '1,62',
  condicaoMedica: 'Não',
  condicaoMedicaDetalhes: '',
};

export type Answers = typeof ANSWERS;

const GROUPS = {
  sexo: /^Sexo/,
  rendaFamiliar: /^Renda da família/,
  condicaoMedica: /^Possui Condição Médica/,
};

/** Gives one answer as a person would: `answer` is what is typed, or the words of what is chosen. */
export async function fillAnswer(page: Page, name: string, answer: string) {
  const group = GROUPS[name as keyof typeof GROUPS];
  if (group) await page.getByRole('group', { name: group }).getByLabel(answer, { exact: true }).check();
  else if (name === 'nivelEscolaridade') await page.locator(`#${name}`).selectOption({ label: answer });
  else await page.locator(`#${name}`).fill(answer);
}

/** Fills the form as a person would; an empty answer leaves its control alone. `file` null attaches nothing. */
export async function fillEnrolment(
  page: Page,
  changes: Partial<Answers> = {},
  file: FilePayload | string | null = 'e2e/files/nis.pdf',
) {
  const answers = { ...ANSWERS, ...changes };
  for (const [name, answer] of Object.entries(answers)) {
    if (answer !== '') await fillAnswer(page, name, answer);
  }
  if (file !== null) await page.locator('#cadastroUnico').setInputFiles(file);
}

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

export const send = (page: Page) => page.getByRole('button', { name: 'Enviar Inscrição' }).click();

/** The toast that is shown now, whatever its role. */
export const toast = (page: Page) => page.getByRole('region', { name: 'Avisos' });

/** Opens the form and waits until it can be sent: before the script has taken over, its button does nothing. */
export async function openForm(page: Page) {
  await page.goto('/projeto-social');
  await page.locator('form button[type=submit]').waitFor();
}
