import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_BUCKET } from '../../domain/document.ts';
import { enrol, formOf, newKey, objectUrl, pdf } from '../../tests/documents.ts';
import { engines, type OpenHouse, openHouse } from '../../tests/house.ts';
import { ROW } from '../../tests/people.ts';
import { signedIn } from '../../tests/sign-in.ts';
import { keep, removeUnclaimed, sweepDebris } from './files.ts';

const HOUR_MS = 3_600_000;

describe.each(engines)('what is swept away on $name', (engine) => {
  let house: OpenHouse;
  beforeAll(async () => {
    house = await openHouse(engine);
    mkdirSync(house.documentsDir, { recursive: true });
  });
  afterAll(() => house.close());

  const stored = async (hours = 0) => {
    const key = newKey();
    const headers = { authorization: `Bearer ${house.keys.anonKey}` };
    await house.app.request(objectUrl(key), { method: 'POST', body: formOf(pdf()), headers });
    await house.database.query(
      'update storage.objects set created_at = now() - make_interval(hours => $2) where name = $1',
      [key, hours],
    );
    return key;
  };
  const versionOf = async (key: string) => {
    const { rows } = await house.database.query<{ version: string }>(
      'select version from storage.objects where name = $1',
      [key],
    );
    return rows[0]?.version ?? null;
  };
  const onDisk = () => readdirSync(house.documentsDir);
  const age = (name: string, ms: number) => {
    const then = new Date(Date.now() - ms);
    utimesSync(join(house.documentsDir, name), then, then);
  };
  const file = (name: string, ms: number) => {
    writeFileSync(join(house.documentsDir, name), 'x');
    age(name, ms);
    return name;
  };

  test('debris of crashes goes after an hour; documents and what is not ours stay', async () => {
    const version = (await versionOf(await stored())) ?? '';
    age(version, 900 * HOUR_MS);
    const [oldPart, oldFile] = [file(`${randomUUID()}.part`, 2 * HOUR_MS), file(randomUUID(), 2 * HOUR_MS)];
    const [newPart, newFile] = [file(`${randomUUID()}.part`, 0), file(randomUUID(), HOUR_MS / 2)];
    const foreign = file('LEIA-ME.txt', 2 * HOUR_MS);
    await sweepDebris(house.documentsDir, house.database);
    expect(onDisk()).toEqual(expect.arrayContaining([version, newPart, newFile, foreign]));
    expect(onDisk()).not.toEqual(expect.arrayContaining([oldPart]));
    expect(onDisk()).not.toEqual(expect.arrayContaining([oldFile]));
  });

  test('a document on its way is no debris, whatever the clock says', async () => {
    const bytes = (async function* () {
      yield pdf();
    })();
    const seen = await keep(
      house.documentsDir,
      bytes,
      { maxBytes: 9_000, accept: () => {} },
      async ({ version }) => {
        age(version, 9 * HOUR_MS);
        await sweepDebris(house.documentsDir, house.database);
        return onDisk().includes(version);
      },
    );
    expect(seen).toBe(true);
  });

  test('a folder that is not there yet has no debris', async () => {
    await sweepDebris(join(house.documentsDir, 'none'), house.database);
  });

  test('a document that nobody claimed goes after 24 hours, row and bytes; a claimed or younger one stays', async () => {
    const [forgotten, claimed, young] = [await stored(25), await stored(900), await stored(23)];
    await enrol(house.database, ROW, claimed);
    const versions = await Promise.all([forgotten, claimed, young].map(versionOf));
    await removeUnclaimed(house);
    expect(await Promise.all([forgotten, claimed, young].map(versionOf))).toEqual([
      null,
      versions[1],
      versions[2],
    ]);
    expect(versions.map((version) => onDisk().includes(version ?? ''))).toEqual([false, true, true]);
    expect(house.lines.at(-1)).toContain('unclaimed documents removed');
    await removeUnclaimed(house, { hours: 1 });
    expect(await versionOf(young)).toBeNull();
  });

  test('a document whose enrolment is just arriving is stepped over', async () => {
    const key = await stored(25);
    await house.database.asOwner(async (tx) => {
      await enrol(tx, ROW, key);
      await removeUnclaimed(house);
    });
    expect(await versionOf(key)).not.toBeNull();
    await removeUnclaimed(house);
    expect(await versionOf(key)).not.toBeNull();
  });

  test('an enrolment comes too late for a document that was removed', async () => {
    const key = await stored(25);
    await removeUnclaimed(house);
    await expect(enrol(house.database, ROW, key)).rejects.toMatchObject({ code: '23503' });
  });

  test('an administrator who removes a document while its enrolment arrives removes nothing', async () => {
    const key = await stored();
    const { token } = await signedIn(house, { administrator: true });
    const headers = { authorization: `Bearer ${token}` };
    let answer: Promise<Response> | undefined;
    await house.database.asOwner(async (tx) => {
      await enrol(tx, ROW, key);
      answer = Promise.resolve(
        house.app.request(`/storage/v1/object/${DOCUMENT_BUCKET}`, {
          method: 'DELETE',
          body: JSON.stringify({ prefixes: [key] }),
          headers,
        }),
      );
      await waiting();
    });
    expect(await (await answer)?.json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
    expect(onDisk()).toContain(await versionOf(key));
  });

  /** Resolves once some connection waits for a lock. */
  const waiting = async () => {
    for (;;) {
      const { rowCount } = await house.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rowCount) return;
    }
  };
});
