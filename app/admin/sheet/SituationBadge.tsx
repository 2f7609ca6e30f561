import { type Situation, situationInWords } from '../../../domain/desk/situations.ts';

/** A situation as text; the colour only repeats it. */
export function SituationBadge({ situation }: { situation: Situation }) {
  return <span className={`badge badge--${situation}`}>{situationInWords(situation)}</span>;
}
