import { callFunction } from './calls.ts';

/** Untouched enrolments and unclaimed documents of one place in one hour; moments as ISO text. */
export type Flood = {
  origem: string;
  hora: string;
  primeira: string;
  ultima: string;
  inscricoes: number;
  documentos: number;
};

/** The newest first; empty for none. Throws BackendError. */
export function floods(signal: AbortSignal): Promise<Flood[]> {
  return callFunction('enxurradas', {}, signal);
}

/** Erases a flood and returns how many enrolments that were. Throws BackendError; what was erased until then stays erased. */
export async function eraseFlood({ origem, hora }: Flood, confirmation: string): Promise<number> {
  type Erased = { inscricoes: number; faltam: number };
  for (let erased = 0; ; ) {
    const part = await callFunction<Erased>('apagar_enxurrada', { origem, hora, confirmacao: confirmation });
    erased += part.inscricoes;
    if (part.faltam === 0 || part.inscricoes === 0) return erased;
  }
}
