import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { argumentsOf } from '../domain/functions.ts';
import { signIn } from '../kit/desk.ts';
import { addressOf, enrol, makeSubmission, type Submission } from '../kit/family.ts';
import { newFolder } from '../kit/folder.ts';
import { startServer } from '../kit/server.ts';
import { ADMIN, ask, type Call, call, type Site } from '../kit/site.ts';
import { runToItsEnd } from './command.ts';
import { type About, CALLED, type Known, waysOf } from './desk-calls.ts';
import { check } from './kill.ts';
import { askOwner, oldSession } from './owner-client.ts';

// `npm run prove -- stolen-session`: with a stolen session of the desk, at last with its password too, every function
// of domain/functions.ts is called in every way about every enrolment and account, and what it may not is tried past
// them. A direção brings it all back by two calls; what was decided, written or sent before is all still there.

const VICTIM = { email: 'vitima@example.com', password: `${ADMIN.password}, da vítima` };
const FAMILIES = 8;
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** All that could be destroyed, as lines that must be there afterwards, by what they are of. */
async function stateOf(folder: string, copies: string): Promise<Record<string, string[]>> {
  const lines = async (sql: string) =>
    (await askOwner<{ line: string }>(folder, `select ${sql}`)).map(({ line }) => line);
  const objects = await askOwner<{ name: string; version: string }>(
    folder,
    'select name, version from storage.objects',
  );
  const bytesOf = (version: string) => {
    const file = join(folder, 'documents', version);
    return existsSync(file) ? sha256(file) : 'no bytes';
  };
  const copied = readdirSync(copies, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(copies, name)).isFile() && name !== 'apagamentos.jsonl',
  );
  return {
    enrolments: await lines(
      `to_jsonb(i)::text as line from public.inscricoes_projeto i join private.acompanhamentos a on a.inscricao_id = i.id where a.apagada_em is null`,
    ),
    consents: await lines('to_jsonb(c)::text as line from private.consentimentos c'),
    documents: objects.map(({ name, version }) => `${name} ${bytesOf(version)}`),
    'later documents': await lines(
      `concat_ws(' ', inscricao_id, endereco) as line from private.documentos_novos`,
    ),
    notes: await lines(`concat_ws(' ', inscricao_id, texto) as line from private.anotacoes`),
    history: await lines('to_jsonb(h)::text as line from private.historico h'),
    record: await lines('to_jsonb(a)::text as line from private.auditoria a'),
    requests: await lines(
      `concat_ws(' ', inscricao_id, tipo, telefone, mudancas) as line from private.pedidos`,
    ),
    passwords: await lines(`concat_ws(' ', email, encrypted_password, deleted_at) as line from auth.users`),
    classes: await lines('id::text as line from private.turmas'),
    copies: copied.map((name) => `${name} ${sha256(join(copies, name))}`),
  };
}

/** Eight families with a document, of whom the desk has done something, and thirty rows of one address, as from a script. */
async function fill(site: Site, role: string): Promise<Submission[]> {
  const desk = await signIn(site);
  await desk.ask('/auth/v1/admin/users', {
    body: { ...VICTIM, papel: role, current_password: ADMIN.password },
  });
  const families = Array.from({ length: FAMILIES }, (_, at) => makeSubmission(at, 2_000));
  for (const [at, family] of families.entries())
    await enrol(site, family, { headers: { 'X-Forwarded-For': `127.0.1.${at}` } });
  for (let at = 0; at < 31; at += 1)
    await enrol(
      site,
      { path: null, row: makeSubmission(at, 2_000).row },
      { headers: { 'X-Forwarded-For': '127.0.2.1' } },
    );
  for (const [at, { row, code }] of families.entries()) {
    const [found] = await desk.rowsOf(row.nome_completo);
    const inscricao = found?.id;
    await desk.rpc('nova_nota', {
      inscricao,
      texto: 'A mãe liga na terça.',
      pedido: at % 2 ? 'copia' : null,
    });
    const { version: versao } = await desk.rpc<{ version: number }>('ficha', { inscricao });
    const situacao = ['em-analise', 'falta-documento', 'desistiu'][at % 3];
    await desk.rpc('decidir_situacao', { inscricao, versao, situacao, motivo: 'O NIS não aparece.' });
    const body = { codigo: code, tipo: 'telefone', telefone: `(62) 98888-000${at}` };
    await ask(site, '/rest/v1/rpc/pedir_pela_familia', { body });
  }
  return families;
}

/** Calls everything with this token; of each function how often it was done and refused. */
async function steal(
  site: Site,
  token: string,
  families: readonly Submission[],
  accounts: readonly string[],
) {
  const answered = new Map<string, { done: number; refused: number }>();
  const asked = async <Answer>(kind: string, path: string, it: Call): Promise<Answer | null> => {
    const answer = await call(site, path, { token, ...it });
    const text = await answer.text();
    check(answer.status < 500, `${kind} is answered (${answer.status} ${text})`);
    const counts = answered.get(kind) ?? { done: 0, refused: 0 };
    counts[answer.ok ? 'done' : 'refused'] += 1;
    answered.set(kind, counts);
    return answer.ok && text ? (JSON.parse(text) as Answer) : null;
  };
  const rpc = <Answer = unknown>(name: string, body: object = {}) =>
    asked<Answer>(name, `/rest/v1/rpc/${name}`, { body });
  type Row = { id: string; protocolo: string };
  const rows =
    (await asked<Row[]>(
      'list',
      '/rest/v1/inscricoes_projeto?select=id,protocolo&order=created_at&limit=10',
      {},
    )) ?? [];
  const classes = ((await rpc<{ id: string }[]>('lista_de_turmas')) ?? []).map(({ id }) => id);
  const floods = (await rpc<About['floods']>('lista_de_enxurradas')) ?? [];
  type Seen = { version: number; requests: { id: string }[] };
  for (const [name, fn] of CALLED) {
    const names = argumentsOf(fn).map((argument) => argument.name);
    const isOfOne = names.some((each) => /^inscric(ao|oes)$/.test(each));
    for (const [at, { id, protocolo }] of (isOfOne ? rows : rows.slice(0, 1)).entries())
      for (const account of names.includes('conta') ? accounts : accounts.slice(0, 1)) {
        const seen = isOfOne ? await rpc<Seen>('ficha', { inscricao: id }) : null;
        const another = makeSubmission(0, 2_000);
        if (names.includes('endereco')) await enrolDocument(site, another);
        const one: Known = {
          ...{ id, protocol: protocolo, other: rows[(at + 1) % rows.length]?.id ?? id },
          ...{
            requests: seen?.requests.map((request) => request.id) ?? [],
            upload: addressOf(site, another.path),
          },
        };
        for (const body of waysOf(fn, { one, account, classes, floods })) {
          if (names.includes('versao'))
            body.versao = (await rpc<Seen>('ficha', { inscricao: id }))?.version ?? 1;
          await rpc(name, body);
        }
      }
  }
  const paths = families.map(({ path }) => path);
  const bucket = `/storage/v1/object/${DOCUMENT_BUCKET}`;
  for (const prefixes of [paths, ['public'], ['']])
    await asked('removal', bucket, { method: 'DELETE', body: { prefixes } });
  for (const path of paths)
    await asked('overwriting', `${bucket}/${path}`, {
      body: new Uint8Array(makeSubmission(0, 2_000).bytes),
      headers: { 'Content-Type': 'application/pdf', 'x-upsert': 'true' },
    });
  for (const table of ['inscricoes_projeto', 'acompanhamentos', 'auditoria', 'historico', 'users', 'objects'])
    for (const method of ['PATCH', 'DELETE', 'PUT'])
      for (const schema of ['public', 'private', 'auth', 'storage'])
        await asked('writing of a table', `/rest/v1/${table}?id=not.is.null`, {
          ...{ method, body: method === 'DELETE' ? undefined : { nome_completo: 'Roubada' } },
          headers: { 'Content-Profile': schema },
        });
  for (const account of accounts)
    for (const method of ['PUT', 'DELETE'])
      await asked('account', `/auth/v1/admin/users/${account}`, {
        method,
        body: { password: 'a senha de quem roubou' },
      });
  return answered;
}

/** A document that no enrolment claims yet. */
const enrolDocument = (site: Site, { path, bytes }: Submission) =>
  call(site, `/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, {
    body: new Uint8Array(bytes),
    headers: { 'Content-Type': 'application/pdf' },
  });

/** One role's session, `fresh` with its password. */
async function prove(role: string, fresh: boolean): Promise<void> {
  const copies = newFolder();
  const server = await startServer({
    environment: { LIMITS: 'relaxed', BACKUP_DIR: copies, TRUSTED_PROXIES: '127.0.0.1' },
  });
  const { folder } = server;
  try {
    const families = await fill(server, role);
    await runToItsEnd('backup', ['--to', copies], folder);
    const accounts = await askOwner<{ id: string; email: string }>(
      folder,
      'select id, email from auth.users order by email desc',
    );
    const conta = accounts.find(({ email }) => email === VICTIM.email)?.id;
    const [before, desde] = [await stateOf(folder, copies), new Date().toISOString()];
    const token = fresh
      ? (await signIn(server, VICTIM)).token
      : (await oldSession(server, VICTIM)).access_token;
    const answered = await steal(
      server,
      token,
      families,
      accounts.map(({ id }) => id),
    );
    const put = await askOwner(folder, 'select from private.acompanhamentos where apagada_em is not null');
    check(
      fresh ? put.length > FAMILIES : put.length === 0,
      `what asks for the password is kept from who has none (${put.length})`,
    );

    for (const args of [
      ['enable', ADMIN.email],
      ['role', ADMIN.email, 'direcao'],
      ['disable', VICTIM.email],
    ])
      await runToItsEnd('admin', args, folder).catch(() => {}); // it was so
    const direcao = await signIn(server);
    for (const name of ['devolver_tudo', 'reverter_correcoes'])
      while ((await direcao.rpc<{ more: boolean }>(name, { conta, desde })).more);
    const { status } = await call(server, '/rest/v1/rpc/lista_de_turmas', { token, body: {} });
    check([401, 403].includes(status), `the stolen session is over (${status})`);
    const after = await stateOf(folder, copies);
    for (const [what, lines] of Object.entries(before)) {
      const there = new Set(after[what]);
      const lost = lines.filter((line) => !there.has(line));
      check(
        lost.length === 0,
        `${what} are there as they were (${lost.length} of ${lines.length} are not: ${lost[0]})`,
      );
    }
    await runToItsEnd('audit', [], folder);
    const sum = (which: 'done' | 'refused') =>
      [...answered.values()].reduce((all, each) => all + each[which], 0);
    const never = [...answered].flatMap(([name, { done }]) => (done === 0 ? [name] : []));
    console.log(`${role}, ${fresh ? 'with the password' : 'no password'}: ${sum('done')} calls done, ${sum('refused')} refused (always: ${never.join(', ')});
  ${put.length} enrolments back from the bin, and nothing is gone`);
  } finally {
    await server.stop();
  }
}

export async function run(): Promise<number> {
  await prove('secretaria', false);
  await prove('direcao', false);
  await prove('direcao', true);
  console.log('Every promise holds.');
  return 0;
}
