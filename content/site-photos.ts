import { overlaid } from './published.ts';

/** A photo of the centre's own, in the place of the drawing of its name in fotos/. */
export type SitePhoto = {
  alt: string;
  /** The part of its height, in percent, that is seen where the page shows less than all of it: as `object-position`. */
  y: number;
  /** Names below /fotos/, by width. */
  files: Readonly<Record<number, string>>;
};

/** What 'Ajustes → Centro' has published (decision 202); null: the drawing. */
export const sitePhotos: Record<string, SitePhoto | null> = {
  hero: null,
  'hero-retrato': null,
  'jiu-jitsu': null,
  'muay-thai': null,
  'personal-fight': null,
  'projeto-social': null,
};

/** No photo at all. */
export const writtenPhotos = overlaid('fotos', sitePhotos);
