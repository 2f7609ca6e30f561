import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { terminalOf, urlOf } from '../../tests/support/copies.ts';
import { folderForTests } from '../../tests/support/files.ts';
import { forTests } from '../../tests/support/server.ts';
import { ROOT } from '../../tests/support/sources.ts';
import { type Answers, listen, openProject } from '../../tests/support/supabase-like.ts';
import { runCommand } from '../commands/run-command.ts';
import { loadPages, type Pages } from '../pages.ts';
import { writeStaticSite } from '../static-site.ts';
import { examineSupabase } from './doctor.ts';

// A project from outside, and its published site, which is the real build.
// server/watch/supabase-database.test.ts has what is seen from inside.

let project: { url: string; key: string };
let site: Awaited<ReturnType<typeof listen>>;
let other: Awaited<ReturnType<typeof listen>>;
const folder = folderForTests();
let pages: Pages;
let config = '';

type Headers = Record<string, string>;
type Change = (path: string, headers: Headers) => void;

/** What the published site answers; `change` spoils the headers. */
const publish =
  (change: Change = () => {}): Answers =>
  ({ url = '/' }, answer) => {
    const known = url === '/config.json' || pages.has(url);
    const page = pages.get(url) ?? pages.get('/404');
    const headers: Headers = {
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      ...(url === '/config.json' ? { 'Cache-Control': 'no-store' } : page?.headers),
    };
    change(url, headers);
    answer.writeHead(known ? 200 : 404, headers).end(url === '/config.json' ? config : page?.body);
  };

const opened = forTests(() => openProject());
beforeAll(async () => {
  project = opened.project;
  cpSync(join(ROOT, 'dist/site'), folder, { recursive: true });
  writeStaticSite(folder, project, {});
  pages = loadPages(folder, null, project.url);
  config = readFileSync(join(folder, 'config.json'), 'utf8');
  site = await listen(publish());
  other = await listen((_asked, answer) => answer.end('<!doctype html>'));
});
afterAll(() => Promise.all([site.close(), other.close()]));

const SOMEBODY = '00000000-0000-4000-8000-000000000000';
type Given = { url?: string; key?: string; siteUrl?: string | null; databaseUrl?: string | null };

async function said({ url = project.url, key = project.key, ...settings }: Given = {}) {
  const where = { siteUrl: site.url, databaseUrl: urlOf(opened.server.login), ...settings };
  const findings = await examineSupabase({ url, key }, where);
  return findings.flatMap(({ level, says }) => (level === 'todo' ? [says] : []));
}

test('a project in order has nothing to do', async () => {
  expect(await said()).toEqual([]);
  const findings = await examineSupabase(project, { siteUrl: null, databaseUrl: null });
  expect(findings.filter(({ level }) => level === 'note')).toHaveLength(2); // what was not looked at is told
});

describe('from outside', () => {
  test.each<[string, () => Given, RegExp]>([
    ['a network that breaks', () => ({ url: 'http://127.0.0.1:1' }), /não respondeu: confira o endereço/],
    ['a wrong key', () => ({ key: 'sb_publishable_0123456789' }), /não aceita esta chave/],
    ['another program', () => ({ url: other.url }), /não há um projeto do Supabase/],
  ])('%s is told in one sentence', async (_what, given, sentence) => {
    const found = await said({ siteUrl: null, databaseUrl: null, ...given() });
    expect(found).toEqual([expect.stringMatching(sentence)]);
  });

  type Answered = Record<string, [status: number, body: unknown]>;
  const settings = (changes: object): Answered => ({
    '/auth/v1/settings': [200, { disable_signup: true, external: { email: true }, ...changes }],
  });
  const version = (status: number, body: unknown): Answered => ({
    '/rest/v1/rpc/versao_do_banco': [status, body],
  });
  test.each<[string, Answered, RegExp]>([
    ['open sign-up', settings({ disable_signup: false }), /Qualquer um pode criar/],
    ['no sign-in by e-mail', settings({ external: { email: false } }), /não deixa entrar por e-mail/],
    [
      'anonymous accounts',
      settings({ external: { email: true, anonymous_users: true } }),
      /Qualquer um pode criar.*anonymous/,
    ],
    ['a project in pause', { '/auth/v1/settings': [540, null] }, /responde com erro \(540\).*pausa/],
    ['a project of another product', version(404, { code: 'PGRST202' }), /não tem as tabelas deste site/],
    ['old migrations', version(200, '20200101000000'), /migração 20200101000000.*npm run supabase -- push/],
    ['newer migrations', version(200, '29990101000000'), /migração 29990101000000.*versão nova do site/],
    ['open rows', { '/rest/v1/inscricoes_projeto': [200, []] }, /PERIGO: qualquer um pode ler as inscrições/],
    [
      'an open desk',
      { '/rest/v1/rpc/contagem_de_inscricoes': [200, {}] },
      /PERIGO: qualquer um pode usar as funções/,
    ],
    [
      'GraphQL that answers',
      { '/graphql/v1': [200, { data: { __typename: 'Query' } }] },
      /GraphQL \(tire «graphql_public»/,
    ],
    [
      'a listed bucket',
      { '/storage/v1/object/list/cadastro_unico_uploads': [200, [{ name: 'x' }]] },
      /PERIGO: qualquer um pode ver a lista/,
    ],
    [
      'a public bucket',
      { [`/storage/v1/object/public/cadastro_unico_uploads/public/${SOMEBODY}_x.pdf`]: [200, null] },
      /PERIGO: qualquer um pode abrir os documentos.*«Public bucket»/,
    ],
  ])('%s is told', async (_what, answers, sentence) => {
    // the real project behind it, but for one answer
    const spoilt = await listen(async (asked, answer) => {
      const path = (asked.url ?? '').replace(/\?.*/, '');
      const given = answers[path];
      if (given) return void answer.writeHead(given[0]).end(JSON.stringify(given[1]));
      const chunks: Buffer[] = [];
      for await (const chunk of asked) chunks.push(chunk as Buffer);
      const { host, connection, 'content-length': length, ...headers } = asked.headers;
      const got = await fetch(project.url + asked.url, {
        method: asked.method,
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      answer.writeHead(got.status).end(await got.text());
    });
    const found = await said({ url: spoilt.url, siteUrl: null, databaseUrl: null });
    await spoilt.close();
    expect(found).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('the published site', () => {
  const of = (path: RegExp, name: string, value?: string) => (asked: string, headers: Headers) => {
    if (!path.test(asked)) return;
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  };
  const [POLICY, CACHE] = ['Content-Security-Policy', 'Cache-Control'];
  test.each<[string, Change, RegExp]>([
    ['no policy', of(/^\/$/, POLICY), /^Em \/, falta Content-Security-Policy: publique/],
    [
      'a policy of an older build',
      of(/^\/projeto-social$/, POLICY, "default-src 'self'"),
      /Em \/projeto-social, Content-Security-Policy é outro/,
    ],
    ['sniffed types', of(/./, 'X-Content-Type-Options'), /falta X-Content-Type-Options/],
    [
      'a stored configuration',
      of(/^\/config\.json$/, CACHE, 'max-age=600'),
      /Em \/config\.json, Cache-Control é outro/,
    ],
    ['a stored desk', of(/^\/admin\/inscricoes$/, CACHE), /Em \/admin\/inscricoes, falta Cache-Control/],
    [
      'assets asked for each time',
      of(/^\/assets\//, CACHE, 'no-cache'),
      /Em \/assets\/.*Cache-Control é outro/,
    ],
  ])('with %s is told', async (_what, change, sentence) => {
    site.answers = publish(change);
    const found = await said({ databaseUrl: null });
    site.answers = publish();
    expect(found.length).toBeGreaterThan(0);
    for (const sentences of found) expect(sentences).toMatch(/cabeçalhos|_headers/);
    expect(found.join('\n')).toMatch(new RegExp(sentence, 'm'));
  });

  test('of another project, of one page for all, or away is told', async () => {
    config = config.replace(project.key, 'sb_publishable_outra');
    expect((await said({ databaseUrl: null })).join()).toMatch(
      /config\.json publicado não é o deste projeto/,
    );
    config = config.replace('sb_publishable_outra', project.key);
    site.answers = (asked, answer) => {
      if (asked.url === '/endereco-que-nao-existe') answer.writeHead(200).end('<!doctype html>');
      else publish()(asked, answer);
    };
    expect(await said()).toEqual([expect.stringMatching(/responde 200 em vez de 404/)]);
    site.answers = publish();
    expect(await said({ siteUrl: 'http://127.0.0.1:1' })).toEqual([
      expect.stringMatching(/não respondeu: confira SITE_URL/),
    ]);
  });
});

test('the command refuses a secret key, wrong arguments and prints a line for each finding', async () => {
  const { lines: printed, terminal } = terminalOf();
  const run = (...args: string[]) => runCommand('doctor', args, { SITE_URL: site.url }, terminal);
  expect(await run('--supabase', project.url)).toBe(2);
  await expect(run('--supabase', project.url, 'sb_secret_0123456789')).rejects.toThrow(
    /sb_secret_….*abre tudo/,
  );
  printed.length = 0;
  expect(await run('--supabase', project.url, project.key)).toBe(0);
  expect(printed.at(-1)).toMatch(/Tudo certo/);
  expect(printed.join('\n')).not.toContain(project.key);
});
