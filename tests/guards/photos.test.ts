import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { modalities } from '../../content/home.ts';
import photos from '../../content/photos.json';
import { project } from '../../content/social-project.ts';
import { folderForTests } from '../support/files.ts';
import { ROOT } from '../support/sources.ts';

type Folders = { from: string; into: string };
type Maker = {
  makePhotos: (folders?: Folders) => Promise<{ made: string[]; obsolete: string[] }>;
  drawings: (from?: string) => string[];
  stalePhotos: (folders?: Folders) => { stale: { name: string }[]; obsolete: string[] };
};
const { drawings, makePhotos, stalePhotos }: Maker = await import(
  pathToFileURL(join(ROOT, 'scripts/photos.mjs')).href
);

/** The samples alone, beside which an owner's photographs may lie. */
const SAMPLES = readdirSync(join(ROOT, 'fotos')).filter((file) => /\.svg$|-exemplo\.jpg$/.test(file));
const [from, SENT] = [folderForTests(), folderForTests()];
beforeAll(async () => {
  for (const file of SAMPLES) copyFileSync(join(ROOT, 'fotos', file), join(from, file));
  await makePhotos({ from, into: SENT });
});
const { card, portrait: _, og, ...named } = photos;
const cards = modalities.map(({ photo }) => photo.file);
const pictures = new Map([...Object.entries(named), ...cards.map((name) => [name, card] as const)]);
/** As it is sent. */
const bytesOf = (name: string) => brotliCompressSync(readFileSync(join(SENT, name))).length;

describe('the pictures that the site sends', () => {
  test('have a shape and a master for every name that a screen asks for', () => {
    const masters = SAMPLES.map((file) => file.replace(/(-exemplo)?\.\w+$/, ''));
    expect(masters).toEqual(expect.arrayContaining([...Object.keys(named), ...cards, 'og']));
    expect(named).toHaveProperty(project.photo.file);
  });

  test('are drawings of the proportions of their shape, in inks alone: nothing runs in them, and nothing is fetched', () => {
    for (const [name, { width, height }] of pictures) {
      const drawing = readFileSync(join(SENT, `${name}.svg`), 'utf8');
      const [, wide, high] = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? [];
      expect([name, Number(wide) / Number(high)]).toEqual([name, width / height]);
      expect(drawing).not.toMatch(
        /<(?!\/?(?:svg|defs|clipPath|g|path|rect|circle|ellipse|polygon)\b)|\bon\w+=|href|url\((?!#)/,
      );
    }
  });

  test('have names in git that no photograph of an owner has, so that no update touches one', () => {
    const { stdout } = spawnSync('git', ['ls-files', 'fotos', 'public/fotos'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(
      stdout.split('\n').filter((file) => file && !/^fotos\/[a-z-]+(\.svg|-exemplo\.jpg)$/.test(file)),
    ).toEqual([]);
  });

  test('hold one for links that are shared: a JPEG that every reader of links takes', async () => {
    await expectBare('og-1200x630.jpg', og);
    expect(bytesOf('og-1200x630.jpg')).toBeLessThanOrEqual(300_000);
  });

  test('are within their budgets of bytes, and at most 30 KB on the first screen and 110 KB on the whole home page', () => {
    const sums = [['hero-retrato', ...cards], ['hero', ...cards], ['projeto-social']].map((names) =>
      names.map((name) => bytesOf(`${name}.svg`)),
    );
    for (const [first = 0, ...rest] of sums) {
      expect(first).toBeLessThanOrEqual(15_000);
      expect(rest.reduce((sum, bytes) => sum + bytes, first)).toBeLessThanOrEqual(45_000);
    }
  });
});

describe('a photograph of one’s own', () => {
  let folders: Folders;
  let warned: string[];
  const put = (file: string, picture: Sharp) => picture.toFile(join(folders.from, file));
  const plain = (width: number, height: number, background = '#f5b51b') =>
    sharp({ create: { width, height, channels: 3, background } });

  beforeEach(() => {
    const root = mkdtempSync(join(tmpdir(), 'fotos-'));
    folders = { from: join(root, 'fotos'), into: join(root, 'public') };
    mkdirSync(folders.from);
    warned = [];
    vi.spyOn(console, 'warn').mockImplementation((line: string) => {
      if (!line.includes('não existe')) warned.push(line);
    });
    return () => rmSync(root, { recursive: true });
  });
  afterEach(() => vi.restoreAllMocks());

  test('that no screen names becomes a card: upright, cut, in sRGB and without its metadata', async () => {
    const lying = await plain(1300, 1000).png().toBuffer();
    const orange = { input: await plain(1300, 300, '#b4472a').png().toBuffer(), top: 0, left: 0 };
    const shot = sharp(lying).composite([orange]).withMetadata({ orientation: 6 }).jpeg();
    await put('Judo-Infantil.JPG', shot);

    const { made } = await makePhotos(folders);
    expect(made).toEqual(
      ['480.avif', '480.webp', '720.avif', '720.webp', '960.avif', '960.webp'].map(
        (end) => `judo-infantil-${end}`,
      ),
    );
    const sent = join(folders.into, 'judo-infantil-960.webp');
    await expectBare(sent, { width: 960, height: 720 });
    // Turned by a quarter, what was the upper edge is the right one.
    const { data, info } = await sharp(sent).raw().toBuffer({ resolveWithObject: true });
    const greenAt = (x: number) => data[(300 * info.width + x) * info.channels + 1] ?? 0;
    expect(greenAt(940)).toBeLessThan(100);
    expect(greenAt(20)).toBeGreaterThan(150);
  });

  test('is made again when it changes, and only then; what it was made into goes with it', async () => {
    await put('judo.png', plain(960, 720));
    expect((await makePhotos(folders)).made).toHaveLength(6);
    expect(await makePhotos(folders)).toEqual({ made: [], obsolete: [] });

    await put('judo.png', plain(960, 720, '#0b1230'));
    expect(stalePhotos(folders).stale).toHaveLength(6);
    await makePhotos(folders);
    rmSync(join(folders.into, 'judo-720.avif'));
    expect((await makePhotos(folders)).made).toEqual(['judo-720.avif']);

    rmSync(join(folders.from, 'judo.png'));
    writeFileSync(join(folders.into, 'mine.txt'), 'not made here');
    expect((await makePhotos(folders)).obsolete).toHaveLength(6);
    expect(readdirSync(folders.into).sort()).toEqual(['mine.txt']);
  });

  test('takes the place of the sample of its name', async () => {
    await put('og-exemplo.jpg', plain(1200, 630));
    expect((await makePhotos(folders)).made).toEqual(['og-1200x630.jpg']);
    await put('og.jpg', plain(1200, 630, '#0b1230'));
    expect((await makePhotos(folders)).made).toEqual(['og-1200x630.jpg']);
    expect(drawings(folders.from)).toEqual([]);
    expect(warned).toEqual([]);
  });

  test.each(['IMG_0001.HEIC', 'hero.avif'])(
    'as %s, which no page could show, is refused by name',
    async (file) => {
      writeFileSync(join(folders.from, file), '');
      await expect(makePhotos(folders)).rejects.toThrow(
        `fotos/${file}: o site não lê este formato. Salve a foto em .jpg`,
      );
    },
  );

  test('takes the place of the drawing of its name, and only that one', async () => {
    for (const name of ['hero', 'judo']) writeFileSync(join(folders.from, `${name}.svg`), '<svg/>');
    expect((await makePhotos(folders)).made).toEqual(['hero.svg', 'judo.svg']);
    for (const file of ['judo.jpg', 'judo.webp'] as const) {
      await put(file, plain(960, 720));
      expect((await makePhotos(folders)).made.every((name) => name.startsWith('judo-'))).toBe(true);
      expect(drawings(folders.from)).toEqual(['hero']);
      rmSync(join(folders.from, file));
      expect((await makePhotos(folders)).made).toEqual(['judo.svg']);
    }
  });

  test('that is small is enlarged, and a line says so', async () => {
    await put('judo.jpg', plain(600, 900));
    await makePhotos(folders);
    await expectBare(join(folders.into, 'judo-960.avif'), { width: 960, height: 720 });
    expect(warned).toEqual([expect.stringContaining('fotos/judo.jpg tem 600×900')]);
  });

  test('that cannot be read is named, and so are two of one name and a name that no address can hold', async () => {
    writeFileSync(join(folders.from, 'judo.jpg'), 'not a picture');
    await expect(makePhotos(folders)).rejects.toThrow('fotos/judo.jpg não pôde ser lida');
    expect(existsSync(join(folders.into, 'judo-480.avif'))).toBe(false);

    await put('judo.png', plain(960, 720));
    await expect(makePhotos(folders)).rejects.toThrow('fotos/judo.jpg e fotos/judo.png');

    for (const file of ['judo.jpg', 'judo.png']) rmSync(join(folders.from, file));
    writeFileSync(join(folders.from, 'judô 1.jpg'), '');
    writeFileSync(join(folders.from, '.DS_Store'), '');
    await makePhotos(folders);
    expect(warned).toEqual([expect.stringContaining('fotos/judô 1.jpg não foi usada')]);
  });
});

async function expectBare(name: string, { width, height }: { width: number; height: number }) {
  expect(await headOf(name)).toEqual({ name, width, height, held: [] });
}

/** The size of a picture, and what metadata it has. */
async function headOf(name: string) {
  const file = name.startsWith('/') ? name : join(SENT, name);
  const { width, height, exif, icc, iptc, xmp, orientation } = await sharp(file).metadata();
  return { name, width, height, held: [exif, icc, iptc, xmp, orientation].filter(Boolean) };
}
