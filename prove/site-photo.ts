import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** Arguments of `publicar_centro` that put a photo of this colour in the place of the hero's drawing, and its files' names. */
export async function photoPublication(background = '#b4472a', depois_de = 0) {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background } })
      .webp()
      .toBuffer();
  const files = await Promise.all([picture(1080, 810), picture(480, 987)]);
  const names = files.map((bytes) => `${createHash('sha256').update(bytes).digest('hex')}.webp`);
  const photo = (width: number, name = '') => ({ alt: 'A sala de treino', y: 40, files: { [width]: name } });
  return {
    ...{ secao: 'fotos', depois_de, fotos: files.map((bytes) => bytes.toString('base64')) },
    fatos: { hero: photo(1080, names[0]), 'hero-retrato': photo(480, names[1]) },
  };
}
