// The pictures that the site sends (public/fotos), which each build makes from the
// masters in fotos/. content/photos.json says their shapes: the full size, and for
// each file its width and the most bytes it may have. A master that the list does
// not name is a card, or a portrait where its name begins with `retrato-`. A drawing
// (.svg) is sent as it is. It, and a sample (`og-exemplo.jpg` of `og`), give way to a photograph of the name: no
// release has a file of the owner's names, so an update touches none.
//
// The time of each file says what it was made from, so that only what changed is
// made again, and with nothing to do sharp is not even loaded.

import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './ensure.mjs';
import { Refused } from './install/refused.mjs';

/** @typedef {{ from: string, into: string }} Folders */
/** @typedef {{ width: number, height: number, format?: Format, files: { width: number, bytes: number }[] }} Shape */
/** @typedef {keyof typeof ENCODERS} Format */
/** @typedef {{ name: string, file: string, bytes: Buffer, shape: Shape }} Master */
/** @typedef {{ format: Format, width: number, height: number, bytes: number, ground: string, qualities: number[] }} Recipe */

/** @type {Folders} */
const FOLDERS = { from: join(ROOT, 'fotos'), into: join(ROOT, 'public/fotos') };
const MASTER = /^([a-z0-9-]+?)(?:-exemplo)?\.(?:jpe?g|png|webp|svg)$/;
const MADE = /^[a-z0-9-]+(?:-[\dx]+\.(?:avif|webp|jpg)|\.svg)$/;
const SAMPLE = /-exemplo\.\w+$|\.svg$/i;
const OTHER_PICTURE = /\.(heic|heif|avif|gif|tiff?|bmp|dng|jfif|jxl)$/i;

/**
 * How each format is written. The first quality that keeps a file within its bytes
 * is taken, else the last. Ten bits keep the dark gradients free of bands.
 */
const ENCODERS = {
  avif: { qualities: [60, 55, 50, 45, 40, 35, 30], effort: 5, bitdepth: 10, chromaSubsampling: '4:2:0' },
  webp: { qualities: [78], effort: 5, smartSubsample: true },
  jpg: { qualities: [86, 80, 74, 68], mozjpeg: true },
};

/** The formats of a picture whose shape names none. */
const FORMATS = /** @type {const} */ (['avif', 'webp']);

/** The ink of the tokens: what shows where a master is transparent. */
const GROUND = '#0b1230';

/** Brings the pictures up to date; returns the names of the files made and of those removed. */
export async function makePhotos(folders = FOLDERS) {
  const { stale, obsolete } = stalePhotos(folders);
  const made = stale.map(({ name }) => name);
  for (const master of new Set(stale.map((file) => file.master))) await look(master);
  const { into } = folders;
  for (const name of obsolete) rmSync(join(into, name));
  const queue = stale.values(); // the workers take from one queue
  const work = async () => {
    for (const { name, print, master, recipe } of queue) {
      writeFileSync(join(into, name), recipe ? await encode(master, recipe) : master.bytes);
      utimesSync(join(into, name), print, print); // last: an interrupted run leaves no file that passes for fresh
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return { made, obsolete };
}

/** The files that are missing or were made from something else, and the names of those that are no longer wanted. */
export function stalePhotos({ from, into } = FOLDERS) {
  const wanted = mastersIn(from).flatMap(filesOf);
  mkdirSync(into, { recursive: true });
  const there = readdirSync(into);
  return {
    stale: wanted.filter(
      ({ name, print }) => !there.includes(name) || statSync(join(into, name)).mtimeMs !== print * 1000,
    ),
    obsolete: there.filter((file) => MADE.test(file) && !wanted.some(({ name }) => name === file)),
  };
}

/** @param {string} folder */
function mastersIn(folder) {
  /** @type {Record<string, Shape> & { card: Shape, portrait: Shape }} */
  const { card, portrait, ...named } = JSON.parse(readFileSync(join(ROOT, 'content/photos.json'), 'utf8'));
  const shapes = new Map(Object.entries(named));
  /** @type {Map<string, Master>} */
  const masters = new Map();
  for (const file of readdirSync(folder).sort()) {
    const name = nameOf(file);
    const other = name && masters.get(name)?.file;
    if (other && SAMPLE.test(file)) continue;
    if (other && !SAMPLE.test(other))
      throw new Refused(`fotos/${other} e fotos/${file} são a mesma foto para o site: deixe só uma`);
    if (name)
      masters.set(name, {
        name,
        file,
        bytes: readFileSync(join(folder, file)),
        shape: shapes.get(name) ?? (name.startsWith('retrato-') ? portrait : card),
      });
    else if (!file.startsWith('.')) console.warn(`fotos/${file} não foi usada: ${RULE}`);
  }
  for (const name of shapes.keys())
    if (!masters.has(name)) console.warn(`fotos/${name}.jpg não existe: o site fica sem essa foto`);
  return [...masters.values()];
}

/**
 * The name of a picture; undefined for another file. Throws for one that no browser shows or sharp reads.
 * @param {string} file
 */
function nameOf(file) {
  if (OTHER_PICTURE.test(file))
    throw new Refused(
      `fotos/${file}: o site não lê este formato. Salve a foto em .jpg (o iPhone faz assim em Ajustes, Câmera, Formatos, «Mais compatível») e tire esta da pasta`,
    );
  return MASTER.exec(file.toLowerCase())?.[1];
}

/** The names of all pictures. */
export const photoNames = (from = FOLDERS.from) => readdirSync(from).flatMap((file) => nameOf(file) ?? []);

/** @param {string} file */
const isDrawing = (file) => /\.svg$/i.test(file);

/** The names of the pictures of the site that are drawings. */
export const drawings = (from = FOLDERS.from) =>
  mastersIn(from).flatMap(({ name, file }) => (isDrawing(file) ? [name] : []));

const RULE =
  'o nome pode ter letras sem acento, números e hífen, e termina em .jpg, .jpeg, .png, .webp ou .svg';

/**
 * The files that a master becomes. `print` is of everything that a file is made from; no recipe: it is sent as it is.
 * @param {Master} master
 * @returns {{ name: string, print: number, master: Master, recipe: Recipe | null }[]}
 */
function filesOf(master) {
  const { name, file, bytes, shape } = master;
  if (isDrawing(file)) return [{ name: `${name}.svg`, print: printOf(bytes, null), master, recipe: null }];
  return shape.files.flatMap(({ width, bytes: most }) =>
    (shape.format ? [shape.format] : FORMATS).map((format) => {
      const height = Math.round((width * shape.height) / shape.width);
      const recipe = { format, width, height, bytes: most, ground: GROUND, ...ENCODERS[format] };
      const size = shape.format ? `${width}x${height}` : width;
      return { name: `${name}-${size}.${format}`, print: printOf(bytes, recipe), master, recipe };
    }),
  );
}

/**
 * A hash that is a time too, in seconds, of years that no file is from.
 * @param {Buffer} bytes
 * @param {Recipe | null} recipe
 */
const printOf = (bytes, recipe) =>
  Number.parseInt(hash('sha256', hash('sha256', bytes) + JSON.stringify(recipe)).slice(0, 7), 16);

/**
 * Throws for a master that is no picture, and warns when one will be enlarged.
 * @param {Master} master
 */
async function look({ file, bytes, shape: { width, height } }) {
  if (isDrawing(file)) return;
  const { default: sharp } = await import('sharp');
  const { autoOrient: upright } = await readable(file, () => sharp(bytes).metadata());
  if (upright.width < width || upright.height < height)
    console.warn(
      `fotos/${file} tem ${upright.width}×${upright.height}, menos que ${width}×${height}: vai aparecer ampliada`,
    );
}

/**
 * Upright as the camera held it, cropped to the shape around the most salient part, in sRGB, without metadata.
 * @param {Master} master
 * @param {Recipe} recipe
 */
async function encode(master, { format, width, height, bytes, ground, qualities, ...options }) {
  const { default: sharp } = await import('sharp');
  const picture = sharp(master.bytes, { failOn: 'error' })
    .autoOrient()
    .flatten({ background: ground })
    .resize(width, height, { fit: 'cover', position: 'attention' });
  let made = Buffer.alloc(0);
  for (const quality of qualities) {
    const encoded = picture
      .clone()
      .toFormat(/** @type {keyof import('sharp').FormatEnum} */ (format), { ...options, quality });
    made = await readable(master.file, () => encoded.toBuffer());
    if (made.length <= bytes) break;
  }
  return made;
}

/**
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} read
 */
async function readable(file, read) {
  try {
    return await read();
  } catch (cause) {
    throw new Refused(`fotos/${file} não pôde ser lida: salve a foto de novo, em .jpg`, { cause });
  }
}
