import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { imported as words } from '../../../content/import.ts';
import { brazilianMoment, todayInBrazil } from '../../../domain/dates.ts';
import { MODEL_HEADINGS } from '../../../domain/desk/import.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { classesQuery } from '../api/classes.ts';
import { actionError } from '../api/failure-text.ts';
import { formRulesQuery } from '../api/form-rules.ts';
import { checkImport, importsQuery, type RecentImport, undoImport } from '../api/imports.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { save } from '../export/export-found.ts';
import { goodOf, PreviewDialog, withDoubled } from './PreviewDialog.tsx';
import { readFile } from './read-in-worker.ts';

/** Who trains already comes from a spreadsheet: its model, the file, and what came so in the last days, to be taken back. Source: docs/ux.md §8.7. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { open, dialog } = useDialog();
  const [problem, setProblem] = useState('');
  const [reading, setReading] = useState(false);

  async function read(file: File) {
    setProblem('');
    setReading(true);
    try {
      const [classes, rules] = await Promise.all([
        client.fetchQuery(classesQuery),
        client.fetchQuery(formRulesQuery),
      ]);
      const around = { classes: classes.filter(({ active }) => active), rules, today: todayInBrazil() };
      const found = await readFile(file, around);
      if ('refused' in found) return setProblem(found.refused);
      const good = goodOf(found.rows);
      const { doubled } = good.length > 0 ? await checkImport(good) : { doubled: [] };
      open(<PreviewDialog found={{ ...found, rows: withDoubled(found.rows, doubled) }} />);
    } catch (error) {
      setProblem(actionError(error));
    } finally {
      setReading(false);
    }
  }

  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={<SecondaryButton onClick={onClose}>{words.close}</SecondaryButton>}
    >
      <DeskPage
        dialog={dialog}
        head={
          <>
            <p>{words.intro}</p>
            <div>
              <SecondaryButton onClick={() => void saveModel()}>{words.model}</SecondaryButton>
            </div>
            <TextField
              type="file"
              accept=".xlsx,.xlsm,.csv,.tsv,.txt"
              label={words.file}
              hint={words.fileHint}
              problem={problem}
              disabled={reading}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                target.value = ''; // the same one again, once it is corrected
                if (file) void read(file);
              }}
            />
            <p role="status">{reading && words.reading}</p>
          </>
        }
        query={useQuery(importsQuery)}
        loading={words.loading}
      >
        {(recent) =>
          recent.length > 0 && (
            <Lines label={words.recent}>
              {recent.map((one) => (
                <Line
                  key={one.id}
                  title={whenAndWho(one)}
                  acts={
                    <SecondaryButton
                      aria-label={`${words.undo}: ${whenAndWho(one)}`}
                      onClick={() => open(<UndoDialog {...one} />)}
                    >
                      {words.undo}
                    </SecondaryButton>
                  }
                >
                  {words.brought(one.people)}
                </Line>
              ))}
            </Lines>
          )
        }
      </DeskPage>
    </Dialog>
  );
}

const whenAndWho = ({ at, by }: RecentImport) =>
  words.on(brazilianMoment(new Date(at)), by ?? desk.erasedAccount);

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
      send={async () => {
        const answer = await undoImport(id);
        return words.undone(answer?.undone ?? people, answer?.stayed ?? 0);
      }}
    >
      <p>{words.undoText(people)}</p>
    </FormDialog>
  );
}
