import { type Situation, situationInWords } from '../../domain/situations.ts';

/** A situation in words; the colour only repeats them. */
export function SituationBadge({ situation }: { situation: Situation }) {
  return <span className={`badge badge--${situation}`}>{situationInWords(situation)}</span>;
}
