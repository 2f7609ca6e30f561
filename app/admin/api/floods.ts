import { callFunction } from './calls.ts';
import { eachNamed, type WireNames } from './named.ts';

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

const FLOOD: WireNames<Flood> = {
  origin: 'origem',
  hour: 'hora',
  first: 'primeira',
  last: 'ultima',
  enrolments: 'inscricoes',
  documents: 'documentos',
};

/** The newest first; empty for none. Throws BackendError. */
export async function floods(signal: AbortSignal): Promise<Flood[]> {
  return eachNamed(await callFunction('enxurradas', {}, signal), FLOOD);
}

/** Of `others` all that came in the hour of a flood. */
export const allOfItsHour = ({ hour }: Flood, others: readonly Flood[]): Flood | undefined =>
  others.find((other) => other.origin === EVERYWHERE && other.hour === hour);
