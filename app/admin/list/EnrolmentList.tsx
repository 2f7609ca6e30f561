import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { bulk } from '../../../content/print-export.ts';
import {
  addressOf,
  chipOf,
  type EnrolmentFilter,
  NO_FILTER,
  type PageCursor,
  paramsOf,
} from '../../../domain/desk/filter.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { isListOld } from '../api/enrolments.ts';
import { LeadOn } from '../controls/LeadOn.tsx';
import { ListAlert } from '../controls/ListAlert.tsx';
import { Loading } from '../controls/Loading.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { useOpening } from '../document/use-opening.tsx';
import { LazyEnrolmentDialog, loadDialog } from '../enrolment/LazyEnrolmentDialog.tsx';
import { MissingEnrolment } from '../sheet/MissingEnrolment.tsx';
import { doneInWords, EmptyList } from './EmptyList.tsx';
import { EnrolmentTable } from './EnrolmentTable.tsx';
import { ListPaging, ListRange, numbersOf } from './ListPaging.tsx';
import { NewArrivals } from './NewArrivals.tsx';
import { focusRow, focusRowAt, rowInFocus, useListKeys } from './row-keys.ts';
import { useSelection } from './selection.tsx';
import { ListToolbar } from './toolbar/ListToolbar.tsx';
import { MoreMenu } from './toolbar/MoreMenu.tsx';
import { SelectionBar } from './toolbar/SelectionBar.tsx';
import { useListActions } from './use-list-actions.tsx';
import { useOpened } from './use-opened.ts';
import { useShownList } from './use-shown-list.ts';
import './list.css';

/** The enrolments page: search, what waits, filters, one page of rows and the dialog of the open enrolment. Source: SPEC §2, §4; docs/ux.md §7. */
export function EnrolmentList() {
  const client = useQueryClient();
  const [searched = '', setSearched] = useUnsavedValue('search'); // personal data: never in the address
  const shown = useShownList(searched);
  const { addressFilter, filter, cursor, list, count, rows, page } = shown;
  const { opened, missing, open, close } = useOpened();
  const documents = useOpening(() => void list.refetch()); // the row may be erased, or the session over
  const [entered, setEntered] = useState<string | null>(null); // Enter in the search: opened when it is the only one
  const range = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const selection = useSelection(JSON.stringify([paramsOf(filter), cursor]));
  const chip = chipOf(filter);
  const lost = useRef(-1); // the position of the row that had the focus and may leave
  const actions = useListActions({ filter, selection, onChanged });

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came anew may lack the one with the focus
  useEffect(() => {
    const at = lost.current;
    lost.current = -1;
    if (at >= 0 && document.activeElement === document.body && !focusRowAt(at)) range.current?.focus();
  }, [list.data]);
  useEffect(() => {
    if (entered === null || entered !== searched || !list.data) return;
    setEntered(null);
    const [only] = list.data.rows;
    if (searched && only && list.data.rows.length === 1 && !list.data.more) open(only);
  });

  const drawn = page !== null;
  useEffect(() => {
    if (drawn) loadDialog().catch(() => {}); // a failure shows when it is opened
  }, [drawn]);

  useListKeys(search, actions.openKeys);

  function go(next: EnrolmentFilter, to?: PageCursor, stays = true) {
    setSearched(next.search || undefined);
    setEntered(null);
    shown.forgetMoved();
    shown.goTo(addressOf(next, to), stays);
  }

  /** For when the pressed button disappears. */
  const focusRange = () => range.current?.focus();

  async function showArrivals() {
    focusRange();
    go({ ...NO_FILTER, size: filter.size });
    void client.invalidateQueries({ queryKey: ['enrolments'] });
    const { data } = await count.refetch();
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
        search={search}
        onSearch={(text, entered) => {
          go({ ...addressFilter, search: text });
          setEntered(entered ? text : null);
        }}
        onChange={go}
        onDown={() => focusRow(1)}
        more={<MoreMenu rows={rows} actions={actions} onSelectAll={() => selection.set(rows)} />}
        instead={
          chosen.length > 0 && (
            <SelectionBar
              rows={chosen}
              actions={actions}
              onDeselect={() => {
                focusRange(); // the pressed button disappears
                selection.set([]);
              }}
            />
          )
        }
      />
      {actions.shown}
      {shown.opens && <LeadOn to={shown.opens} stays />}
      {shown.pageMissing && <LeadOn to={addressOf(addressFilter)} />}
      <p className="moved no-print" role="status">
        {shown.moved && desk.listMoved}
      </p>
      {list.isError && <ListAlert error={list.error} retrying={list.isFetching} onRetry={list.refetch} />}
      {missing && (
        <MissingEnrolment
          id={missing}
          key={missing}
          onClose={() => {
            focusRange();
            close();
          }}
        />
      )}
      {documents.alert}
      {rows.length === 0 && !shown.isCurrent && !list.isError && <Loading>{admin.loading}</Loading>}
      {rows.length > 0 && (shown.isDone || toTell.length > 0) && (
        <div className="to-do-line small-buttons row no-print">
          {shown.isDone && shown.since && <p>{doneInWords(shown.since)}</p>}
          {toTell.length > 0 && (
            <SecondaryButton onClick={() => actions.tell(toTell, shown.goesOn ? filter : undefined)}>
              {bulk.tellFamilies(toTell.length)}
            </SecondaryButton>
          )}
        </div>
      )}
      {page && (
        <div className="list">
          <ListRange shown={page} line={range} onGo={(next) => go(filter, next, false)}>
            {shown.isCurrent && (
              <EmptyList
                filter={filter}
                next={shown.next}
                waiting={shown.waiting}
                newestAt={shown.since}
                onChange={(next) => {
                  focusRange();
                  go(next);
                }}
              />
            )}
          </ListRange>
          {rows.length > 0 && (
            <EnrolmentTable
              rows={rows}
              chip={chip}
              selection={selection}
              above={search}
              old={list.isError || !list.data}
              order={filter}
              opening={documents.opening}
              onOrder={(order) => go({ ...filter, ...order })}
              onOpen={open}
              onDocument={documents.open}
            />
          )}
        </div>
      )}
      {page && rows.length > 0 && (
        <ListPaging
          shown={page}
          waiting={list.isPending}
          onGo={(next) => go(filter, next, false)}
          onSize={(size) => go({ ...filter, size })}
        />
      )}
      {opened && (
        <LazyEnrolmentDialog
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
      )}
    </>
  );
}
