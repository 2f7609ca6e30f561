import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { admin } from '../../../content/desk-screens.ts';
import { bulk } from '../../../content/print-export.ts';
import { chipOf, NO_FILTER, paramsOf } from '../../../domain/desk/filter.ts';
import { Button } from '../../ui/Button.tsx';
import { isListOld } from '../api/enrolments.ts';
import { LeadOn } from '../controls/LeadOn.tsx';
import { ListAlert } from '../controls/ListAlert.tsx';
import { Loading } from '../controls/Loading.tsx';
import { useOpening } from '../document/use-opening.tsx';
import { doneInWords, EmptyList } from './EmptyList.tsx';
import { EnrolmentTable } from './EnrolmentTable.tsx';
import { ListPaging, ListRange, numbersOf } from './ListPaging.tsx';
import { NewArrivals } from './NewArrivals.tsx';
import { useSelection } from './selection.tsx';
import { ListToolbar } from './toolbar/ListToolbar.tsx';
import { focusRange, focusRowAt, rowInFocus } from './toolbar/list-focus.ts';
import { MoreMenu } from './toolbar/MoreMenu.tsx';
import { SelectionBar } from './toolbar/SelectionBar.tsx';
import { useListActions } from './use-list-actions.tsx';
import { useOpened } from './use-opened.ts';
import { useShownList } from './use-shown-list.ts';
import './list.css';

/** The dialog's code, which reading the list does not need. Fails without the network. */
const loadDialog = async () => ({
  default: (await import('../enrolment/EnrolmentDialog.tsx')).EnrolmentDialog,
});

const EnrolmentDialog = lazy(loadDialog);

/** The enrolments page: search, what waits, filters, one page of rows and the dialog of the open enrolment. Source: SPEC §2, §4; docs/ux.md §7. */
export function EnrolmentList() {
  const client = useQueryClient();
  const { opened, open, close } = useOpened();
  const shown = useShownList(open);
  const { filter, list, rows, page, go } = shown;
  const documents = useOpening(() => void list.refetch()); // the row may be erased, or the session over
  const selection = useSelection(JSON.stringify([paramsOf(filter), shown.number]));
  const chip = chipOf(filter);
  const lost = useRef(-1); // the position of the row that had the focus and may leave
  const actions = useListActions({ filter, selection, onChanged });

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came anew may lack the one with the focus
  useEffect(() => {
    const at = lost.current;
    lost.current = -1;
    if (at >= 0 && document.activeElement === document.body && !focusRowAt(at)) focusRange();
  }, [list.data]);

  useEffect(() => {
    if (rows.length > 0) loadDialog().catch(() => {}); // a failure shows when it is opened
  }, [rows.length]);

  async function showArrivals() {
    focusRange();
    go({ ...NO_FILTER, size: filter.size });
    void client.invalidateQueries({ queryKey: ['enrolments'] });
    const { data } = await shown.count.refetch();
    if (data) shown.setSince(data.newestAt);
  }

  /** Rows that no longer match the pressed chip leave the list, once no dialog is open above it. */
  function onChanged() {
    if (!chip || !isListOld(client)) return;
    lost.current = rowInFocus();
    void client.invalidateQueries({ queryKey: ['enrolments', 'page'] });
  }

  const chosen = rows.filter(({ id }) => selection.has(id));
  const toTell = chip === 'toNotify' ? rows : [];
  return (
    <>
      <NewArrivals since={shown.since} onShow={showArrivals} />
      <ListToolbar
        filter={filter}
        waiting={shown.waiting}
        onSearch={shown.search}
        onChange={go}
        all={
          toTell.length > 0 && (
            <Button onClick={() => actions.tell(toTell, shown.goesOn ? filter : undefined)}>
              {bulk.tellFamilies(toTell.length)}
            </Button>
          )
        }
        more={<MoreMenu rows={rows} actions={actions} />}
        instead={chosen.length > 0 && <SelectionBar rows={chosen} actions={actions} />}
      />
      {actions.shown}
      {shown.leadsTo && <LeadOn {...shown.leadsTo} />}
      {list.isError && <ListAlert error={list.error} retrying={list.isFetching} onRetry={list.refetch} />}
      {documents.alert}
      {rows.length === 0 && !shown.isCurrent && !list.isError && <Loading>{admin.loading}</Loading>}
      {rows.length > 0 && shown.isDone && shown.since && (
        <p className="done no-print">{doneInWords(shown.since)}</p>
      )}
      {page && (
        <div className="list">
          <ListRange page={page}>{shown.isCurrent && <EmptyList shown={shown} />}</ListRange>
          {rows.length > 0 && (
            <EnrolmentTable shown={shown} selection={selection} documents={documents} onOpen={open} />
          )}
        </div>
      )}
      {page && rows.length > 0 && <ListPaging page={page} shown={shown} />}
      {opened && (
        <Suspense fallback={<Loading>{admin.loading}</Loading>}>
          <EnrolmentDialog
            enrolment={opened}
            filter={filter}
            rows={rows}
            numbers={numbersOf(page)}
            onSelect={open}
            onClose={() => {
              flushSync(close); // the focus is on the row again, which may leave
              onChanged();
            }}
            onErased={() => {
              flushSync(close); // moves the focus to the row, which is about to disappear
              focusRange();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
