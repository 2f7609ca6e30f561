import { LINE_KINDS, datedLines as words } from '../../../content/dated-lines.ts';
import { type DatedLine, lineInWords, runsOutInWords } from '../../../domain/desk/dated-lines.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { DayField, TextField } from '../../ui/fields/TextField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Line, Lines } from './Lines.tsx';
import { useUnsavedValue } from './unsaved.ts';
import { useClose, useDialog } from './use-dialog.tsx';

type Noted = DatedLine & { account?: string | null };

type Saving<Row> = {
  /** The enrolment whose they are, and its name; none for the team. */
  id?: string;
  person?: string;
  /** Stores a line as it was changed; throws why not. */
  save: (row: Row) => Promise<unknown>;
};

type Props<Row> = Saving<Row> & { title: string; rows: readonly Row[] };

/** Dated lines, each with what changes it: a dialog that is drawn by its kind. Nothing without one. */
export function DatedLines<Row extends Noted>({ title, rows, ...saving }: Props<Row>) {
  const { open, dialog } = useDialog();
  if (rows.length === 0) return null;
  return (
    <section className="stack gap-3">
      <h3 className="subtitle">{title}</h3>
      <Lines label={title}>
        {rows.map((row) => {
          const [noted, runsOut] = [lineInWords(row), runsOutInWords(row.until)];
          const about = row.kind === 'antecedentes' ? row.text || words.other : LINE_KINDS[row.kind].label;
          const act = noted ? words.change : words.note;
          const onClick = () => open(<LineDialog {...{ about, row }} {...saving} />);
          return (
            <Line
              key={row.account ?? about}
              title={<bdi>{about}</bdi>}
              hint={noted || words.none}
              acts={
                <SecondaryButton {...{ 'aria-label': `${act}: ${about}`, onClick }}>{act}</SecondaryButton>
              }
            >
              {runsOut && <span className="badge badge--look">{runsOut}</span>}
            </Line>
          );
        })}
      </Lines>
      {dialog}
    </section>
  );
}

/** Asks for what is noted; what is typed stays as long as the session. */
function LineDialog<Row extends Noted>({ about, row, ...saving }: Saving<Row> & { about: string; row: Row }) {
  const { id = '', person = '', save } = saving;
  const [typed, keep] = useUnsavedValue('line', id, row.account ?? about);
  const close = useClose();
  return (
    <FormDialog
      title={about}
      person={person}
      initial={{ text: row.text ?? '', day: row.day ?? '', until: row.until ?? '' }}
      unsaved={[typed, keep]}
      disabled={!typed}
      send={async (noted) => {
        await save({ ...row, ...noted });
        keep(undefined);
        close();
      }}
    >
      {({ text, choice }) =>
        partsOf(row).map((part) => {
          if (part === 'choice')
            return <Choices<string> key={part} legend={about} choices={words.choices} {...choice('text')} />;
          const Input = part === 'text' ? TextField : DayField;
          const label = LINE_KINDS[row.kind][part] ?? words[part];
          return <Input key={part} label={label} maxLength={120} required={false} {...text(part)} />;
        })
      }
    </FormDialog>
  );
}

/** What is asked of a line; not the name of whose certificate is there already. */
const partsOf = ({ kind, text }: DatedLine) =>
  LINE_KINDS[kind].asks.filter((part) => part !== 'text' || kind !== 'antecedentes' || !text);
