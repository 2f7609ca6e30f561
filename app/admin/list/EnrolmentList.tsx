import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { printAndExport } from '../../../content/print-export.ts';
import { retention } from '../../../content/retention.ts';
import { toDo } from '../../../content/to-do.ts';
import { chipOf } from '../../../domain/desk/filter.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { readListAgain } from '../api/enrolments.ts';
import { Loading } from '../controls/Loading.tsx';
import { later } from '../controls/later.ts';
import { type Act, Menu } from '../controls/Menu.tsx';
import { ListAlert } from '../controls/QueryState.tsx';
import { useMay } from '../controls/use-may.ts';
import { useOpening } from '../document/use-opening.tsx';
import { familiesToTell } from '../enrolment/state/families.ts';
import { EmptyList } from './EmptyList.tsx';
import { EnrolmentTable } from './EnrolmentTable.tsx';
import { ListPaging, ListRange } from './ListPaging.tsx';
import { ListToolbar } from './toolbar/ListToolbar.tsx';
import { useRefocusWhenLost } from './toolbar/list-focus.ts';
import { useOpened } from './use-opened.ts';
import { useShownList } from './use-shown-list.ts';
import './list.css';

/** What reading the list does not need, and is fetched once it is there: opening it later fails without the network. */
const Dialogs = {
  Enrolment: later(() => import('../enrolment/EnrolmentDialog.tsx'), 'EnrolmentDialog'),
  Approve: later(() => import('./bulk/ApproveDialog.tsx'), 'ApproveDialog'),
  Tell: later(() => import('./bulk/TellDialog.tsx'), 'TellDialog'),
  Export: later(() => import('../export/ExportDialog.tsx'), 'ExportDialog'),
  Import: later(() => import('../import/ImportDialog.tsx'), 'ImportDialog'),
  Counter: later(() => import('../enrolment/answers/CounterDialog.tsx'), 'CounterDialog'),
  Erased: later(() => import('../retention/ErasedDialog.tsx'), 'ErasedDialog'),
};

/** The enrolments page: search, what waits, filters, one page of rows and the dialog of the open enrolment. Source: SPEC §2, §4; docs/ux.md §7. */
export function EnrolmentList() {
  const client = useQueryClient();
  const may = useMay();
  const { opened, problem, open, openStored, close } = useOpened();
  const shown = useShownList();
  const { filter, list, rows, page, go } = shown;
  const documents = useOpening(() => void list.refetch()); // the row may be erased, or the session over
  const [dialog, setDialog] = useState<ReactNode>(null);
  const chip = chipOf(filter);
  useRefocusWhenLost();

  useEffect(() => {
    if (shown.isCurrent) for (const { load } of Object.values(Dialogs)) load().catch(() => {}); // a failure shows when it is opened
  }, [shown.isCurrent]);

  function showArrivals() {
    shown.showArrivals();
    void client.invalidateQueries({ queryKey: ['enrolments'] });
  }

  /** What was done stands in the rows, and who no longer matches leaves them, once no dialog is open above the list. */
  function onClosed() {
    close();
    setDialog(null);
    void readListAgain(client);
  }

  /** What is done with everybody of the page that a chip brings. */
  function all() {
    if (rows.length === 0 || !shown.isCurrent || list.isError || !may('decidir')) return null; // never about the rows of before
    const about = chip === 'renewal' ? 'renovacao' : undefined;
    const people = about ? rows.filter(({ renewal }) => renewal === 'pedida') : rows;
    if (chip === 'toNotify' || (about && people.length > 0))
      return (
        <Button onClick={() => setDialog(<Dialogs.Tell rows={people} about={about} onClose={onClosed} />)}>
          {toDo.tellFamilies(familiesToTell(people, about !== undefined).length)}
        </Button>
      );
    if (chip !== 'undecided' && chip !== 'withoutClass') return null;
    const what = chip === 'undecided' ? 'approve' : 'class';
    return (
      <button
        type="button"
        className="tool"
        onClick={() => setDialog(<Dialogs.Approve rows={rows} what={what} onClose={onClosed} />)}
      >
        {toDo.these[what]}
      </button>
    );
  }

  const bin: Act = [retention.bin, () => setDialog(<Dialogs.Erased onClose={onClosed} />)];
  const acts: Act[] = [
    [
      printAndExport.enrol,
      () => setDialog(<Dialogs.Counter onStored={openStored} onClose={() => setDialog(null)} />),
    ],
    [printAndExport.export, () => setDialog(<Dialogs.Export filter={filter} onClose={onClosed} />)],
    [printAndExport.import, () => setDialog(<Dialogs.Import onClose={onClosed} />)],
    ...(may('devolver') ? [bin] : []),
  ];

  return (
    <>
      <ListToolbar
        filter={filter}
        waiting={shown.waiting}
        onSearch={shown.search}
        onChange={go}
        all={all()}
        more={
          <Menu acts={acts}>
            <a
              className="desk-menu__act touch wide"
              href="/projeto-social/ficha-em-branco"
              target="_blank"
              rel="noopener noreferrer"
            >
              {printAndExport.blankForm}
              <span className="vh"> (abre em outra página)</span>
            </a>
          </Menu>
        }
      />
      {list.isError && <ListAlert query={list} />}
      {problem && <Alert title={problem} />}
      {documents.alert}
      {rows.length === 0 && !shown.isCurrent && !list.isError && <Loading>{admin.loading}</Loading>}
      {page && (
        <div className="list">
          <ListRange page={page} onArrivals={shown.hasArrivals && showArrivals}>
            {shown.isCurrent && <EmptyList shown={shown} />}
          </ListRange>
          {rows.length > 0 && <EnrolmentTable shown={shown} documents={documents} onOpen={open} />}
        </div>
      )}
      {page && rows.length > 0 && <ListPaging page={page} shown={shown} />}
      <Suspense fallback={<Loading>{admin.loading}</Loading>}>
        {dialog}
        {opened && (
          <Dialogs.Enrolment
            enrolment={opened}
            rows={rows}
            onSelect={open}
            onClose={onClosed}
            onErased={close}
          />
        )}
      </Suspense>
    </>
  );
}
