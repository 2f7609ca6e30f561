import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../../kit/desk.ts';
import { receiveAlerts } from '../../kit/listen.ts';
import { type Account, ADMIN, call, type Site as Place } from '../../kit/site.ts';
import { runToItsEnd } from '../command.ts';
import { Site } from '../exam/site.ts';
import { check, eventually } from '../kill.ts';
import { askOwner } from '../owner-client.ts';
import { fill, TEAM, victimOf } from './desk-site.ts';

// Part 4 of `npm run prove -- stolen-session`: the thief has the password of one direção, and for 2,000 calls or
// ten minutes makes accounts, gives them every role, and with all of them takes colleagues' passwords, access and
// roles, and writes into what families read.

const CALLS = 2_000;
const LIMIT_MS = 600_000;
const ALERTS = ['conta_nova', 'senha_de_outra', 'conta_desligada', 'texto_publico'];
/** A trouble lasts a minute before it is told, and the audit log is counted every five minutes. */
export const ALERT_LIMIT_MS = 450_000;
/** How the thief would be reached. */
const OWN = ['https://golpe.example/pix', 'golpe@example.net', '(11) 98888-7777'];
const PASSWORD = 'a senha de quem roubou, longa';

export async function proveKnownPassword(): Promise<void> {
  const above = mkdtempSync(join(tmpdir(), 'cc-stolen-'));
  chmodSync(above, 0o755); // root's PostgreSQL account passes through
  const receiver = await receiveAlerts();
  const site = new Site(join(above, 'data'), { ALERT_URL: receiver.url, TRUSTED_PROXIES: '127.0.0.1' });
  const heard = () => [...new Set(receiver.alerts.flatMap(({ text }) => /\((\w+)\)$/.exec(text)?.[1] ?? []))];
  const work = async () => {
    await site.start();
    await fill(site);
    const victim = victimOf('direcao');
    const { done, made } = await steal(site.place(), victim);
    const acts = await bringColleaguesBack(site, victim, made);
    const [texts] = await askOwner<{ all: string }>(
      site.folder,
      `select concat(to_jsonb(c), (select jsonb_agg(t) from private.turmas t)) as all from private.configuracao c`,
    );
    for (const contact of OWN) check(!texts?.all.includes(contact), `families read nothing of ${contact}`);
    const promise = () => `the owner hears ${ALERTS.join(', ')} (heard ${heard().join(', ')})`;
    await eventually(promise, ALERT_LIMIT_MS, () => ALERTS.every((code) => heard().includes(code)), 500);
    console.log(`direcao, with the password: ${[...done].map(([kind, count]) => `${kind} ${count}`).join(', ')}
  colleagues who sign in as before, or after so many acts of the owner: ${acts.join(', ')}
  alerted: ${heard().join(', ')}`);
  };
  await site.prove(work, () => {});
  await receiver.close();
  rmSync(above, { recursive: true });
}

/** The whole theft; how often each kind of call was answered, and the accounts that were made. */
async function steal(place: Place, victim: Account) {
  const began = performance.now();
  const done = new Map<string, number>();
  const made: Account[] = [];
  let calls = 0;
  const isOver = () => calls >= CALLS || performance.now() - began > LIMIT_MS;
  for (let round = 0; !isOver(); round += 1) {
    for (const who of [victim, ...made]) {
      // each from an address of its own, as if limits by address did not exist
      const headers = { 'X-Forwarded-For': `127.${1 + (calls % 200)}.${round % 250}.7` };
      const session = await signIn(place, who).catch(() => null);
      if (!session) continue;
      const ask = async (kind: string, path: string, body: object, method = 'POST') => {
        if (isOver()) return false;
        calls += 1;
        const answer = await call(place, path, { method, body, token: session.token, headers });
        check(answer.status < 500, `${kind} is answered (${answer.status})`);
        if (answer.ok) done.set(kind, (done.get(kind) ?? 0) + 1);
        await answer.arrayBuffer();
        return answer.ok;
      };
      const own = { current_password: who.password };
      for (const papel of made.length < 12 ? ['direcao', 'secretaria'] : []) {
        const account = { email: `ladrao${made.length}@example.com`, password: PASSWORD };
        if (await ask('accounts made', '/auth/v1/admin/users', { ...account, ...own, papel }))
          made.push(account);
      }
      const list = (await session.rpc('lista_de_contas').catch(() => [])) as {
        account: string;
        email: string;
      }[];
      for (const { account: conta, email } of list) {
        if (email === victim.email) continue;
        const isOwn = made.some((one) => one.email === email);
        if (isOwn) {
          await ask('roles given', '/rest/v1/rpc/mudar_papel', { conta, papel: 'direcao' });
          continue;
        }
        await ask('passwords', `/auth/v1/admin/users/${conta}`, { password: PASSWORD, ...own }, 'PUT');
        await ask('roles taken', '/rest/v1/rpc/mudar_papel', { conta, papel: 'professor' });
        await ask('access taken', '/rest/v1/rpc/mudar_acesso', { conta, com_acesso: false });
      }
      const setting = (nome: string, valor: unknown) =>
        ask('texts', '/rest/v1/rpc/guardar_ajuste', { nome, valor });
      for (const contact of OWN) {
        await setting('frase_de_fechada', `Pague a taxa em ${contact}`);
        await setting('mensagem_aprovada', `Oi, {nome}! Pague em ${contact}`);
        await ask('texts', '/rest/v1/rpc/salvar_turma', { turma: { name: `Boxe ${contact} ${calls}` } });
      }
      await setting('frase_de_fechada', `Fechado para sempre ${calls}.`);
      await setting('inscricoes', { fecha: 'agora', abre: null, volta: null });
    }
  }
  return { done, made };
}

/**
 * What the owner's command does: shuts out the thief's accounts and gives the victim another password, then for each
 * colleague what it takes until they sign in with their own password and role, or with a new password. How many acts
 * that were, of each.
 */
async function bringColleaguesBack(site: Site, victim: Account, made: readonly Account[]): Promise<number[]> {
  const admin = (...args: string[]) => runToItsEnd('admin', args, site.folder);
  const team = await askOwner<{ email: string }>(
    site.folder,
    'select u.email from private.administradores a join auth.users u on u.id = a.user_id',
  );
  for (const { email } of made) if (team.some((one) => one.email === email)) await admin('disable', email);
  await admin('password', victim.email);
  const acts: number[] = [];
  for (const { email, password, role } of [{ ...ADMIN, role: 'direcao' }, ...TEAM]) {
    if (email === victim.email) continue;
    let count = 0;
    const [now] = await askOwner<{ papel: string; out: boolean }>(
      site.folder,
      `select a.papel, a.desativado_em is not null as out from private.administradores a
       join auth.users u on u.id = a.user_id where u.email = $1`,
      [email],
    );
    check(now !== undefined, `the account ${email} is there`);
    for (const [isWrong, ...args] of [
      [now?.out, 'enable', email],
      [now?.papel !== role, 'role', email, role],
    ] as [boolean, ...string[]][])
      if (isWrong) {
        count += 1;
        await admin(...args);
      }
    const comesIn = await signIn(site.place(), { email, password }).catch(() => null);
    check(comesIn !== null || role !== 'direcao', `${email}, of the direção, has the own password still`);
    if (!comesIn) {
      count += 1;
      await admin('password', email);
    }
    acts.push(count);
  }
  return acts;
}
