import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { imported as words } from '../../../content/import.ts';
import { brazilianMoment, todayInBrazil } from '../../../domain/dates.ts';
import { offeredClasses } from '../../../domain/desk/classes.ts';
import { type Import, MODEL_HEADINGS, NEEDED } from '../../../domain/desk/import.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { classesQuery } from '../api/classes.ts';
import { actionError, failureText } from '../api/failure-text.ts';
import { formRulesQuery } from '../api/form-rules.ts';
import { checkImport, importsQuery, type RecentImport, storeImport, undoImport } from '../api/imports.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { QueryState } from '../controls/QueryState.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { save } from '../export/export-found.ts';
import { readFile } from './read-in-worker.ts';

/** Who trains already comes from a spreadsheet: its model, the file with each of its lines before it is stored as one, and what came so in the last days, to be taken back. Source: docs/ux.md §8.7. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const recent = useQuery(importsQuery);
  const { open, dialog } = useDialog();
  const input = useRef<HTMLInputElement>(null);
  const reading = useMutation({
    mutationFn: (file: File) => peopleIn(client, file),
    onError: actionError,
    networkMode: 'always',
  });
  const { data: found, error, isPending, variables: file } = reading;
  const refused = error ? failureText(error) : found?.refused;
  const rows = found?.rows ?? [];
  const good = rows.filter(({ stored }) => stored);
  const wrong = rows.filter(({ stored }) => !stored);
  return (
    <>
      <FormDialog
        title={words.title}
        className=""
        submit={good.length > 0 ? words.store(good.length, wrong.length) : undefined}
        busy={words.storing}
        cancel={desk.close}
        disabled={good.length === 0}
        send={async () => {
          await storeImport(good);
          return words.stored(good.length);
        }}
        onClose={onClose}
      >
        {refused && (
          <div ref={inSight}>
            <Alert title={`${file?.name}: ${refused}`} />
          </div>
        )}
        {rows.length === 0 && (
          <>
            <p>{words.intro}</p>
            <p className="hint">{words.needed(NEEDED)}</p>
          </>
        )}
        <p className="bold unless-empty" role="status">
          {isPending
            ? words.reading
            : rows.length > 0 && words.summary(file?.name ?? '', good.length, wrong.length)}
        </p>
        <div className="row gap-3">
          <input
            className="vh"
            type="file"
            tabIndex={-1}
            accept=".xlsx,.xlsm,.csv,.tsv,.txt"
            aria-label={words.file}
            ref={input}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) reading.mutate(chosen);
              target.value = ''; // the same one again, once it is corrected
            }}
          />
          <SecondaryButton disabled={isPending} onClick={() => input.current?.click()}>
            {file ? words.chooseOther : words.choose}
          </SecondaryButton>
          {rows.length === 0 && (
            <SecondaryButton onClick={() => void saveModel()}>{words.model}</SecondaryButton>
          )}
        </div>
        {rows.length === 0 && <p className="hint">{words.fileHint}</p>}
        {found?.notes.map((note) => (
          <p className="notice notice--warning" key={note}>
            {note}
          </p>
        ))}
        <ul className="stack gap-2 unless-empty">
          {[...wrong, ...good].map(({ line, who, says, stored }) => (
            <li key={line}>
              <bdi>{who}</bdi>: {stored ? says : <strong>{says}</strong>}
            </li>
          ))}
        </ul>
        {!found && <QueryState query={recent} loading={admin.loading} />}
        {!found && (
          <Lines label={words.recent}>
            {recent.data?.map((one) => (
              <Line
                key={one.id}
                title={inWords(one)}
                acts={
                  <SecondaryButton
                    aria-label={`${words.undo}: ${inWords(one)}`}
                    onClick={() => open(<UndoDialog {...one} />)}
                  >
                    {words.undo}
                  </SecondaryButton>
                }
              />
            ))}
          </Lines>
        )}
      </FormDialog>
      {dialog}
    </>
  );
}

/** Reads a file, and asks which of its people are enrolled already. */
async function peopleIn(client: QueryClient, file: File): Promise<Import> {
  const [classes, rules] = await Promise.all([
    client.fetchQuery(classesQuery),
    client.fetchQuery(formRulesQuery),
  ]);
  const offered = offeredClasses(classes);
  const found = await readFile(file, { classes: offered, rules, today: todayInBrazil() });
  const doubled = found.rows.some(({ stored }) => stored) ? await checkImport(found.rows) : {};
  const rows = found.rows.map((row) => {
    const other = doubled[row.line];
    return other === undefined ? row : { ...row, says: words.doubled(other), stored: null };
  });
  return { ...found, rows };
}

const inWords = ({ at, by, people }: RecentImport) =>
  words.on(people, brazilianMoment(new Date(at)), by ?? desk.erasedAccount);

/** On a phone the button that was pressed may be far below. */
const inSight = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' });

async function saveModel() {
  const { xlsxFile } = await import('../export/spreadsheet-files.ts');
  save(xlsxFile(MODEL_HEADINGS, words.sheet).end(), words.modelFile);
}

function UndoDialog({ id, people }: RecentImport) {
  return (
    <FormDialog
      title={words.undoTitle}
      submit={words.undo}
      busy={words.undoing}
      destructive
      send={async () => words.undone((await undoImport(id)) ?? people)}
    >
      <p>{words.undoText(people)}</p>
    </FormDialog>
  );
}
