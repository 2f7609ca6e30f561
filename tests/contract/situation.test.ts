import type { PostgrestClient } from '@supabase/postgrest-js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enrolled, restClient, rpc } from '../support/desk.ts';
import { codeOf } from '../support/documents.ts';
import { embedded, serverForTests } from '../support/server.ts';

/** The situation as the page asks for it, with the official client and without a session. */
describe.each(embedded)('$name', (engine) => {
  let family: PostgrestClient;
  const server = serverForTests(engine);
  beforeAll(async () => {
    family = restClient(server);
  });
  beforeEach(() => forget());

  const forget = () => server.database.query('delete from private.tentativas where true');

  test('right code and right pair are answered, the wrong ones with null', async () => {
    const { key, protocolo } = await enrolled(server);
    const codigo = codeOf(key);
    expect(await family.rpc('situacao_da_inscricao', { codigo })).toMatchObject({
      status: 200,
      error: null,
      data: { situacao: 'nova' },
    });
    const right = { protocolo: protocolo.replace(/^..../, '$&-'), nascimento: '2012-03-05' };
    expect(await family.rpc('situacao_por_protocolo', right)).toMatchObject({ data: { situacao: 'nova' } });
    expect(await family.rpc('situacao_da_inscricao', { codigo: 'x' })).toMatchObject({
      status: 200,
      data: null,
    });
    const wrong = { ...right, nascimento: '2012-03-06' };
    expect(await family.rpc('situacao_por_protocolo', wrong)).toMatchObject({ status: 200, data: null });
  });

  test('too many answer 429 with Retry-After and the moment, and the count outlives the refusal', async () => {
    const wrong = { protocolo: '00000000', nascimento: '2012-03-05' };
    for (let at = 0; at < 10; at += 1)
      expect((await rpc(server, server.keys.anonKey, 'situacao_por_protocolo', wrong)).status).toBe(200);
    for (let at = 0; at < 2; at += 1) {
      const { status, error } = await family.rpc('situacao_por_protocolo', wrong);
      expect([status, error?.code]).toEqual([429, 'PGRST429']);
      expect(Date.parse(error?.details ?? '')).toBeGreaterThan(Date.now());
    }
    const answer = await server.fetch(`${server.url}/rest/v1/rpc/situacao_por_protocolo`, {
      method: 'POST',
      headers: { apikey: server.keys.anonKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(wrong),
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });

  test('wrong pairs say the same, whether there is such a protocol or not', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => enrolled(server)));
    const answers = new Set<string>();
    for (const nascimento of ['2012-03-04', '2012-05-03', '2002-03-05', '2008-01-01']) {
      await forget(); // ten are one address's measure
      for (const [at, { protocolo: theirs }] of people.entries())
        for (const protocolo of [theirs, String(at * 9_973).padStart(8, '0')]) {
          const answer = await family.rpc('situacao_por_protocolo', { protocolo, nascimento });
          answers.add(JSON.stringify([answer.status, answer.data, answer.error, answer.count]));
        }
    }
    expect([...answers]).toEqual([JSON.stringify([200, null, null, null])]);
  });
});
