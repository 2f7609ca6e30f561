import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { nextSteps } from '../../content/next-steps.ts';
import { signIn } from '../../kit/desk.ts';
import { runSql } from './database.ts';
import { apiOf, expect, type RunningServer, toast } from './fixtures.ts';
import { PROJECT } from './hosted.ts';

/** The title of the toast after sending. */
export const SENT = 'Inscrição enviada com sucesso! 🎉';
export const ROWS = '**/rest/v1/inscricoes_projeto';
export const UPLOADS = '**/storage/v1/object/cadastro_unico_uploads/**';

/** The panel that says why the enrolment is not sent yet. */
export const panel = (page: Page) => page.locator('.not-sent');

/** The confirmation, which replaces the form once the enrolment has arrived. */
export const sentPanel = (page: Page) => page.getByRole('region', { name: 'Inscrição enviada!' });
export const sentHeading = (page: Page) => page.getByRole('heading', { name: 'Inscrição enviada!' });

/** Opens the form of the next person from the confirmation. */
export async function enrolAnother(page: Page, { ofFamily }: { ofFamily: boolean }) {
  const { open, yes, no } = nextSteps.another;
  await sentPanel(page).getByText(open).click();
  await sentPanel(page)
    .getByRole('button', { name: ofFamily ? yes : no })
    .click();
}

/** The answers in the form, by name. */
export const filledIn = (page: Page) =>
  page
    .locator('form')
    .evaluate((form: HTMLFormElement) =>
      [...new FormData(form)].filter(([, answer]) => (answer instanceof File ? answer.name : answer) !== ''),
    );

/** The file that stands in the input now, which would be sent. */
export async function heldFile(page: Page): Promise<Buffer> {
  const text = await page.locator('#cadastroUnico').evaluate(
    (input: HTMLInputElement) =>
      new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
        reader.readAsDataURL(input.files?.[0] ?? new Blob());
      }),
  );
  return Buffer.from(text, 'base64');
}

/** How often the page has sent a document and a row, from now on. */
export function countCalls(page: Page) {
  const calls = { uploads: 0, rows: 0 };
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    if (request.url().includes('/storage/v1/object/cadastro')) calls.uploads += 1;
    if (request.url().includes('/rest/v1/')) calls.rows += 1;
  });
  return calls;
}

/** Handles a route: the call reaches the server and succeeds, but its answer is lost. */
export async function loseAnswer(route: Route): Promise<void> {
  const taken = route.request().url().endsWith('/inscricoes_projeto') ? 201 : 200;
  expect((await route.fetch()).status()).toBe(taken);
  await route.abort('connectionreset');
}

/**
 * Lets sent rows reach the server, but no answer return. Returns a function that waits for the first to
 * arrive.
 */
export async function swallowAnswers(page: Page) {
  let arrived = () => {};
  const stored = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route(ROWS, async (route) => {
    await route.fetch();
    arrived();
  });
  return () => stored;
}

/** Closes the toast, if there is one, so that the next is not mistaken for it. */
export async function closeToast(page: Page) {
  await page.evaluate(() => document.querySelector<HTMLButtonElement>('.toast__close')?.click());
  await expect(toast(page).getByRole('button')).toHaveCount(0);
}

/** How many files are stored there, on our server also those that broke off. */
export async function countDocuments(server: RunningServer): Promise<number> {
  if (PROJECT) {
    const [row] = await runSql<{ count: number }>(server, 'select count(*)::integer from storage.objects');
    return row?.count ?? Number.NaN;
  }
  const folder = join(server.dataDir, 'documents');
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
}

/** What the table holds of the answers that `fillEnrolment` gives by itself. */
const STORED = {
  data_nascimento: '2012-03-05',
  sexo: 'feminino',
  cpf: '529.982.247-25',
  rg: '1234567',
  orgao_expedidor: 'SSP-GO',
  cidade: 'Cidade Exemplo',
  endereco_completo: 'Rua Exemplo, 100, Setor Central, CEP 76000-000',
  telefone_whatsapp: '62900000000',
  email: 'pessoa@example.com',
  nome_responsavel: 'Responsável de Teste',
  telefone_responsavel: '62900000001',
  contato_recados: 'Vizinha, (62) 90000-0002',
  nivel_escolaridade: 'fundamental-incompleto',
  escola: 'Escola Exemplo',
  serie_ano: '7º ano',
  renda_familiar: 'ate-1',
  peso: 52.5,
  altura: 1.62,
  condicao_medica: 'nao',
};

/**
 * Counts the documents of a server now. Returns a check that since then exactly one document was stored and
 * one row with `name`, equal to the default answers except for `changes`.
 */
export async function expectOne(server: RunningServer) {
  const before = await countDocuments(server);
  return async (name: string, changes: Record<string, unknown> = {}) => {
    const rows = await (await signIn(apiOf(server))).rowsOf(name);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ ...STORED, ...changes, nome_completo: name });
    expect(rows[0]?.cadastro_unico_url).toContain('/public/cadastro_unico_uploads/public/');
    expect(await countDocuments(server)).toBe(before + 1);
  };
}
