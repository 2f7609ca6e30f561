import type { BrowserContext, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { type Desk, signIn } from '../../kit/desk.ts';
import { startServer } from '../../kit/server.ts';
import { type Account, ADMIN } from '../../kit/site.ts';
import type { Tools } from '../program.ts';
import { Volunteer } from './volunteer.ts';
import { enrolWaiting, prepareClasses } from './waiting-people.ts';

// `npm run prove -- to-do`: 300 enrolments (siblings, repeated ones, minors without a guardian, withdrawals, new
// documents) worked down to 'Nada a fazer' in two browsers at once, of which one has no network for a minute;
// each family told, each class list printed. Nothing is decided twice, and what a page said was done is stored.

const OFFLINE_MS = 60_000;
const SECOND: Account = { email: 'secretaria@example.com', password: 'outra senha só de teste' };
/** So many one person decides one by one while the other decides about many together. */
const ONE_BY_ONE = 12;

export async function run(_args: string[], { ensureBrowser }: Tools): Promise<number> {
  const server = await startServer({ environment: { LIMITS: 'relaxed' } });
  const executablePath = ensureBrowser() ?? undefined;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const desk = await signIn(server);
    await desk.ask('/auth/v1/admin/users', { body: { ...SECOND, current_password: ADMIN.password } });
    await prepareClasses(desk);
    const people = await enrolWaiting(server, desk);
    console.log(`${people} enrolments wait: ${await waitingInWords(desk)}`);

    const began = performance.now();
    const enter = async (account: Account) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        locale: 'pt-BR',
      });
      await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
      return new Volunteer(await openDesk(context, server.url, account));
    };
    const [one, other] = [await enter(ADMIN), await enter(SECOND)];

    await one.confirmWithdrawals();
    await other.show(/^Novas/);
    await Promise.all([
      one.approveTogether('Criança (0 a 11)'),
      other.decideEach((decided) => decided >= ONE_BY_ONE, cutOff(other)),
    ]);
    for (const age of ['Adolescente (12 a 17)', 'Adulto (18 ou mais)']) await one.approveTogether(age);
    while ((await other.show(/^Novas/)) > 0) await other.decideEach(() => false);
    const told = await one.tellFamilies();
    await one.page.getByRole('link', { name: 'Inscrições', exact: true }).first().click();
    await one.page.reload();
    await one.page.getByText(/^Nada a fazer\./).waitFor();
    const printed = await one.printClassLists();
    const minutes = (performance.now() - began) / 60_000;

    const actions = one.actions + other.actions;
    console.log(`Nothing is left to do after ${actions} actions and ${minutes.toFixed(1)} minutes.`);
    console.log(`${told} families were told, ${printed} people stand on the printed class lists.`);
    return (await agrees(desk, { one, other, printed })) ? 0 : 1;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Before the fourth decision the network goes, and comes back a minute later. */
function cutOff(who: Volunteer) {
  const context = who.page.context();
  return async (decided: number) => {
    if (decided !== 3) return;
    await context.setOffline(true);
    setTimeout(() => void context.setOffline(false), OFFLINE_MS);
  };
}

async function openDesk(context: BrowserContext, url: string, { email, password }: Account): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.print = () => void window.dispatchEvent(new Event('beforeprint'));
  });
  await page.goto(`${url}/admin/inscricoes`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.locator('.enrolments__name').first().waitFor();
  return page;
}

async function waitingInWords(desk: Desk): Promise<string> {
  const { contadores } = await desk.rpc<{ contadores: Record<string, { total: number }> }>(
    'contar_inscricoes',
  );
  return Object.entries(contadores)
    .map(([chip, { total }]) => `${chip} ${total}`)
    .join(', ');
}

type Entry = {
  numero: number;
  email: string | null;
  acao: string;
  inscricao: string | null;
  detalhes: Record<string, unknown>;
};

/** Whether the record has what the pages said, each decision once; says what it has not. */
async function agrees(
  desk: Desk,
  { one, other, printed }: { one: Volunteer; other: Volunteer; printed: number },
): Promise<boolean> {
  const entries: Entry[] = [];
  for (let last: number | null = null; ; last = entries.at(-1)?.numero ?? null) {
    const page = await desk.rpc<Entry[]>('auditoria', { tipo: 'feito', antes: last, quantas: 200 });
    if (page.length === 0) break;
    entries.push(...page);
  }
  const approvals = entries.filter(
    ({ detalhes }) => detalhes.que === 'situacao' && detalhes.para === 'aprovada',
  );
  const byOne = approvals.filter(({ email }) => email === ADMIN.email).length;
  const byOther = approvals.filter(({ email }) => email === SECOND.email).length;
  const rows = await desk.rows();
  const left = await waitingInWords(desk);
  const wrong = [
    new Set(approvals.map(({ inscricao }) => inscricao)).size !== approvals.length &&
      'somebody was approved twice',
    byOne !== one.together && `together ${one.together} were said to be approved, ${byOne} are`,
    byOther !== other.approved.size &&
      `one by one ${other.approved.size} were said to be approved, ${byOther} are`,
    printed !== approvals.length && `${approvals.length} were approved, ${printed} stand on the lists`,
    /[1-9]/.test(left) && `something waits: ${left}`,
  ].filter(Boolean);
  console.log(
    `${rows.length} enrolments: ${byOne} approved together, ${byOther} one by one, each once and none lost.`,
  );
  for (const words of wrong) console.log(`WRONG: ${words}`);
  return wrong.length === 0;
}
