import { readdirSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendDocument, sendEnrolment } from '../../kit/family.ts';
import { call } from '../../kit/site.ts';
import { rpc } from '../../tests/support/desk.ts';
import { newKey, pdf } from '../../tests/support/documents.ts';
import { newFolder } from '../../tests/support/files.ts';
import { insertOf, ROW } from '../../tests/support/people.ts';
import { embedded, forThisTest, openTestServer, siteOf } from '../../tests/support/server.ts';
import { signedIn } from '../../tests/support/sign-in.ts';
import { storeFile } from './files.ts';

/** What the disk does next. */
const disk = vi.hoisted(() => ({ free: 1e12, failing: false }));

// The files of a worker share their modules: the ones here are loaded anew, and again after.
vi.hoisted(() => vi.resetModules());
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    statfs: async () => ({ bavail: disk.free, bsize: 1 }),
    open: async (...args: Parameters<typeof real.open>) => {
      const file = await real.open(...args);
      const write = file.writeFile.bind(file);
      file.writeFile = (bytes) => {
        if (disk.failing) return Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
        disk.free -= (bytes as Uint8Array).byteLength;
        return write(bytes);
      };
      return file;
    },
  };
});

afterAll(() => {
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
});

describe('a disk that is full', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
    Object.assign(disk, { free: 1e12, failing: false });
  });

  const keepOne = () => {
    const bytes = (async function* () {
      for (let sent = 0; sent < 3; sent++) yield pdf(600_000);
    })();
    return storeFile(
      folder,
      bytes,
      5_000_000,
      async () => {},
      async ({ version }) => version,
    );
  };

  test('is promised to uploads when they begin: several together do not pass the reserve', async () => {
    disk.free = 206 * 1024 * 1024; // room for one of 5 MB above the reserve
    const answers = await Promise.allSettled([keepOne(), keepOne(), keepOne()]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(readdirSync(folder)).toHaveLength(1);
    disk.free = 206 * 1024 * 1024;
    await keepOne(); // what was promised to the others has come back
  });

  test('that fills up under the write leaves nothing, and takes documents again when there is room', async () => {
    disk.failing = true;
    await expect(keepOne()).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(folder)).toEqual([]);
    disk.failing = false;
    const version = await keepOne();
    expect(readdirSync(folder)).toEqual([version]);
  });
});

describe.each(embedded)('below the reserve', (engine) => {
  test('enrolments and documents hear the same sentence, and the desk signs in, reads and erases', async () => {
    disk.free = 199 * 1024 * 1024;
    const server = await forThisTest(openTestServer(engine));
    const { token } = await signedIn(server, { administrator: true });
    const site = siteOf(server);
    const enrolment = await sendEnrolment(site, { path: null, row: ROW });
    const document = await sendDocument(site, { path: newKey(), bytes: pdf() });
    expect([enrolment.status, document.status]).toEqual([507, 507]);
    const sentence = 'Sem espaço para guardar agora. Tente de novo mais tarde.';
    expect(await enrolment.json()).toMatchObject({ code: '53100', message: sentence });
    expect(await document.json()).toMatchObject({ code: '53100', message: sentence });

    const [sql, values] = insertOf(ROW);
    const [stored] = await server.rows<{ id: string; protocolo: string }>(
      `${sql} returning id, protocolo`,
      ...values,
    );
    expect((await rpc(server, token, 'lista_de_inscricoes', { filtro: {} })).status).toBe(200);
    const erasing = { inscricao: stored?.id, confirmacao: stored?.protocolo, motivo: 'teste' };
    expect((await rpc(server, token, 'apagar_inscricao', erasing)).status).toBe(200);
    const signIn = await call(site, '/auth/v1/token?grant_type=password', {
      body: { email: 'a@example.com', password: 'errada' },
    });
    expect(signIn.status).toBe(400); // a wrong password, not 507
  });
});
