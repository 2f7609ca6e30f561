import { callFunction, withPassword } from './calls.ts';
import { eachNamed, type WireNames } from './named.ts';

/** Untouched enrolments and unclaimed documents of one place in one hour; moments as ISO text. */
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

/** Erases a flood and returns how many enrolments that were. Throws BackendError; what was erased until then stays erased. */
export function eraseFlood({ origin, hour }: Flood, confirmation: string, password: string): Promise<number> {
  type Erased = { inscricoes: number; faltam: number };
  const values = { origem: origin, hora: hour, confirmacao: confirmation };
  return withPassword(password, async (call) => {
    for (let erased = 0; ; ) {
      const part = await call<Erased>('apagar_enxurrada', values);
      erased += part.inscricoes;
      if (part.faltam === 0 || part.inscricoes === 0) return erased;
    }
  });
}
