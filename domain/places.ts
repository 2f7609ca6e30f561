import { project } from '../content/social-project.ts';

/**
 * A line for each class of the project that has a limit, with the places that are left; '' for none. `given`
 * is what `public.formulario()` and `/config.json` have under `vagas`; malformed entries are ignored.
 * Source: docs/ux.md §4.11.
 */
export const placesInWords = (given: unknown): string =>
  (Array.isArray(given) ? given : [])
    .flatMap((one: { nome?: unknown; restam?: unknown } | null) => {
      const left = Number.isInteger(one?.restam) ? Number(one?.restam) : -1;
      return typeof one?.nome === 'string' && left >= 0 ? project.places(one.nome, left) : [];
    })
    .join('\n');
