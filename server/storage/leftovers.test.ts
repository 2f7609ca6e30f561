import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import type { Role } from '../../domain/roles.ts';
import { get, uploaded } from '../../tests/support/desk.ts';
import { enrol } from '../../tests/support/documents.ts';
import { ROW } from '../../tests/support/people.ts';
import {
  embedded,
  forThisTest,
  openTestServer,
  serverForTests,
  type TestServer,
  waiting,
} from '../../tests/support/server.ts';
import { signedIn } from '../../tests/support/sign-in.ts';
import { bringOrphansBack, removeUnclaimed, sweepFiles } from './leftovers.ts';

const HOUR_MS = 3_600_000;

describe.each(embedded)('what is swept away on $name', (engine) => {
  const server = serverForTests(engine);

  const stored = async (hours = 0) => {
    const key = await uploaded(server);
    await server.database.query(
      'update storage.objects set created_at = now() - make_interval(hours => $2) where name = $1',
      [key, hours],
    );
    return key;
  };
  const versionOf = async (key: string) => {
    return (await server.value<string>('select version from storage.objects where name = $1', key)) ?? null;
  };
  const onDisk = () => readdirSync(server.documentsDir);
  const age = (name: string, ms: number) => {
    const then = new Date(Date.now() - ms);
    utimesSync(join(server.documentsDir, name), then, then);
  };
  const file = (name: string, ms: number) => {
    writeFileSync(join(server.documentsDir, name), 'x');
    age(name, ms);
    return name;
  };

  const orphansOf = (day: string) => {
    const folder = join(server.documentsDir, 'orfaos', day);
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const daysFrom = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS);
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

  test('half an upload is removed after an hour, a file without a row set aside; documents and other files stay', async () => {
    const version = (await versionOf(await stored())) ?? '';
    age(version, 900 * HOUR_MS);
    const [oldPart, oldFile] = [file(`${randomUUID()}.part`, 2 * HOUR_MS), file(randomUUID(), 2 * HOUR_MS)];
    const [newPart, newFile] = [file(`${randomUUID()}.part`, 0), file(randomUUID(), HOUR_MS / 2)];
    const foreign = file('LEIA-ME.txt', 2 * HOUR_MS);
    const now = new Date();
    const of12 = [`apagando-${randomUUID()}`, '../keys.json.nova'];
    const killed = [...of12, 'instalacao.42', '../keys.json.42', '../owner.dead.42'];
    const others = ['instalacao', '../keys.json.antes', '../postgresql.log.1', '../owner'];
    for (const name of [...killed, ...others]) file(name, 2 * HOUR_MS);
    file('../keys.json.43', 0);
    await sweepFiles(server, now);
    const isThere = (name: string) => existsSync(join(server.documentsDir, name));
    expect([...others, '../keys.json.43'].filter((name) => !isThere(name))).toEqual([]);
    expect(killed.filter(isThere)).toEqual([]);
    expect(onDisk()).toEqual(expect.arrayContaining([version, newPart, newFile, foreign]));
    expect(onDisk()).not.toEqual(expect.arrayContaining([oldPart]));
    expect(onDisk()).not.toEqual(expect.arrayContaining([oldFile]));
    expect(orphansOf(dayOf(now))).toEqual([oldFile]);
  });

  test('what was set aside is removed after seven days, unless a row knows it by then', async () => {
    const [lost, found] = [file(randomUUID(), 2 * HOUR_MS), file(randomUUID(), 2 * HOUR_MS)];
    const now = new Date();
    await sweepFiles(server, now);
    expect(orphansOf(dayOf(now))).toEqual(expect.arrayContaining([lost, found]));
    writeFileSync(join(server.documentsDir, 'orfaos', dayOf(now), 'LEIA-ME.txt'), 'x');

    const key = await stored();
    await server.database.query('update storage.objects set version = $2 where name = $1', [key, found]);
    await bringOrphansBack(server);
    expect(onDisk()).toContain(found);

    await sweepFiles(server, daysFrom(7));
    expect(orphansOf(dayOf(now))).toContain(lost);
    await sweepFiles(server, daysFrom(8.1));
    expect(orphansOf(dayOf(now))).toEqual(['LEIA-ME.txt']); // not ours to remove
    expect(onDisk()).toContain(found);
  });

  test('a file that somebody erases meanwhile stops no other, on either way', async () => {
    const [erased, other] = [file(randomUUID(), 2 * HOUR_MS), file(randomUUID(), 2 * HOUR_MS)];
    const now = new Date();
    const aside = join('orfaos', dayOf(now));
    /** The site, where somebody erases `erased` once its row was asked for. */
    const erasedFrom = (folder: string) => ({
      ...server,
      database: {
        ...server.database,
        query: (async (sql: string, [versions]: [string[]]) => {
          if (versions.includes(erased)) rmSync(join(server.documentsDir, folder, erased));
          return server.database.query(sql, [versions]);
        }) as typeof server.database.query,
      },
    });
    await sweepFiles(erasedFrom(''), now);
    expect(orphansOf(dayOf(now))).toContain(other);

    file(join(aside, erased), 0);
    for (const version of [erased, other])
      await server.database.query('update storage.objects set version = $2 where name = $1', [
        await stored(),
        version,
      ]);
    await bringOrphansBack(erasedFrom(aside));
    expect(onDisk()).toContain(other);
  });

  test('too many files without a row are another database’s: none is moved, and the log says so', async () => {
    const other = await forThisTest(openTestServer(engine));
    const log = { error: vi.fn(), info: vi.fn() };
    const home = { ...other, log: log as unknown as TestServer['log'] };
    const then = new Date(Date.now() - 2 * HOUR_MS);
    const put = (count: number) => {
      const names = Array.from({ length: count }, () => randomUUID());
      for (const name of names) {
        writeFileSync(join(other.documentsDir, name), 'x');
        utimesSync(join(other.documentsDir, name), then, then);
      }
      return names;
    };
    const untouched = async (orphans: number, documents: number) => {
      const before = readdirSync(other.documentsDir);
      await sweepFiles(home);
      expect(readdirSync(other.documentsDir)).toEqual(before);
      expect(log.error).toHaveBeenLastCalledWith(
        { orphans, documents },
        'too many documents without a row: none moved',
      );
    };
    const [known] = put(1);
    await untouched(1, 1); // a database that knows none of the files is not theirs
    await other.database.query(
      `insert into storage.objects (bucket_id, name, version) values ('${DOCUMENT_BUCKET}', 'public/x', $1)`,
      [known],
    );
    const [one = ''] = put(51);
    await untouched(51, 52);
    rmSync(join(other.documentsDir, one));
    await sweepFiles(home); // fifty are leftovers
    expect(readdirSync(other.documentsDir).sort()).toEqual([known, 'orfaos'].sort());
  });

  test('an unclaimed document is removed after 24 hours, row and file; a claimed or younger one stays', async () => {
    const [forgotten, claimed, young] = [await stored(25), await stored(900), await stored(23)];
    await enrol(server.database, ROW, claimed);
    const versions = await Promise.all([forgotten, claimed, young].map(versionOf));
    await removeUnclaimed(server);
    expect(await Promise.all([forgotten, claimed, young].map(versionOf))).toEqual([
      null,
      versions[1],
      versions[2],
    ]);
    expect(versions.map((version) => onDisk().includes(version ?? ''))).toEqual([false, true, true]);
    expect(server.lines.at(-1)).toContain('unclaimed documents removed');
  });

  /** What an administrator of this role removes of a document. */
  const removedBy = async (role: Role, key: string) => {
    const { token } = await signedIn(server, { administrator: true, role });
    const path = `/storage/v1/object/${DOCUMENT_BUCKET}`;
    return (await get(server, token, path, { method: 'DELETE', body: { prefixes: [key] } })).json();
  };

  test('a direção removes one too, not before, and nobody else does', async () => {
    const [forgotten, young] = [await stored(25), await stored(23)];
    expect(await removedBy('secretaria', forgotten)).toEqual([]);
    expect(await removedBy('direcao', young)).toEqual([]);
    const claimed = await stored(900);
    await enrol(server.database, ROW, claimed);
    expect(await removedBy('direcao', claimed)).toEqual([]);
    expect(await removedBy('direcao', forgotten)).toMatchObject([{ name: forgotten }]);
  });

  test('a document whose enrolment is just arriving is skipped', async () => {
    const key = await stored(25);
    await server.database.asOwner(async (tx) => {
      await enrol(tx, ROW, key);
      await removeUnclaimed(server);
    });
    expect(await versionOf(key)).not.toBeNull();
    await removeUnclaimed(server);
    expect(await versionOf(key)).not.toBeNull();
  });

  test('an enrolment comes too late for a document that was removed', async () => {
    const key = await stored(25);
    await removeUnclaimed(server);
    await expect(enrol(server.database, ROW, key)).rejects.toMatchObject({ code: '23503' });
  });

  test('an administrator who removes a document while its enrolment arrives removes nothing', async () => {
    const key = await stored(25);
    let answer: Promise<unknown> | undefined;
    await server.database.asOwner(async (tx) => {
      await enrol(tx, ROW, key);
      answer = removedBy('direcao', key);
      await expect.poll(() => waiting(server), { timeout: 60_000 }).toBeGreaterThan(0);
    });
    expect(await answer).toMatchObject({ code: 'AccessDenied' });
    expect(onDisk()).toContain(await versionOf(key));
  });
});
