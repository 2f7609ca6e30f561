import type { Page } from '@playwright/test';
import type { Role } from '../../domain/roles.ts';
import { signIn } from '../../kit/desk.ts';
import { enrol, newLink } from '../../kit/family.ts';
import { type Account, ADMIN } from '../../kit/site.ts';
import { runSql } from './database.ts';
import type { DocumentFile } from './document-files.ts';
import { apiOf, expect, type RunningServer, startServer, test } from './fixtures.ts';
import { PROJECT } from './hosted.ts';

/** The default row sent through the API: a minor without a guardian. Plainly artificial. */
export const ROW = {
  data_nascimento: '2012-03-05',
  idade: 14,
  sexo: 'feminino',
  cpf: '529.982.247-25',
  cidade: 'Cidade Exemplo',
  endereco_completo: 'Rua Exemplo, 100',
  telefone_whatsapp: '62900000000',
  email: 'pessoa@example.com',
  nivel_escolaridade: 'medio-completo',
  renda_familiar: '1-2',
  peso: 52.5,
  altura: 1.62,
  condicao_medica: 'nao',
};

/** What makes no two rows possible duplicates, or siblings: an impossible CPF; telephones and addresses are counted up. */
const GUARDED = {
  cpf: '000.000.000-00',
  nome_responsavel: 'Responsável de Teste',
};

/** An entry of the audit log. */
type AuditEntry = { action: string; enrolment: string | null; details: Record<string, unknown> };

/** Requests to the server from outside the browser: enrols, and reads the audit log. */
export class Desk {
  server: RunningServer;
  #telephones = 0;
  #enrolled = 0;

  constructor(server: RunningServer) {
    this.server = server;
  }

  /** Enrols through the API, as another client would, with a document when given; gives the personal code. Throws when refused. */
  async enrol(changes: Record<string, unknown>, document?: DocumentFile): Promise<string> {
    const { code, id } = newLink();
    const path = document ? `public/${id}_${document.name}` : null;
    const row = { ...ROW, endereco_completo: `Rua Exemplo, ${this.#enrolled}`, ...changes };
    // fifty of each address: a project takes 60 a minute of one
    const from = `198.51.100.${1 + Math.floor(this.#enrolled / 50)}`;
    this.#enrolled += 1;
    const submission = { path, bytes: document?.buffer, row };
    const headers: Record<string, string> = PROJECT ? { 'X-Forwarded-For': from } : {};
    await enrol(apiOf(this.server), submission, { type: document?.mimeType, headers });
    return code;
  }

  /** Enrols one after the other, each a different person unless `people` say otherwise; each with the document when given. */
  async enrolPeople(people: Record<string, unknown>[], document?: DocumentFile): Promise<void> {
    for (const person of people) {
      this.#telephones += 1;
      const number = String(this.#telephones).padStart(7, '0');
      const answers = {
        ...GUARDED,
        ...{ telefone_whatsapp: `6290${number}`, telefone_responsavel: `6291${number}` },
        ...person,
      };
      await this.enrol(answers, document);
    }
  }

  /** Every audit entry of one action, newest first. */
  async auditEntries(action: string): Promise<AuditEntry[]> {
    const lines = await (await this.#signIn()).rpc<AuditEntry[]>('registro_de_acessos', { quantas: 200 });
    return lines.filter((line) => line.action === action);
  }

  /** Erases every enrolment of this name, as another client would, and gives the desk what that took of its day. */
  async erase(name: string): Promise<void> {
    const desk = await this.#signIn();
    const filtro = { busca: name, colunas: ['id', 'protocolo'] };
    const { rows } = await desk.rpc<{ rows: { row: { id: string; protocolo: string } }[] }>(
      'lista_de_inscricoes',
      { filtro },
    );
    for (const { row } of rows)
      await desk.rpc('apagar_inscricao', {
        inscricao: row.id,
        confirmacao: row.protocolo,
        motivo: 'teste',
      });
  }

  /** Approves everybody of this name for a class, in words, as another client would. */
  approve(name: string, className: string): Promise<void> {
    return this.#decide(name, className, 'aprovada');
  }

  /** Puts everybody of this name into the line of a class. */
  queue(name: string, className: string): Promise<void> {
    return this.#decide(name, className, 'lista-de-espera');
  }

  async #decide(name: string, className: string, situacao: string): Promise<void> {
    const desk = await this.#signIn();
    const classes =
      await desk.rpc<{ id: string; name: string; time: string; days: string }[]>('lista_de_turmas');
    const turma = classes.find(
      (one) =>
        one.name === className || [one.name, one.time, one.days].filter(Boolean).join(' · ') === className,
    )?.id;
    const found = { filtro: { busca: name } };
    const { rows } = await desk.rpc<{ rows: { id: string }[] }>('lista_de_inscricoes', found);
    expect(rows.length, `found as ${name}`).toBeGreaterThan(0);
    for (const { id } of rows)
      await desk.rpc('decidir_situacao', { inscricao: id, versao: 1, situacao, turma });
  }

  /** Says who the children's class is for, so that it is the one suggested to them, and how many places it has. */
  async setChildrensClass(ages = '6 to 15', places: number | null = null): Promise<void> {
    const [from, to] = ages.split(' to ');
    await runSql(
      this.server,
      `update private.turmas set idade_de = ${from}, idade_ate = ${to}, vagas = ${places} where nome = 'Jiu-Jitsu Infantil'`,
      `update private.turmas set idade_de = 16 where nome <> 'Jiu-Jitsu Infantil'`,
    );
  }

  /** Ends every session of the first administrator, from somewhere else. */
  async endSessions(): Promise<void> {
    await (await this.#signIn()).ask('/auth/v1/logout?scope=global', { body: {} });
  }

  async addAdministrator(email: string, password: string): Promise<void> {
    if (this.server.addAdministrator) return this.server.addAdministrator(email, password);
    const body = { email, password, current_password: ADMIN.password };
    await (await this.#signIn()).ask('/auth/v1/admin/users', { body });
  }

  /** Adds somebody of another role than the direção; gives what they sign in with. */
  async addPerson(role: Role): Promise<Account> {
    const account = { email: `${role}@example.com`, password: 'uma frase que ninguém usa' };
    await this.addAdministrator(account.email, account.password);
    await runSql(
      this.server,
      `update private.administradores set papel = '${role}' where user_id = (select id from auth.users where email = '${account.email}')`,
    );
    return account;
  }

  #signIn() {
    return signIn(apiOf(this.server));
  }
}

/**
 * Gives the tests of this file or `describe` a site of their own, which `page.goto` uses, and a desk over it;
 * `begin` fills it once; `environment` is how its server differs from the usual one.
 */
export function ownDesk(
  begin: (desk: Desk) => unknown = () => {},
  environment: Record<string, string> = {},
): Desk {
  const desk = new Desk(null as never);
  test.beforeAll(async () => {
    desk.server = await startServer(environment);
    await begin(desk);
  });
  test.afterAll(() => desk.server?.stop());
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
  test.use({ baseURL: async ({}, use) => use(desk.server?.url) });
  return desk;
}

/** Signs in by the card that is shown. */
export async function fillCard(page: Page, { email, password }: Account) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

/** Opens a screen of the desk by its link. */
export const openScreen = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Área da equipe' }).getByRole('link', { name }).click();

/** Types the own password into the dialog that was opened last, and presses its button. */
export async function confirmIn(page: Page, button = 'Guardar', password = ADMIN.password) {
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('A sua senha').fill(password);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

/** Everything the browser stores of this page that the next person could find, as one text. */
export async function leftovers(page: Page): Promise<string> {
  if (page.url() === 'about:blank') return page.content();
  return page.evaluate(async () => {
    const caches = 'caches' in window ? await window.caches.keys() : [];
    const databases = await indexedDB.databases().catch(() => []);
    return JSON.stringify([
      document.documentElement.outerHTML,
      document.title,
      location.href,
      history.state,
      { ...sessionStorage },
      { ...localStorage },
      document.cookie,
      caches,
      databases,
    ]);
  });
}

/** The enrolment that is open, and a button in it. */
export const detail = (page: Page) => page.getByRole('dialog', { name: 'Detalhes da Inscrição' });
export const inDetail = (page: Page, name: string | RegExp) =>
  detail(page).getByRole('button', { name, exact: true });

/** The button that opens the enrolment of this name, in its row. */
export const view = (page: Page, name: string) =>
  page.getByRole('button', { name: `Ver inscrição de ${name}` });

export async function openDetail(page: Page, name: string) {
  await view(page, name).click();
  return detail(page);
}

/** `openDetail`, until the follow-up is there. */
export async function openFollowUp(page: Page, name: string) {
  // again where a notice has come above the list and moved the row between press and release
  await expect(async () => {
    if (!(await detail(page).isVisible())) await view(page, name).click();
    await detail(page).waitFor({ timeout: 3_000 });
  }).toPass();
  // not `expect`, which describes the whole page each time that it looks in vain
  await detail(page).getByRole('heading', { name: 'Histórico' }).waitFor();
}

/** Shows the messages to the family of the enrolment that is open, until Escape. */
export async function openMessages(page: Page) {
  const button = inDetail(page, 'Avisar a família').first(); // after an answer it comes into the bar too, beside the menu’s
  if (!(await button.isVisible())) await inDetail(page, 'Mais').click();
  await button.click();
  return page.getByRole('dialog', { name: 'Avisar a família' });
}

/** Closes the enrolment that is open, if one is, and looks for this name: a search for another reads the list anew. */
export async function findAtDesk(page: Page, name: string) {
  await page.keyboard.press('Escape');
  if (await inDetail(page, 'Fechar').isVisible()) await inDetail(page, 'Fechar').click();
  await expect(detail(page)).toBeHidden();
  await searchAtDesk(page, name);
}

/** Types into the search, and Enter. */
export async function searchAtDesk(page: Page, text: string) {
  const box = page.getByRole('searchbox', { name: 'Buscar por nome, CPF, telefone ou protocolo' });
  await box.fill(text);
  await box.press('Enter');
}

/** Replaces `print` in the page: prints nothing, and records the document's title. */
export function notePrinting(): void {
  window.print = () => {
    window.dispatchEvent(new Event('beforeprint'));
    document.documentElement.dataset.printTitle = document.title;
  };
}

/** Opens the menu at the end of the toolbar. */
export const openMore = (page: Page) => openBelow(page, /^Mais$/, 'Mais');

/** Opens the filters below their button. */
export const openFilters = (page: Page) => openBelow(page, /^Filtros/, 'Filtros');

/** Presses the button of a panel, again where a notice has come above the list meanwhile and moved it away. */
async function openBelow(page: Page, button: RegExp, name: string) {
  const panel = page.getByRole('region', { name, exact: true });
  await expect(async () => {
    if (!(await panel.isVisible())) await page.getByRole('button', { name: button }).click();
    await expect(panel).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return panel;
}

/** Opens the dialog that writes spreadsheets. */
export async function openExport(page: Page) {
  await openMore(page);
  await page.getByRole('button', { name: 'Exportar planilha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar planilha' });
  await expect(dialog).toBeVisible(); // its code comes when it is asked for
  return dialog;
}

/** Presses one of the acts behind '⋯', of what it is about where there are several. */
export async function fromRowMenu(page: Page, act: string, about = '') {
  const of = about && `: ${about}`;
  await page.getByRole('button', { name: `Mais${of}`, exact: true }).click();
  await page.getByRole('button', { name: `${act}${of}`, exact: true }).click();
}
