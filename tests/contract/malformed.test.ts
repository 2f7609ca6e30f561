import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { PERSONAL, type Setting } from '../../prove/malformed/attempt.ts';
import { attemptsOf } from '../../prove/malformed/attempts.ts';
import { openSender } from '../../prove/malformed/connection.ts';
import { runAttempts } from '../../prove/malformed/run-attempts.ts';
import { changesBetween, readChecksums } from '../../prove/malformed/table-checksums.ts';
import { signAccessToken } from '../../server/core/tokens.ts';
import { guardConnections, refuseUnreadable, SERVER_OPTIONS } from '../../server/http/connections.ts';
import { codeOf, enrol, newKey } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { embedded, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// The short form of `npm run prove -- fuzz`: the same grammars with one seed, so each run makes the same requests.
const SEED = 20_261_123;

describe.each(embedded)('malformed requests, on $name', (engine) => {
  if (engine.hosted) return test.skip('what our server alone answers');

  let listener: Server;
  let sender: ReturnType<typeof openSender>;
  let setting: Setting;

  const server = serverForTests(engine);
  beforeAll(async () => {
    const answer = getRequestListener(server.app.fetch);
    listener = createServer(SERVER_OPTIONS, (request, response) => {
      if (!refuseUnreadable(request, response)) answer(request, response);
    });
    guardConnections(listener, server.config);
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    sender = openSender((listener.address() as AddressInfo).port);
    const {
      token,
      userId: sub,
      sessionId: session_id,
      email,
    } = await signedIn(server, { administrator: true });
    const now = Math.floor(Date.now() / 1000);
    const sign = async (key: Uint8Array, at: number) =>
      (await signAccessToken(key, { sub, session_id, email }, at)).token;
    const document = newKey();
    await server.database.query('insert into storage.objects (bucket_id, name) values ($1, $2)', [
      DOCUMENT_BUCKET,
      document,
    ]);
    await enrol(server.database, ROW, document);
    await server.database.query(
      // so that whoever holds its link gets as far as may be
      `update private.acompanhamentos set situacao = 'falta-documento', motivo = 'teste' where true`,
    );
    setting = {
      key: server.keys.anonKey,
      token,
      expired: await sign(server.keys.jwt, now - 7_200),
      forged: await sign(Buffer.alloc(48, 'x'), now),
      document,
      code: codeOf(document),
    };
  });
  afterAll(async () => {
    sender.close();
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  });

  test.each([
    ['rest', 800],
    ['auth', 300],
    ['storage', 500],
    ['raw', 500],
  ] as const)('%s: %i are answered in the contract’s shape, and change nothing', async (family, count) => {
    const documents = () => (existsSync(server.documentsDir) ? readdirSync(server.documentsDir) : []);
    const before = await readChecksums(server.database.query);
    const lanes = family === 'raw' ? 32 : 4;
    const { statuses } = await runAttempts(attemptsOf(family, setting), sender.send, {
      seed: SEED,
      count,
      lanes,
    });
    expect(statuses.size).toBeGreaterThan(3);
    expect(changesBetween(before, await readChecksums(server.database.query))).toEqual([]);
    expect(documents()).toEqual([]);
    expect(
      server.lines.filter(
        (line) => /unexpected/.test(line) || PERSONAL.some((value) => line.includes(value)),
      ),
    ).toEqual([]);
  });
});
