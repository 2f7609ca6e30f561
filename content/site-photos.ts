import { overlaid } from './published.ts';

/** A photo of the centre's own, in the place of the drawing of its name in fotos/. */
export type SitePhoto = {
  alt: string;
  /** The part of its height, in percent, that is seen where the page shows less than all of it: as `object-position`. */
  y: number;
  /** Names below /fotos/, by width. */
  files: Readonly<Record<number, string>>;
};

/** Places of the room, and of teachers: a photo there is of the one whose name its words are. */
export const roomPhotos = ['sala-1', 'sala-2', 'sala-3'] as const;
export const teacherPhotos = Array.from({ length: 9 }, (_, at) => `professor-${at + 1}`);

/** What 'Ajustes → Centro' has published (decisions 202, 216); null: the drawing, or no picture. */
export const sitePhotos: Record<string, SitePhoto | null> = {
  hero: null,
  'hero-retrato': null,
  'jiu-jitsu': null,
  'muay-thai': null,
  'personal-fight': null,
  'projeto-social': null,
  ...Object.fromEntries([...roomPhotos, ...teacherPhotos].map((name) => [name, null])),
};

/** No photo at all. */
export const writtenPhotos = overlaid('fotos', sitePhotos);
