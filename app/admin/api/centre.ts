import type { ClassTime } from '../../../content/home.ts';
import type { Published } from '../../../content/published.ts';
import { sitePhotos } from '../../../content/site-photos.ts';
import type { Section } from '../../../domain/centre/sections.ts';
import { configuration } from '../../api/client.ts';
import { queryOf } from './calls.ts';
import { withPassword } from './with-password.ts';

/** What was published of a section: who and when, and the facts that stand in the place of content/'s; null: none. */
export type Publication = {
  section: string;
  version: number;
  facts: object | null;
  at: string;
  /** Null: at the terminal. */
  by: string | null;
};

/** The last ten of each section, the newest first. */
export const centreQuery = queryOf<readonly Publication[]>('lista_do_centro');

/** What is in force of each section; with 'turmas' the home page says these classes, without it those of content/home.ts. */
export const storedQuery = queryOf<Published & { turmas?: { classes: readonly ClassTime[] } }>(
  'fatos_do_centro',
);

/** Whether our server shows it, which draws the pages anew; on a static host they stay until the next build. */
export const ourServerQuery = {
  queryKey: ['our-server'],
  queryFn: async () => (await configuration()).supabaseUrl === location.origin,
};

/** The photos that a static host can show: the files of others come with its next build. */
export const builtQuery = {
  ...ourServerQuery,
  select: (isOurs: boolean): Published => (isOurs ? {} : { fotos: sitePhotos }),
};

/** Publishes a section, with the `photos` that are new in it as base64, after the version that was seen, 0 for none; whether nobody was first. Throws BackendError, with a sentence for the person. */
export const publishCentre = (
  section: Section,
  seen: number,
  facts: object | null,
  password: string,
  photos: readonly string[] = [],
): Promise<boolean> =>
  withPassword(password, async (call) => {
    type Answer = { applied: boolean } | null; // null: made before, by a call whose answer was lost
    const given = { secao: section, depois_de: seen, fatos: facts, ...(photos[0] && { fotos: photos }) };
    return (await call<Answer>('publicar_centro', given))?.applied ?? true;
  });
