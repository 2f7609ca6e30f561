import { project } from '../content/social-project.ts';

/** Places that are left in a class of the project that has a limit; none: who enrols waits. */
export type Places = { className: string; left: number };

/** The places as `public.formulario()` and `/config.json` say them under `vagas`; what is none is left out. */
export const readPlaces = (given: unknown): Places[] =>
  (Array.isArray(given) ? given : []).flatMap((one: { nome?: unknown; restam?: unknown } | null) =>
    typeof one?.nome === 'string' && Number.isInteger(one.restam) && Number(one.restam) >= 0
      ? [{ className: one.nome, left: Number(one.restam) }]
      : [],
  );

/** A line for each class that tells of its places; '' for none. /config.json says the same under `avisoDeVagas`, for start-script.ts. */
export const placesInWords = (given: unknown): string =>
  readPlaces(given)
    .map(({ className, left }) => project.places(className, left))
    .join('\n');
