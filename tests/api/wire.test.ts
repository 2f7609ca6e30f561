import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { StorageClient, type StorageError } from '@supabase/storage-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DOCUMENT_BUCKET, documentPath, documentPathOf } from '../../domain/document/document.ts';
import { pdfOf } from '../../kit/document-bytes.ts';
import { type ComparedAnswer, differencesOf, differing, HEADERS } from '../../prove/supabase/differences.ts';
import type { ComparedRequest } from '../../prove/supabase/reading-requests.ts';
import { requests } from '../../prove/supabase/requests.ts';
import { get, restClient } from '../support/desk.ts';
import { ROW } from '../support/people.ts';
import { startRestServer, type Who } from '../support/rest-server.ts';
import { engines, forThisTest, hosted, openTestServer, own, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// Rows and documents by the official clients, as SPEC §7 has the site call them (accounts: accounts.test.ts), and
// PostgREST beside our server. Who may, and each request by itself: server/rest, server/storage.

describe.each(engines)('rows by the official client on $name', (engine) => {
  const server = serverForTests(engine);
  const ROWS = 'inscricoes_projeto';
  const visitor = () => restClient(server).from(ROWS);
  const administrator = async () =>
    restClient(server, (await signedIn(server, { administrator: true })).token).from(ROWS);
  const list = (from: ReturnType<typeof visitor>) =>
    from.select('*').order('created_at', { ascending: false });
  beforeEach(() => server.database.query('truncate public.inscricoes_projeto cascade'));

  test('call 3 adds a row, alone or in a list of one, and gives nothing back; nobody reads it back, or writes over it', async () => {
    for (const row of [ROW, [ROW]])
      expect(await visitor().insert(row as typeof ROW)).toMatchObject({
        ...{ error: null, data: null, status: 201 },
      });
    const denied = { status: 401, error: { code: '42501' } };
    expect(await visitor().insert(ROW).select()).toMatchObject(denied);
    for (const ignoreDuplicates of [true, false])
      expect(await visitor().upsert(ROW, { ignoreDuplicates })).toMatchObject(denied);
    expect((await list(await administrator())).data).toHaveLength(2);
  });

  test.skipIf(engine.hosted)(
    'call 3 too often from one address is 429 with the seconds to wait',
    async () => {
      const busy = await forThisTest(openTestServer(engine, { limits: 'on' }));
      const insert = () => get(busy, busy.keys.anonKey, '/rest/v1/inscricoes_projeto', { body: ROW });
      const written = vi.spyOn(busy.database, 'as');
      for (let time = 0; time < 90; time++) expect((await insert()).status).toBe(201);
      const refused = await insert();
      expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'PGRST429' }]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(written).toHaveBeenCalledTimes(90); // what is over the limit costs the database nothing
    },
  );

  test('call 4 lists every column, newest first, in counted pages, as the client writes filters', async () => {
    const [town, odd] = ['Anápolis', 'São João (de baixo), GO'];
    for (const cidade of [town, odd]) await visitor().insert({ ...ROW, cidade });
    const desk = await administrator();
    const { idade: _, ...answers } = ROW;
    expect((await list(desk)).data).toMatchObject([
      { cidade: odd },
      { ...answers, cidade: town, protocolo: expect.stringMatching(/^\d{8}$/) },
    ]);
    const counted = () => desk.select('cidade', { count: 'exact' }).order('cidade');
    expect(await counted().range(1, 1)).toMatchObject({ status: 206, count: 2, data: [{ cidade: odd }] });
    const head = await desk.select('*', { count: 'exact', head: true });
    expect([head.status, head.count, head.data]).toEqual([200, 2, null]);
    const select = () => desk.select('cidade').order('cidade');
    expect((await select().eq('cidade', odd).eq('peso', 52.5)).data).toEqual([{ cidade: odd }]);
    expect((await desk.select('cidade').eq('cidade', town).single()).data).toEqual({ cidade: town });
    expect((await desk.select().eq('cidade', 'x').maybeSingle()).data).toBeNull();
  });
});

const MAX = 5_242_880;
const pdf = (size = 3_000, name = 'Comprovante.pdf', type = 'application/pdf') =>
  new File([pdfOf({ size })], name, { type });
const newPath = (name = 'comprovante.pdf') => documentPath(randomUUID(), name);

/** What the site reads of an error: storage-api says 400 on the wire, our server the status itself. */
const seen = ({ error }: { error: unknown }) => (error as StorageError | null)?.statusCode;

describe.each(engines)('documents by the official client on $name', (engine) => {
  if (engine.hosted && !engine.hosted.storage) return test.skip('there is no storage-api here');
  const server = serverForTests(engine);
  const clientFor = (token = server.keys.anonKey) =>
    new StorageClient(
      `${server.url}/storage/v1`,
      { apikey: server.keys.anonKey, Authorization: `Bearer ${token}` },
      server.fetch,
    );
  const ofToken = (token?: string) => clientFor(token).from(DOCUMENT_BUCKET);
  const by = async (more: Parameters<typeof signedIn>[1]) => ofToken((await signedIn(server, more)).token);
  let [visitor, admin] = [] as unknown as [ReturnType<typeof ofToken>, ReturnType<typeof ofToken>];
  beforeAll(async () => {
    [visitor, admin] = [ofToken(), await by({ administrator: true })];
  });
  const uploaded = async (file = pdf()) => {
    const { data, error } = await visitor.upload(newPath(), file);
    expect(error).toBeNull();
    return data?.path ?? '';
  };

  test.each<[what: string, body: () => Parameters<typeof visitor.upload>[1]]>([
    ['a file', () => pdf(400_000)],
    ['the largest', () => pdf(MAX)],
    ['an array', () => new TextEncoder().encode(pdfOf())],
    ['a text', () => pdfOf()],
    ['a stream', () => new Blob([pdfOf()]).stream()],
  ])(
    'calls 1, 2 and 9: a family sends %s by any name, an administrator opens the same bytes',
    async (_what, body) => {
      const path = newPath("Comprovante d'agua, (1)  & outro.pdf");
      const sent = await visitor.upload(path, body(), { contentType: 'application/pdf' });
      expect(sent).toEqual({
        data: { path, id: expect.any(String), fullPath: `${DOCUMENT_BUCKET}/${path}` },
        error: null,
      });
      const { publicUrl } = visitor.getPublicUrl(path).data;
      const closed = await server.fetch(publicUrl);
      expect([closed.status, await closed.json()]).toMatchObject([
        engine.hosted ? 400 : 404,
        { statusCode: '404' },
      ]);
      const { data } = await admin.createSignedUrl(documentPathOf(publicUrl) ?? '', 60, {
        download: 'ficha.pdf',
      });
      const opened = await server.fetch(data?.signedUrl ?? '');
      expect(opened.headers.get('content-disposition')).toMatch(/^attachment; filename="?ficha\.pdf"?/);
      const bytes = Buffer.from(await new Response(body() as BodyInit).arrayBuffer());
      expect(Buffer.from(await opened.arrayBuffer()).equals(bytes)).toBe(true);
    },
  );

  test('what call 1 may fail with, and that it leaves nothing', async () => {
    const path = await uploaded();
    /** Rows of documents, and files of our own server. */
    const everything = async () => [
      await server.rows('select name, version from storage.objects order by name'),
      engine.hosted ? [] : readdirSync(server.documentsDir),
    ];
    const stored = await everything();
    const bytes = await visitor.upload(newPath(), new File(['MZ\x90'], 'a.pdf', { type: 'application/pdf' }));
    expect({
      again: seen(await visitor.upload(path, pdf())),
      over: seen(await visitor.upload(path, pdf(), { upsert: true })),
      accent: seen(await visitor.upload(newPath('declaração.pdf'), pdf())),
      type: seen(await visitor.upload(newPath(), pdf(3_000, 'a.pdf', 'text/html'))),
      large: seen(await visitor.upload(newPath(), pdf(MAX + 1))),
      bytes: seen(bytes),
    }).toEqual({
      again: '409',
      over: '403',
      accent: '400',
      type: '415',
      large: '413',
      bytes: engine.hosted ? undefined : '415', // storage-api believes what a file says that it is
    });
    if (engine.hosted)
      await server.rows('delete from storage.objects where name = $1', bytes.data?.path ?? '');
    expect(await everything()).toEqual(stored);
  });
});

// What is meant to differ stands in prove/supabase/differences.ts with its reason.
describe.skipIf(!hosted)('PostgREST beside our server', () => {
  type Server = Awaited<ReturnType<typeof startRestServer>>;
  let servers: Server[] = [];
  beforeAll(async () => {
    if (hosted && own) servers = await Promise.all([startRestServer(own), startRestServer(hosted)]);
  });
  afterAll(() => Promise.all(servers.map(({ server }) => server.close())));

  test(`${requests(ROW).length} requests are answered alike, or differ as is written`, async () => {
    const [ours, theirs] = servers;
    if (!ours || !theirs) throw new Error('no servers');
    const meant = differencesOf(hosted?.hosted?.modules ?? []);
    const used = new Set<object>();
    const surprises: string[] = [];
    for (const asked of requests(ROW)) {
      const [one, other] = await Promise.all([hear(ours, asked), hear(theirs, asked)]);
      const found = differing(one, other);
      const here = meant.filter((difference) => difference.of(asked));
      for (const difference of here)
        if (difference.in.some((what) => found.includes(what))) used.add(difference);
      const left = found.filter((what) => !here.some((difference) => difference.in.includes(what)));
      const { who, method, path } = asked;
      if (left.length > 0)
        surprises.push(`${who} ${method} ${path}: ${left.join()} ${JSON.stringify([one, other])}`);
    }
    expect(surprises).toEqual([]);
    expect(meant.filter((difference) => !used.has(difference)).map(({ why }) => why)).toEqual([]);
  });

  async function hear(
    server: Server,
    { who, method, path, headers = {}, body }: ComparedRequest,
  ): Promise<ComparedAnswer> {
    const answer = await server.call(who as Who, method, path, { body, headers });
    const text = withoutMoments(await answer.text());
    const json = parsed(text);
    const { code = null, message } = (json ?? {}) as { code?: string; message?: string };
    const heard = HEADERS.map((name) => [name, withoutMoments(answer.headers.get(name) ?? '') || null]);
    const inWords = code === 'P0001' || code?.startsWith('23') ? `${code} ${message}` : code;
    const whole = answer.status < 400 || code === null;
    return {
      status: answer.status,
      headers: Object.fromEntries(heard),
      code: inWords,
      body: whole ? json : null,
    };
  }

  /** What is another at each asking: ids and moments of what was just added. */
  const withoutMoments = (text: string) =>
    text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      .replaceAll(/"created_at":"(?!2026-11-20T23:42:55)[^"]+"/g, '"created_at":"NOW"')
      .replaceAll(/\d+\.\d+ms/g, '');

  function parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
});
