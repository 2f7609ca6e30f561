import { type Desk, signIn } from '../../kit/desk.ts';
import { type Account, ADMIN, ask } from '../../kit/site.ts';
import type { Site } from '../exam/site.ts';
import { check } from '../kill.ts';
import { askOwner } from '../owner-client.ts';
import type { Family } from './desk-site.ts';
import { type Decided, lostOf, type SiteState, stateOf } from './state.ts';

type Listed = { account: string; email: string; role: string; disabledAt: string | null };

/**
 * What a direção does once the theft is noticed, by the desk's own calls and their own passwords: ends the
 * stolen session, gives back access and roles, brings back what is in the bin, takes back at once what was corrected
 * and answered since `beganMs`, writes the classes as they were, decides again what was decided and makes links where
 * they were ended. `victim` is the account whose session was stolen. Returns how much of each that was, and what it then reads of each enrolment (`readable`).
 */
export async function bringBack(
  site: Site,
  families: readonly Family[],
  before: SiteState,
  victim: Account,
  beganMs: number,
) {
  const out = await isOut(site, ADMIN.email);
  const own = await signIn(site.place(), victim);
  if (out) {
    // Whoever was stolen from has the password, which ends the other sessions, and nobody takes away their own account.
    await own.ask('/auth/v1/logout?scope=others', { body: {} });
    await own.rpc('mudar_acesso', { conta: out, com_acesso: true });
  }
  const admin = await signIn(site.place());
  const accounts = await giveAccountsBack({ own, admin, victim: out ? null : victim.email }, before);
  const people = await admin.rpc<Listed[]>('lista_de_contas');
  const stolen = {
    conta: people.find(({ email }) => email === victim.email)?.account,
    desde: new Date(beganMs).toISOString(),
  };
  const { enrolments: fromBin } = await admin.rpc<{ enrolments: number }>('devolver_tudo', stolen);
  const left = await admin.rpc<object[]>('lista_da_lixeira');
  check(left.length === 0, `one act brings back all that lies in the bin (${left.length} are left)`);
  const corrected = await takeBack(admin, stolen);
  const again = lostOf(decidedIn(before), decidedIn(await stateOf(site.folder)));
  const classes = lostOf(before.classes, (await stateOf(site.folder)).classes);
  for (const id of classes)
    await admin.rpc('salvar_turma', { turma: JSON.parse(before.classes.get(id) ?? '') });
  let decided = 0;
  for (const id of again) if (await decideAgain(admin, id, before.followUps.get(id)?.decided)) decided += 1;
  const { links, readable } = await followUp(site, admin, families);
  return { corrected, accounts: accounts + (out ? 1 : 0), fromBin, decided, links, readable };
}

/** As the page does it: calls until nothing is left. How many answers and requests. */
async function takeBack(admin: Desk, stolen: object) {
  const sum = { answers: 0, requests: 0 };
  for (;;) {
    type Counts = { answers: number; requests: number; more: boolean };
    const { answers, requests, more } = await admin.rpc<Counts>('reverter_correcoes', stolen);
    sum.answers += answers;
    sum.requests += requests;
    if (!more) return sum;
    check(answers + requests > 0, 'each call takes something back');
  }
}

/**
 * Gives every family whose own link was ended another. How many, and by id what a direção reads of each
 * enrolment, as JSON. Throws unless the new links open.
 */
async function followUp(site: Site, admin: Desk, families: readonly Family[]) {
  const readable = new Map<string, string>();
  let links = 0;
  for (const { row, code } of families) {
    const [found] = await admin.rowsOf(row.nome_completo);
    if (!found) continue;
    const headers = { 'X-Forwarded-For': `127.0.5.${readable.size + 1}` };
    const opens = (codigo: string) =>
      ask<object | null>(site.place(), '/rest/v1/rpc/situacao_da_inscricao', { body: { codigo }, headers });
    if ((await opens(code)) === null) {
      const { code: codigo } = await admin.rpc<{ code: string }>('fazer_link', { inscricao: found.id });
      check((await opens(codigo)) !== null, 'a link that a direção makes opens');
      links += 1;
    }
    readable.set(found.id, JSON.stringify(await admin.rpc<object>('ficha', { inscricao: found.id })));
  }
  return { links, readable };
}

const decidedIn = ({ followUps }: SiteState) =>
  new Map([...followUps].map(([id, { decided }]) => [id, decided]));

/** The account of this e-mail when it has no access, else null. */
async function isOut(site: Site, email: string): Promise<string | null> {
  const [row] = await askOwner<{ id: string }>(
    site.folder,
    `select a.user_id as id from private.administradores a join auth.users u on u.id = a.user_id
     where u.email = $1 and a.desativado_em is not null`,
    [email],
  );
  return row?.id ?? null;
}

/** Each account as it was, without the sessions of `victim`. How many were changed. */
async function giveAccountsBack(
  { own, admin, victim }: { own: Desk; admin: Desk; victim: string | null },
  before: SiteState,
): Promise<number> {
  let changed = 0;
  for (const { account: conta, email, role: papel, disabledAt: out } of await admin.rpc<Listed[]>(
    'lista_de_contas',
  )) {
    const was = before.accounts.get(email)?.split(' ')[1];
    if (email === victim)
      for (const com_acesso of [false, true]) await admin.rpc('mudar_acesso', { conta, com_acesso });
    if (out) await admin.rpc('mudar_acesso', { conta, com_acesso: true });
    const desk = email === ADMIN.email ? own : admin;
    if (was && papel !== was) await desk.rpc('mudar_papel', { conta, papel: was });
    if (out || papel !== was) changed += 1;
  }
  return changed;
}

/** False when the enrolment is gone. */
async function decideAgain(desk: Desk, inscricao: string, was: Decided | undefined): Promise<boolean> {
  type Now = { version: number; criteria: Record<string, boolean> };
  let now = await desk.rpc<Now | null>('ficha', { inscricao });
  if (!now || !was) return false;
  const { situacao, motivo, turma, primeiro_dia, ...criteria } = was;
  now = await desk.rpc<Now>('decidir_situacao', {
    inscricao,
    versao: now.version,
    situacao,
    motivo,
    turma,
    primeiro_dia,
    alem_das_vagas: true,
  });
  for (const [criterio, cumprido] of Object.entries(criteria))
    if (now.criteria[criterio] !== cumprido)
      now = await desk.rpc<Now>('conferir_criterio', { inscricao, versao: now.version, criterio, cumprido });
  return true;
}
