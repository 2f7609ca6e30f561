import { LINE_KINDS, datedLines as words } from '../../../content/dated-lines.ts';
import { type DatedLine, lineInWords, runsOutInWords } from '../../../domain/desk/dated-lines.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { DayField, TextField } from '../../ui/fields/TextField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Line, Lines } from './Lines.tsx';
import { useDialog } from './use-dialog.tsx';

type Props<Row> = {
  title: string;
  rows: readonly Row[];
  /** Whose they are, where all are of one. */
  person?: string;
  /** Stores a line as it was changed; throws why not. */
  save: (row: Row) => Promise<unknown>;
};

/** Dated lines, each with what changes it: a dialog that is drawn by its kind. Nothing without one. */
export function DatedLines<Row extends DatedLine>({ title, rows, person = '', save }: Props<Row>) {
  const { open, close, dialog } = useDialog();
  const change = (about: string, row: Row) => (
    <FormDialog
      title={about}
      person={person}
      initial={{ text: row.text ?? '', day: row.day ?? '', until: row.until ?? '' }}
      send={(noted) => save({ ...row, ...noted }).then(close)}
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
  if (rows.length === 0) return null;
  return (
    <section className="stack gap-3">
      <h3 className="subtitle">{title}</h3>
      <Lines label={title}>
        {rows.map((row) => {
          const [noted, runsOut] = [lineInWords(row), runsOutInWords(row.until)];
          const about = row.kind === 'antecedentes' ? row.text || words.other : LINE_KINDS[row.kind].label;
          const act = noted ? words.change : words.note;
          const onClick = () => open(change(about, row));
          return (
            <Line
              key={about}
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

/** What is asked of a line; not the name of whose certificate is there already. */
const partsOf = ({ kind, text }: DatedLine) =>
  LINE_KINDS[kind].asks.filter((part) => part !== 'text' || kind !== 'antecedentes' || !text);
