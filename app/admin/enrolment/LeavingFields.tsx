import { leaving as words } from '../../../content/attendance.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { LEFT_BECAUSE } from '../../../domain/desk/attendance.ts';
import { Choice, DayField } from '../../ui/fields/TextField.tsx';

/** What is asked of an approved person who leaves: the last day, and why. */
export const LeavingFields = ({ text }: { text: (name: 'lastDay' | 'why') => object }) => (
  <>
    <p>{words.text}</p>
    <DayField label={words.lastDay} max={todayInBrazil()} {...text('lastDay')} />
    <Choice label={words.why} none={words.choose} options={Object.entries(LEFT_BECAUSE)} {...text('why')} />
  </>
);
