import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ComparedAnswer, differencesOf, differing, HEADERS } from '../../prove/supabase/differences.ts';
import type { ComparedRequest } from '../../prove/supabase/reading-requests.ts';
import { requests } from '../../prove/supabase/requests.ts';
import { addPerson, call, outcome, refresh, sessionOf, signIn } from '../support/accounts.ts';
import { rpc } from '../support/desk.ts';
import { openHostedServer } from '../support/hosted-server.ts';
import { ROW } from '../support/people.ts';
import { startRestServer, type Who } from '../support/rest-server.ts';
import { forThisTest, hosted, own } from '../support/server.ts';
import { ROOT } from '../support/sources.ts';

// PostgREST and our server, asked the same with the same data. What is meant to differ stands in
// prove/supabase/differences.ts with its reason, and in docs/contract.md.

type Server = Awaited<ReturnType<typeof startRestServer>>;

describe.skipIf(!hosted)('PostgREST beside our server', () => {
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
      if (left.length > 0)
        surprises.push(
          `${asked.who} ${asked.method} ${asked.path}: ${left.join()} ${JSON.stringify([one, other])}`,
        );
    }
    expect(surprises).toEqual([]);
    expect(meant.filter((difference) => !used.has(difference)).map(({ why }) => why)).toEqual([]);
  });
});

test('what is meant to differ is named in docs/contract.md', () => {
  const contract = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8');
  const named = differencesOf(['safeupdate']).map(({ why }) => why);
  expect(named.filter((why) => !contract.includes(`\n- ${why}\n`))).toEqual([]);
});

describe.skipIf(!hosted)('a project of Supabase’s parts', () => {
  const opened = async (options: { generation?: 1 | 2 } = {}) => {
    if (!hosted?.hosted) throw new Error('no project');
    return openHostedServer(hosted, hosted.hosted, options);
  };

  test('too many wrong codes are answered 429 by PostgREST itself, and stay counted', async () => {
    const project = await forThisTest(opened());
    const ask = () =>
      project.app.request('/rest/v1/rpc/situacao_da_inscricao', {
        method: 'POST',
        headers: { apikey: project.keys.anonKey, 'content-type': 'application/json' },
        body: '{"codigo":"nenhum"}',
      });
    for (let time = 0; time < 60; time += 1) expect((await ask()).status).toBe(200);
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask();
      expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'PGRST429' }]);
      expect(answer.headers.get('server')).toContain('postgrest');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
      expect(answer.headers.get('proxy-status')).toBe('PostgREST; error=PGRST429');
    }
  });

  test.each([1, 2] as const)(
    'access ends with a session of generation %i: reuse, sign-out',
    async (generation) => {
      const project = await opened({ generation });
      const { email } = await addPerson(project as never, { administrator: true });
      const enter = async () => sessionOf(await signIn(project as never, email));
      const may = async (token: string) => {
        const { body } = await rpc(project as never, token, 'meu_papel');
        return body === 'direcao';
      };
      const [stolen, left] = [await enter(), await enter()];
      expect([await may(stolen.access_token), await may(left.access_token)]).toEqual([true, true]);

      let { refresh_token: last } = stolen;
      for (let time = 0; time < 3; time += 1)
        last = (await sessionOf(await refresh(project as never, last))).refresh_token;
      await project.database.query(
        `update auth.sessions set refreshed_at = refreshed_at - interval '11 seconds' where true`,
      );
      await project.database.query(
        `update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds' where true`,
      );
      expect(await outcome(refresh(project as never, stolen.refresh_token))).toBe(
        '400 refresh_token_already_used',
      );
      expect([await may(stolen.access_token), await may(left.access_token)]).toEqual([false, true]);

      const bearer = left.access_token;
      expect((await call(project as never, 'POST', '/logout?scope=local', { bearer })).status).toBe(204);
      expect(await may(left.access_token)).toBe(false);
      await project.close();
    },
  );
});

async function hear(
  server: Server,
  { who, method, path, headers = {}, body }: ComparedRequest,
): Promise<ComparedAnswer> {
  const answer = await server.call(who as Who, method, path, { body, headers });
  const text = withoutMoments(await answer.text());
  const json = parsed(text);
  const code = (json as { code?: string } | null)?.code ?? null;
  return {
    status: answer.status,
    headers: Object.fromEntries(
      HEADERS.map((name) => [name, withoutMoments(answer.headers.get(name) ?? '') || null]),
    ),
    code:
      code === 'P0001' || code?.startsWith('23') ? `${code} ${(json as { message: string }).message}` : code,
    body: answer.status >= 400 ? (code === null ? json : null) : json,
  };
}

/** What is another at each asking: ids and moments of what was just added. */
function withoutMoments(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/"created_at":"(?!2026-11-20T23:42:55)[^"]+"/g, '"created_at":"NOW"')
    .replaceAll(/\d+\.\d+ms/g, '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
