import { type Situation, situationInWords } from '../../../domain/desk/situations.ts';

/** The colours of the notices, for those that have one. */
const TONES: Partial<Record<Situation, string>> = {
  nova: 'notice--info',
  aprovada: 'notice--success',
  'falta-documento': 'notice--error',
  'nao-aprovada': 'notice--error',
};

/** A situation as text; the colour only repeats it. */
export function SituationBadge({ situation, leftOn }: { situation: Situation; leftOn?: string | null }) {
  return <span className={`badge ${TONES[situation] ?? ''}`}>{situationInWords(situation, leftOn)}</span>;
}
