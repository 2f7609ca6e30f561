import {
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
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { modalities } from '../../content/home.ts';
import photos from '../../content/photos.json';
import { project } from '../../content/social-project.ts';
import { ROOT } from '../support/sources.ts';

type Folders = { from: string; into: string };
type Maker = {
  makePhotos: (folders?: Folders) => Promise<{ made: string[]; obsolete: string[] }>;
  stalePhotos: (folders?: Folders) => { stale: { name: string }[]; obsolete: string[] };
};
const { makePhotos, stalePhotos }: Maker = await import(pathToFileURL(join(ROOT, 'scripts/photos.mjs')).href);

const SENT = join(ROOT, 'public/fotos');
const { card, portrait: _, og, ...named } = photos;
const cards = modalities.map(({ photo }) => photo.file);
const pictures = [...Object.entries(named), ...cards.map((name) => [name, card] as const)].flatMap(
  ([name, { width, height, files }]) =>
    files.map((file) => ({
      name: `${name}-${file.width}`,
      width: file.width,
      height: Math.round((file.width * height) / width),
    })),
);
const bytesOf = (name: string) => readFileSync(join(SENT, name)).length;

describe('the pictures that the site sends', () => {
  test('were made from the masters and shapes as they stand; `npm run photos` makes what is named here', () => {
    const { stale, obsolete } = stalePhotos();
    expect([...stale.map(({ name }) => name), ...obsolete]).toEqual([]);
  });

  test('are all there is in their folder', () => {
    const made = readFileSync(join(SENT, 'made-from'), 'utf8').matchAll(/^\S+/gm);
    const known = ['made-from', ...[...made].map(([name]) => name)];
    expect(readdirSync(SENT).filter((file) => !known.includes(file))).toEqual([]);
  });

  test('have a shape and a master for every name that a screen asks for', () => {
    const masters = readdirSync(join(ROOT, 'fotos')).map((file) => file.replace(/\.\w+$/, ''));
    expect(masters).toEqual(expect.arrayContaining([...Object.keys(named), ...cards, 'og']));
    expect(named).toHaveProperty(project.photo.file);
  });

  test('have the size of their shape in both formats, and no metadata', async () => {
    const files = pictures.flatMap(({ name, width, height }) =>
      ['avif', 'webp'].map((format) => ({ name: `${name}.${format}`, width, height, held: [] })),
    );
    expect(await Promise.all(files.map(({ name }) => headOf(name)))).toEqual(files);
  });

  test('hold one for links that are shared: a JPEG that every reader of links takes', async () => {
    await expectBare('og-1200x630.jpg', og);
    expect(bytesOf('og-1200x630.jpg')).toBeLessThanOrEqual(300_000);
  });

  test('are within their budgets of bytes as AVIF', () => {
    const budgets: [string, number][] = [
      ['hero-retrato-768', 26_000],
      ['hero-1080', 30_000],
      ['hero-1600', 60_000],
      ...cards.map((name): [string, number] => [`${name}-720`, 24_000]),
      ['projeto-social-720', 28_000],
    ];
    const over = budgets
      .map(([name, budget]) => ({ name, budget, bytes: bytesOf(`${name}.avif`) }))
      .filter(({ bytes, budget }) => bytes > budget);
    expect(over).toEqual([]);
  });

  test.each([
    ['412 × 823 at 1.75', 412, 1.75],
    ['360 × 740 at 2', 360, 2],
  ])(
    'are at most 30 KB on the first screen and 110 KB on the home page of a phone of %s',
    (_, css, ratio) => {
      const chosen = (shape: typeof card, share: number) =>
        shape.files.find(({ width }) => width >= css * share * ratio)?.width;
      const first = bytesOf(`hero-retrato-${chosen(photos['hero-retrato'], 1)}.avif`);
      const rest = cards.map((name) => bytesOf(`${name}-${chosen(card, 0.92)}.avif`));
      expect(first).toBeLessThanOrEqual(30_000);
      expect(rest.reduce((sum, bytes) => sum + bytes, first)).toBeLessThanOrEqual(110_000);
    },
  );
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
    expect(readdirSync(folders.into).sort()).toEqual(['made-from', 'mine.txt']);
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
