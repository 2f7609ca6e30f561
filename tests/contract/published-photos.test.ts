import { afterAll, beforeAll, expect, test } from 'vitest';
import { sayOf } from '../../content/published.ts';
import { signIn } from '../../kit/desk.ts';
import { type RunningServer, startServer } from '../../kit/server.ts';
import { siteAt } from '../../kit/site.ts';
import { photoPublication } from '../../prove/site-photo.ts';
import { publishedSite, type Redrawn } from '../../server/published-site.ts';
import { rpc } from '../support/desk.ts';
import { folderForTests, newFolder } from '../support/files.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// Photos of the centre's own, as a real server then serves them (decision 202); killed in the midst: published-site.test.ts. In copies: tests/process/restore.test.ts.

const folder = folderForTests();
const database = serverForTests();
let server: RunningServer;
beforeAll(async () => {
  await copyFirstStart(folder);
  server = await startServer({ folder });
});
afterAll(() => server?.stop());

const ask = (path: string, init?: RequestInit) => fetch(server.url + path, init);
const home = async () => (await ask('/')).text();
const namesOf = ({ fatos }: Awaited<ReturnType<typeof photoPublication>>) =>
  Object.values(fatos).flatMap(({ files }) => Object.values(files));
/** Publishes, as the next version: a photo of this colour, or none. */
async function publish(colour: string | null) {
  const desk = await signIn(await siteAt(server.url));
  const [last] = await desk.rpc<{ version: number }[]>('lista_do_centro');
  const given = await photoPublication(colour ?? '#fff', last?.version);
  const answer = desk.rpc('publicar_centro', colour ? given : { ...given, fatos: null, fotos: [] });
  return { answer, names: namesOf(given) };
}

test('a published photo is on the page, with its words and the part that is seen, and served for ever under its name', async () => {
  const before = await home();
  const { answer, names } = await publish('#b4472a');
  await answer;
  const [wide, narrow] = names.map((name) => `/fotos/${name}`);
  const text = await home();
  expect(text).toMatch(
    new RegExp(
      `<source [^>]*srcset="${narrow} 480w"[^>]*><img [^>]*src="${wide}" srcset="${wide} 1080w"`,
      'i',
    ),
  );
  expect(text).toMatch(/<img [^>]*width="2400" height="1800" alt="A sala de treino" loading="lazy"/);
  // The last: to the first, which orders the layers, the script of a toast adds its own.
  expect(text).toContain('<style>.photo--hero{--photo-y:40%}.photo--hero{--portrait-y:40%}</style></head>');
  expect(text).not.toContain('/fotos/hero');
  expect(text).toContain('/fotos/jiu-jitsu.svg');
  const photo = await ask(wide ?? '');
  const bytes = Buffer.from(await photo.arrayBuffer());
  expect(bytes.toString('base64')).toBe((await photoPublication('#b4472a')).fotos[0]);
  expect(Object.fromEntries(photo.headers)).toMatchObject({
    ...{ 'content-type': 'image/webp', 'content-length': String(bytes.length) },
    ...{ 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' },
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const etag = photo.headers.get('etag') ?? '';
  expect((await ask(wide ?? '', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await ask(`/fotos/${'0'.repeat(64)}.webp`)).status).toBe(404);
  await server.stop();
  server = await startServer({ folder });
  expect([(await ask(narrow ?? '')).status, await home()]).toEqual([200, text]);
  await (await publish(null)).answer;
  expect(await home()).toBe(before);
  expect((await ask(wide ?? '')).status).toBe(200); // for tabs that are open
});

test('what the database has no more is served no more, by every server', async () => {
  const { token } = await signedIn(database, { administrator: true });
  const config = { ...database.config, dataDir: newFolder() };
  const pages: Redrawn['pages'] = new Map();
  const other = publishedSite({ ...database, config }, { pages, folder: 'dist/render' });
  try {
    const first = await photoPublication('#b4472a');
    for (let seen = 0; seen <= 10; seen += 1) {
      const given = seen === 0 ? first : await photoPublication('#0b1230', seen);
      expect((await rpc(database, token, 'publicar_centro', given)).body).toMatchObject({ applied: true });
      if (seen === 0) await other.look();
      if (seen === 0)
        expect([...pages.keys()]).toEqual(expect.arrayContaining([`/fotos/${namesOf(first)[0]}`]));
    }
    await other.look();
    const served = [...pages.keys()].filter((path) => path.startsWith('/fotos/'));
    expect(served.sort()).toEqual(
      namesOf(await photoPublication('#0b1230'))
        .map((name) => `/fotos/${name}`)
        .sort(),
    );
  } finally {
    other.close();
    sayOf({});
  }
});
