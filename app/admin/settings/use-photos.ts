import { useQuery, useQueryClient } from '@tanstack/react-query';
import { centrePage as words } from '../../../content/centre.ts';
import { FACTS_ID } from '../../../content/published.ts';
import { type SitePhoto, showPhotos } from '../../../content/site-photos.ts';
import { centreQuery, type Publication, publishCentre } from '../api/centre.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { PLACES } from './make-photos.ts';

export type Photos = Record<string, SitePhoto | null>;

const SECTION = 'fotos';

/** Somebody published meanwhile; its message says what. */
class Overtaken extends Error {}

/** What a person is told of what `publish` threw. */
export const explain = (error: unknown) =>
  error instanceof Overtaken ? error.message : accountFailure(error);

const lastOf = (publications: readonly Publication[] = []) =>
  publications.find(({ section }) => section === SECTION);
const photosIn = (publication?: Publication) => (publication?.facts ?? {}) as Photos;

/** The photos that are published now, and publishing others after them: what is said then. */
export function usePhotos() {
  const client = useQueryClient();
  const last = lastOf(useQuery(centreQuery).data);
  const photos = photosIn(last);
  return {
    photos,
    /** `sent`: the files that are new, as base64. Throws Overtaken where somebody was first. */
    publish: async (next: Photos, password: string, sent: readonly string[]) => {
      if (!(await publishCentre(SECTION, last?.version ?? 0, next, password, sent))) {
        const now = lastOf(await client.fetchQuery({ ...centreQuery, staleTime: 0 }));
        const theirs = changedPlaces(photos, photosIn(now)).join(', ');
        throw new Overtaken(words.overtaken(now?.by ?? words.owner, theirs || words.same));
      }
      if (changedPlaces(await photosOnPage(), next).length > 0) return words.stored;
      showPhotos(next); // in this tab; the others read the new pages
      return words.published;
    },
  };
}

const changedPlaces = (before: Photos, after: Photos) =>
  PLACES.filter(({ frames }) =>
    frames.some(({ name }) => JSON.stringify(before[name]?.files) !== JSON.stringify(after[name]?.files)),
  ).map(({ title }) => title);

/** What the home page shows: on a static host what it was built with. */
async function photosOnPage(): Promise<Photos> {
  const page = await fetch('/', { cache: 'no-store' }).then((answer) => answer.text());
  const [, json = '{}'] = new RegExp(`id="${FACTS_ID}">([^<]*)</script>`).exec(page) ?? [];
  return JSON.parse(json)[SECTION] ?? {};
}
