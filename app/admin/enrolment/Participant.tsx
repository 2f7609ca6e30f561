import { useState } from 'react';
import { LINE_KINDS, type LineKind, datedLines as words } from '../../../content/dated-lines.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { type DatedLine, lineInWords, runsOutInWords } from '../../../domain/desk/dated-lines.ts';
import { nameOf } from '../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { Choice, DayField, TextField } from '../../ui/fields/TextField.tsx';
import { noteLine } from '../api/decisions.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import type { Followed } from './state/use-open-enrolment.ts';

/** Of who takes part or did, what is noted in dated lines; nothing for the others. Source: decision 205. */
export function Participant(followed: Followed) {
  const { state, busy } = followed;
  const [open, setOpen] = useState<DatedLine | 'new' | null>(null);
  const lines = (Object.keys(LINE_KINDS) as LineKind[]).flatMap(
    (kind) => state.lines.find((line) => line.kind === kind) ?? [],
  );
  const empty = lines.filter((line) => !lineInWords(line));
  if (lines.length === 0) return null;
  return (
    <section className="stack gap-3 no-print">
      <h3 className="subtitle">{words.title}</h3>
      <Lines label={words.title}>
        {lines.flatMap((line) => {
          const { label } = LINE_KINDS[line.kind];
          const runsOut = runsOutInWords(line.until, todayInBrazil());
          if (empty.includes(line)) return [];
          return (
            <Line
              key={label}
              title={`${label}:`}
              hint={runsOut && <span className="badge badge--look">{runsOut}</span>}
              acts={
                <SecondaryButton
                  aria-label={`${words.change}: ${label}`}
                  disabled={busy}
                  onClick={() => setOpen(line)}
                >
                  {words.change}
                </SecondaryButton>
              }
            >
              <span className="as-typed">{lineInWords(line)}</span>
            </Line>
          );
        })}
      </Lines>
      {empty.length > 0 && (
        <div className="row">
          <SecondaryButton disabled={busy} onClick={() => setOpen('new')}>
            {words.note}
          </SecondaryButton>
        </div>
      )}
      {open && (
        <LineDialog
          {...followed}
          line={open === 'new' ? null : open}
          kinds={empty.map(({ kind }) => kind)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

type Props = Followed & { line: DatedLine | null; kinds: readonly LineKind[]; onClose: () => void };

/** Changes a line (null: one of these kinds, which is chosen first), drawn by its kind. */
function LineDialog({ enrolment, send, line, kinds, onClose }: Props) {
  const { kind: given = '', text, day, until } = line ?? {};
  const stored = { kind: given as LineKind | '', text: text ?? '', day: day ?? '', until: until ?? '' };
  return (
    <FormDialog
      title={line ? LINE_KINDS[line.kind].label : words.noteTitle}
      person={nameOf(enrolment)}
      initial={stored}
      check={({ kind, text, day, until }) =>
        kind === ''
          ? { kind: words.kindMissing }
          : line || text || day || until
            ? {}
            : { text: words.nothing }
      }
      send={async ({ kind, ...noted }) => {
        if (kind) await send(() => noteLine(enrolment.id, kind, noted), { done: words.saved });
        onClose();
      }}
      onClose={onClose}
    >
      {({ values: { kind }, text, choice, set }) => {
        const of = kind === '' ? null : LINE_KINDS[kind];
        return (
          <>
            {!line && (
              <Choice
                label={words.kind}
                none=""
                options={kinds.map((one) => [one, LINE_KINDS[one].label])}
                {...text('kind')}
                onChange={({ target }) =>
                  set({ kind: target.value as LineKind, text: '', day: '', until: '' })
                }
              />
            )}
            {of?.asks.includes('choice') && (
              <Choices
                legend={of.label}
                choices={{ ...(line && { '': words.none }), ...words.choices } as Record<string, string>}
                {...choice('text')}
              />
            )}
            {of?.asks.includes('text') && (
              <TextField label={of.text ?? of.label} maxLength={120} required={false} {...text('text')} />
            )}
            {of?.asks.includes('day') && <DayField label={of.day ?? words.day} {...text('day')} />}
            {of?.asks.includes('until') && (
              <DayField label={words.until} hint={words.untilHint} {...text('until')} />
            )}
            {line && <p className="hint">{words.emptyHint}</p>}
          </>
        );
      }}
    </FormDialog>
  );
}
