import { callFunction } from './calls.ts';

/** The origin of all that came in an hour. */
export const EVERYWHERE = 'todas';

/** Untouched enrolments and unclaimed documents of one place, or of EVERYWHERE, in one hour; moments as ISO text. */
export type Flood = {
  origin: string;
  hour: string;
  first: string;
  last: string;
  enrolments: number;
  documents: number;
};

/** The newest first; empty for none. Throws BackendError. */
export const floods = (signal: AbortSignal): Promise<Flood[]> =>
  callFunction('lista_de_enxurradas', {}, signal);

/** Of `others` all that came in the hour of a flood. */
export const allOfItsHour = ({ hour }: Flood, others: readonly Flood[]): Flood | undefined =>
  others.find((other) => other.origin === EVERYWHERE && other.hour === hour);
