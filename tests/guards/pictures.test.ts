import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { MANUAL, README, RECORD } from '../../prove/pictures/list.ts';
import { wordsOfProduct } from '../../prove/pictures/spoken.ts';
import { readRecord } from '../../prove/pictures/take.ts';
import { ROOT } from '../support/sources.ts';

// The pictures of README and manual are those of the pages as they are; `npm run prove -- pictures` takes them anew.

const pictures = [...README, ...MANUAL];
const record = readRecord();
const MOST_BYTES = 60_000;

test('the README shows its pictures, each once and said in words, and no other lies beside them', () => {
  const shown = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/!\[(.*?)\]\((.*?)\)/g)];
  expect(shown.map(([, alt, file]) => ({ alt, file }))).toEqual(
    README.map(({ alt, file }) => ({ alt, file })),
  );
  expect(readdirSync(join(ROOT, 'docs/imagens')).map((file) => `docs/imagens/${file}`)).toEqual(
    [...README.map(({ file }) => file), RECORD].sort(),
  );
});

test('each picture is the one that was taken, of its size and few bytes', async () => {
  expect(Object.keys(record)).toEqual(pictures.map(({ file }) => file).sort());
  for (const { file, width, height } of pictures) {
    const bytes = readFileSync(join(ROOT, file));
    const made = await sharp(bytes).metadata();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect([file, sha256, made.width, made.height]).toEqual([file, record[file]?.sha256, width, height]);
    expect([file, bytes.length > 1_000, bytes.length <= MOST_BYTES]).toEqual([file, true, true]);
  }
});

test('what is seen in a picture is what belongs in it, in the words that the pages have today', () => {
  const spoken = wordsOfProduct();
  const wrong = pictures.flatMap(({ file, shows }) => {
    const words = record[file]?.words ?? [];
    return [
      ...shows.filter((one) => !words.includes(one)).map((one) => `${file} does not show ${one}`),
      ...words
        .filter((one) => !shows.includes(one) && !spoken.has(one))
        .map((one) => `${file} shows ${one}, which no page says any more`),
    ];
  });
  expect(wrong).toEqual([]);
});
