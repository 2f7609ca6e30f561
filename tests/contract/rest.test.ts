import { PostgrestClient } from '@supabase/postgrest-js';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { restClient } from '../support/desk.ts';
import { ROW } from '../support/people.ts';
import { engines, openTestServer, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** SPEC §7, calls 3 and 4, made by the official client as the site makes them. */
describe.each(engines)('$name', (engine) => {
  let administrator: PostgrestClient;
  let visitor: PostgrestClient;
  let stranger: PostgrestClient;

  const client = (token?: string, fetch?: typeof globalThis.fetch) => restClient(server, token, fetch);

  const server = serverForTests(engine);
  beforeAll(async () => {
    visitor = client();
    administrator = client((await signedIn(server, { administrator: true })).token);
    stranger = client((await signedIn(server, { administrator: false })).token);
  });
  beforeEach(() => server.database.query('truncate public.inscricoes_projeto cascade'));

  const list = (from: PostgrestClient) =>
    from.from('inscricoes_projeto').select('*').order('created_at', { ascending: false });

  test('call 3 adds one row and gives nothing back', async () => {
    const { error, data, status, statusText } = await visitor.from('inscricoes_projeto').insert(ROW);
    expect({ error, data, status, statusText }).toMatchObject({ error: null, data: null, status: 201 });
    expect(await server.rows('select nome_completo from public.inscricoes_projeto')).toEqual([
      { nome_completo: 'Pessoa de Teste' },
    ]);
  });

  test('call 3 takes a list of one, and no list of two', async () => {
    expect(await visitor.from('inscricoes_projeto').insert([ROW])).toMatchObject({
      status: 201,
      error: null,
    });
    expect(await visitor.from('inscricoes_projeto').insert([ROW, ROW])).toMatchObject({
      status: 400,
      error: { code: engine.hosted ? '23514' : 'PGRST102' }, // PostgREST leaves it to the database
    });
  });

  test.each([
    [{ sexo: 'outro' }, 400, '23514'],
    [{ nome_completo: null }, 400, '23502'],
    [{ data_nascimento: '2012-02-30' }, 400, '22008'],
    [{ peso: 'muito' }, 400, '22P02'],
    [{ peso: 1e6 }, 400, '22003'],
    [{ nome_completo: 'a\0b' }, 400, '22P05'],
    [{ cadastro_unico_url: documentUrl('6c84fb90-12c4-41e1-840d-7b25c5ee775a') }, 409, '23503'],
    [{ apelido: 'x' }, 400, 'PGRST204'],
    [{ created_at: '2020-01-01' }, 401, '42501'],
  ])('call 3 with %j fails with %i %s', async (spoiled, status, code) => {
    const answer = await visitor.from('inscricoes_projeto').insert({ ...ROW, ...spoiled });
    expect(answer).toMatchObject({
      status,
      data: null,
      error: { code, message: expect.stringMatching(/./) },
    });
    expect((await list(administrator)).data).toEqual([]);
  });

  test('call 3 again for the same document is 409 and adds nothing', async () => {
    const id = '6c84fb90-12c4-41e1-840d-7b25c5ee775a';
    await server.database.query(
      `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`,
      [`public/${id}_cadastro.pdf`],
    );
    const row = { ...ROW, cadastro_unico_url: documentUrl(id) };
    expect(await visitor.from('inscricoes_projeto').insert(row)).toMatchObject({ status: 201 });
    const again = await visitor.from('inscricoes_projeto').insert(row);
    expect(again).toMatchObject({ status: 409, error: { code: '23505', details: null } });
    expect((await list(administrator)).data).toMatchObject([{ protocolo: expect.stringMatching(/^\d{8}$/) }]);
  });

  test('call 3 cannot read back: neither select nor upsert', async () => {
    const denied = { status: 401, error: { code: '42501' } };
    expect(await visitor.from('inscricoes_projeto').insert(ROW).select()).toMatchObject(denied);
    expect(await visitor.from('inscricoes_projeto').upsert(ROW)).toMatchObject(denied);
    expect(await visitor.from('inscricoes_projeto').upsert(ROW, { ignoreDuplicates: true })).toMatchObject(
      denied,
    );
    expect((await list(administrator)).data).toEqual([]);
  });

  test.skipIf(engine.hosted)(
    'call 3 too often from one address is 429 with the seconds to wait',
    async () => {
      const busy = await openTestServer(engine, { limits: 'on' });
      const insert = () =>
        busy.fetch(`${busy.url}/rest/v1/inscricoes_projeto`, {
          method: 'POST',
          headers: { apikey: busy.keys.anonKey, 'content-type': 'application/json' },
          body: JSON.stringify(ROW),
        });
      const statuses: number[] = [];
      const written = vi.spyOn(busy.database, 'asAnonymous');
      for (let time = 0; time < 90; time++) statuses.push((await insert()).status);
      expect(new Set(statuses)).toEqual(new Set([201]));
      expect(written).toHaveBeenCalledTimes(90);
      const refused = await insert();
      expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'PGRST429' }]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(written).toHaveBeenCalledTimes(90); // what is over the limit costs the database nothing
      await busy.close();
    },
  );

  test('call 4 lists every column of every row, newest first', async () => {
    for (const nome_completo of ['Primeira', 'Segunda']) {
      await visitor.from('inscricoes_projeto').insert({ ...ROW, nome_completo });
    }
    const { data, error, status } = await list(administrator);
    expect([error, status, data?.map((row) => row.nome_completo)]).toEqual([
      null,
      200,
      ['Segunda', 'Primeira'],
    ]);
    const { idade, ...answers } = ROW;
    expect(data?.[1]).toEqual({
      ...answers,
      nome_completo: 'Primeira',
      idade: expect.any(Number),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/),
      protocolo: null,
    });
  });

  test('call 4 gives pages and counts, and 416 for a page past the end', async () => {
    for (let time = 0; time < 5; time++) await visitor.from('inscricoes_projeto').insert(ROW);
    const counted = () =>
      administrator
        .from('inscricoes_projeto')
        .select('*', { count: 'exact' })
        .order('created_at', { ascending: false });
    const page = await counted().range(2, 3);
    expect([page.status, page.count, page.data?.length]).toEqual([206, 5, 2]);
    const beyond = await counted().range(6, 7);
    expect(beyond).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
    const head = await administrator.from('inscricoes_projeto').select('*', { count: 'exact', head: true });
    expect([head.status, head.count, head.data]).toEqual([200, 5, null]);
  });

  test('call 4 filters as the client writes filters', async () => {
    for (const cidade of ['Anápolis', 'São João (de baixo), GO']) {
      await visitor.from('inscricoes_projeto').insert({ ...ROW, cidade });
    }
    const names = async (query: PromiseLike<{ data: { cidade: string }[] | null }>) =>
      (await query).data?.map(({ cidade }) => cidade);
    const select = () => administrator.from('inscricoes_projeto').select('cidade').order('cidade');
    const [town, odd] = ['Anápolis', 'São João (de baixo), GO'];
    expect(await names(select().eq('cidade', odd))).toEqual([odd]);
    expect(await names(select().in('cidade', [odd, town]))).toEqual([town, odd]);
    expect(await names(select().ilike('cidade', '%joão%'))).toEqual([odd]);
    expect(await select().likeAnyOf('cidade', ['An%', 'X%'])).toMatchObject(
      engine.hosted ? { status: 200 } : { status: 400, error: { code: 'PGRST100' } },
    );
    expect(await select().or('cidade.eq.Anápolis,cidade.ilike."*baixo), *"')).toMatchObject(
      engine.hosted
        ? { status: 200 }
        : { status: 400, error: { code: 'PGRST100', hint: expect.stringContaining('one request') } },
    );
    expect(await names(select().not('cidade', 'eq', town))).toEqual([odd]);
    expect(await names(select().is('rg', null).gte('peso', 52.5))).toEqual([town, odd]);
    expect(await names(select().is('rg', null).gt('created_at', '2026-01-01T00:00:00+00:00'))).toEqual([
      town,
      odd,
    ]);
    expect(
      (await administrator.from('inscricoes_projeto').select('cidade').eq('cidade', town).single()).data,
    ).toEqual({
      cidade: town,
    });
    expect(
      (await administrator.from('inscricoes_projeto').select().eq('cidade', 'x').maybeSingle()).data,
    ).toBeNull();
  });

  test('call 4 is nothing to a stranger, and refused to a visitor and with a token that is over', async () => {
    await visitor.from('inscricoes_projeto').insert(ROW);
    expect(await list(stranger)).toMatchObject({ status: 200, data: [], error: null });
    expect(await list(visitor)).toMatchObject({ status: 401, error: { code: '42501' } });
    const issuedAt = Math.floor(Date.now() / 1000) - 3_600;
    const late = client((await signedIn(server, { administrator: true, issuedAt })).token);
    expect(await list(late)).toMatchObject({
      status: 401,
      error: { code: engine.hosted ? 'PGRST301' : 'PGRST303', message: 'JWT expired' }, // the older PostgREST's code
    });
  });

  test('call 4 gives nothing once the session is over, whatever the token says', async () => {
    await visitor.from('inscricoes_projeto').insert(ROW);
    const { token, sessionId } = await signedIn(server, { administrator: true });
    expect((await list(client(token))).data).toHaveLength(1);
    await server.database.query('update auth.refresh_tokens set revoked = true where session_id = $1', [
      sessionId,
    ]);
    expect((await list(client(token))).data).toEqual([]);
  });

  test('a call without the public key, or with another, is refused by the gate', async () => {
    const without = new PostgrestClient(`${server.url}/rest/v1`, { fetch: server.fetch, retry: false });
    expect(await list(without)).toMatchObject({
      status: 401,
      error: { message: 'No API key found in request' },
    });
    const other = new PostgrestClient(`${server.url}/rest/v1`, {
      headers: { apikey: 'x' },
      fetch: server.fetch,
      retry: false,
    });
    expect(await list(other)).toMatchObject({ status: 401, error: { message: 'Invalid API key' } });
  });

  test('rpc tells the role, and none of others', async () => {
    expect((await administrator.rpc('meu_papel')).data).toBe('direcao');
    expect((await stranger.rpc('meu_papel', undefined, { get: true })).data).toBeNull();
    expect(await visitor.rpc('meu_papel')).toMatchObject(
      engine.hosted
        ? { status: 401, error: { code: '42501' } }
        : { status: 404, error: { code: 'PGRST202' } },
    );
  });
});

function documentUrl(id: string): string {
  return `https://casa.test/storage/v1/object/public/cadastro_unico_uploads/public/${id}_cadastro.pdf`;
}
