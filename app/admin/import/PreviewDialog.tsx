import { useState } from 'react';
import { imported as words } from '../../../content/import.ts';
import { writtenDay } from '../../../domain/dates.ts';
import type { ImportedRow } from '../../../domain/desk/import.ts';
import { BackendError } from '../../api/client.ts';
import { storeImport } from '../api/imports.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { TickBox } from '../controls/TickBoxes.tsx';
import type { ReadFile } from './read-in-worker.ts';

type Found = Exclude<ReadFile, { refused: string }>;

/** Those with nothing wrong. */
export const goodOf = (rows: readonly ImportedRow[]) => rows.filter(({ problems }) => problems.length === 0);

/** The rows, with what is wrong of these lines besides. */
export const withDoubled = (rows: readonly ImportedRow[], doubled: readonly number[]) =>
  rows.map((row) =>
    doubled.includes(row.line) ? { ...row, problems: [...row.problems, words.doubled] } : row,
  );

/** What a spreadsheet holds, line by line, before it is stored as one; what is wrong is left out where somebody says so. */
export function PreviewDialog({ found }: { found: Found }) {
  const [rows, setRows] = useState(found.rows);
  const good = goodOf(rows);
  const wrong = rows.filter(({ problems }) => problems.length > 0);

  async function send() {
    const answer = await storeImport(good);
    if (!answer || answer.stored > 0) return words.stored(good.length);
    setRows(withDoubled(rows, answer.doubled));
    throw new BackendError(409, '', words.meanwhile);
  }

  return (
    <FormDialog
      title={words.preview}
      className=""
      submit={words.store(good.length)}
      busy={words.storing}
      disabled={good.length === 0}
      initial={{ leaveOut: false }}
      check={({ leaveOut }) => (wrong.length > 0 && !leaveOut ? { leaveOut: words.leaveOutMissing } : {})}
      send={send}
    >
      {({ tick }) => (
        <>
          <p role="status">{words.summary(good.length, rows.length)}</p>
          {found.hasOther && <p className="notice notice--warning">{words.otherSheet}</p>}
          {found.ignored.length > 0 && <p className="notice notice--info">{words.ignored(found.ignored)}</p>}
          {wrong.length > 0 && (
            <>
              <h3 className="subtitle">{words.wrong}</h3>
              <ul className="stack gap-2">
                {wrong.map(({ line, name, problems }) => (
                  <li key={line}>
                    <bdi>{words.line(line, name)}</bdi>: {problems.join(' ')}
                  </li>
                ))}
              </ul>
              <TickBox label={words.leaveOut(wrong.length)} {...tick('leaveOut')} />
            </>
          )}
          {good.length > 0 && (
            <details className="fold">
              <summary>{words.right(good.length)}</summary>
              <ul className="stack gap-2">
                {good.map(({ line, name, className, firstDay }) => (
                  <li key={line}>
                    <bdi>{words.line(line, name)}</bdi>: {className}, {writtenDay(firstDay)}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </FormDialog>
  );
}
