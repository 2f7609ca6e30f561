import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import {
  addressOf,
  type EnrolmentFilter,
  filterOf,
  NO_FILTER,
  narrows,
  type Place,
  paramsOf,
  placeOf,
  withoutFilters,
} from '../../../domain/desk/filter.ts';
import { type EnrolmentPage, findEnrolments, type ListedEnrolment } from '../api/enrolments.ts';
import { ListAlert } from '../controls/ListAlert.tsx';
import { Loading } from '../controls/Loading.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { DocumentAlert } from '../document/DocumentAlert.tsx';
import { type DocumentNotice, openDocument } from '../document/open-document.ts';
import { LazyEnrolmentDialog, loadDialog } from '../enrolment/LazyEnrolmentDialog.tsx';
import { MissingEnrolment } from '../sheet/MissingEnrolment.tsx';
import { countOf } from './count-of.ts';
import { EmptyList } from './EmptyList.tsx';
import { EnrolmentTable } from './EnrolmentTable.tsx';
import { ListPaging, numbersOf, type ShownPage } from './ListPaging.tsx';
import { ListRange } from './ListRange.tsx';
import { NewArrivals } from './NewArrivals.tsx';
import { focusRow, useListKeys } from './row-keys.ts';
import { useSelection } from './selection.tsx';
import { KeysDialog } from './toolbar/KeysDialog.tsx';
import { ListToolbar } from './toolbar/ListToolbar.tsx';
import { MoreMenu } from './toolbar/MoreMenu.tsx';
import { SelectionBar } from './toolbar/SelectionBar.tsx';
import { useListActions } from './use-list-actions.tsx';
import { useOpened } from './use-opened.ts';
import './list.css';

/** The enrolments page: search, filters, one page of rows and the dialog of the open enrolment. Source: SPEC §2, §4; docs/ux.md §7. */
export function EnrolmentList() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [searched = '', setSearched] = useUnsavedValue<string>('search'); // personal data: never in the address
  const [latest, setLatest] = useState<{ page: EnrolmentPage; place: Place; size: number }>();
  const { opened, missing, open, close, followUpChanged } = useOpened();
  const [opening, setOpening] = useState<string | null>(null);
  const [notice, setNotice] = useState<DocumentNotice | null>(null);
  const [since, setSince] = useState<string | null>();
  const [moved, setMoved] = useState({ from: '', announced: false }); // the list went back to its first page by itself
  const [entered, setEntered] = useState<string | null>(null); // Enter in the search: opened when it is the only one
  const [helping, setHelping] = useState(false);
  const range = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);

  const filter: EnrolmentFilter = { ...filterOf(address), search: searched };
  const place = placeOf(address);
  const selection = useSelection(JSON.stringify([paramsOf(filter), place]));
  const actions = useListActions(filter);
  const list = useQuery({
    queryKey: ['enrolments', 'page', paramsOf(filter), place],
    queryFn: ({ signal }) => findEnrolments(filter, place, { signal }),
    gcTime: 5000, // pages with personal data do not pile up in memory
  });
  const count = useQuery(countOf({ ...filter, search: '' }));
  const goesOn = list.data !== undefined && (place.page > 1 || list.data.more);
  // Counting a search is an audit entry of its own: only when the page does not hold all rows.
  const found = useQuery({ ...countOf(filter), enabled: searched !== '' && goesOn });
  const total = searched ? found : count;
  const all = list.data && !goesOn ? { total: list.data.rows.length, exact: true } : undefined;

  // The page is empty now, or the row beside it was erased.
  const pageMissing = list.data && place.page > 1 && (list.data.lost || list.data.rows.length === 0);
  const here = addressOf(filter, place);
  if (pageMissing && moved.from !== here) setMoved({ from: here, announced: true });
  if (list.data && !pageMissing && list.data !== latest?.page)
    setLatest({ page: list.data, place, size: filter.size });
  if (since === undefined && count.data) setSince(count.data.newestAt);

  useEffect(() => {
    if (entered === null || entered !== searched || !list.data) return;
    setEntered(null);
    const [only] = list.data.rows;
    if (searched && only && list.data.rows.length === 1 && !list.data.more) open(only);
  });

  const drawn = latest !== undefined;
  useEffect(() => {
    if (drawn) loadDialog().catch(() => {}); // a failure shows when it is opened
  }, [drawn]);

  useListKeys(search, () => setHelping(true));

  function go(next: EnrolmentFilter, to?: Place, stays = true) {
    setSearched(next.search || undefined);
    setEntered(null);
    setMoved((now) => ({ ...now, announced: false })); // the old address may be rendered once more
    const address = addressOf(next, to);
    if (address !== here) navigate({ search: address }, { state: { stays } });
  }

  /** For when the pressed button disappears. */
  const focusRange = () => range.current?.focus();

  async function showArrivals() {
    focusRange();
    go({ ...NO_FILTER, size: filter.size });
    void client.invalidateQueries({ queryKey: ['enrolments'] });
    const { data } = await count.refetch();
    if (data) setSince(data.newestAt);
  }

  async function onDocument(enrolment: ListedEnrolment) {
    if (opening) return; // a double click is one click
    setOpening(enrolment.id);
    setNotice(null);
    const problem = await openDocument(enrolment);
    setNotice(problem);
    setOpening(null);
    if (problem && !problem.link) void list.refetch(); // the row may be erased, or the session over
  }

  const shown = latest; // the previous page stays, in grey, until the next one arrives
  const rows = shown?.page.rows ?? [];
  const chosen = rows.filter(({ id }) => selection.has(id));
  const page: ShownPage | null = shown
    ? {
        place: shown.place,
        ids: rows.map(({ id }) => id),
        more: shown.page.more,
        size: shown.size,
        count: (searched && all) || (total.isPlaceholderData ? undefined : total.data),
      }
    : null;
  return (
    <>
      <NewArrivals since={since ?? null} onShow={showArrivals} />
      <ListToolbar
        filter={filter}
        counters={count.data?.counters}
        search={search}
        onChange={go}
        onEnter={(text) => {
          go({ ...filter, search: text });
          setEntered(text);
        }}
        onDown={() => focusRow(1)}
        more={
          <MoreMenu
            rows={rows.length}
            onPrint={() => actions.print(rows)}
            onExport={() => actions.exportRows()}
            onSelectAll={() => selection.set(rows)}
            onClassList={actions.openClassList}
            onErased={actions.openErased}
            onKeys={() => setHelping(true)}
          />
        }
        instead={
          chosen.length > 0 && (
            <SelectionBar
              count={chosen.length}
              printing={actions.printing}
              onPrint={() => actions.print(chosen)}
              onExport={() => actions.exportRows(chosen)}
              onDeselect={() => {
                focusRange(); // the pressed button disappears
                selection.set([]);
              }}
            />
          )
        }
      />
      {actions.shown}
      {pageMissing && <Navigate replace to={{ search: addressOf(filter) }} />}
      <p className="moved no-print" role="status">
        {moved.announced && desk.listMoved}
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
      {notice && <DocumentAlert notice={notice} onClose={() => setNotice(null)} />}
      {!shown && list.isPending && <Loading>{admin.loading}</Loading>}
      {page && (
        <div className="list">
          <ListRange shown={page} line={range} onGo={(next) => go(filter, next, false)}>
            <EmptyList
              filtered={narrows(filter)}
              onClear={() => {
                focusRange();
                go(withoutFilters(filter));
              }}
            />
          </ListRange>
          {rows.length > 0 && (
            <EnrolmentTable
              rows={rows}
              selection={selection}
              above={search}
              old={list.isError || !list.data}
              order={filter}
              opening={opening}
              onOrder={(order) => go({ ...filter, ...order })}
              onOpen={open}
              onDocument={onDocument}
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
      {helping && <KeysDialog onClose={() => setHelping(false)} />}
      {opened && (
        <LazyEnrolmentDialog
          enrolment={opened}
          filter={filter}
          rows={rows}
          numbers={numbersOf(page)}
          onSelect={open}
          onFollowUpChange={followUpChanged}
          onClose={close}
          onErased={() => {
            flushSync(close); // moves the focus to the row, which is about to disappear
            focusRange();
          }}
        />
      )}
    </>
  );
}
