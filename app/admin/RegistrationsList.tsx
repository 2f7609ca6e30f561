import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { desk } from '../../content/desk.ts';
import { admin } from '../../content/messages.ts';
import {
  addressOf,
  asked,
  filterOf,
  NO_FILTER,
  narrows,
  type Place,
  placeOf,
  type RegistrationFilter,
  withoutFilters,
} from '../../domain/registration-filter.ts';
import { DocumentAlert } from './DocumentAlert.tsx';
import { EmptyList } from './EmptyList.tsx';
import {
  countRegistrations,
  findRegistrations,
  type ListedRegistration,
  type RegistrationCount,
  type RegistrationPage,
} from './find-registrations.ts';
import { Gone } from './Gone.tsx';
import { HandOver } from './HandOver.tsx';
import { useKept } from './kept.ts';
import { ListAlert } from './ListAlert.tsx';
import { ListCounters } from './ListCounters.tsx';
import { ListPaging, Range, type ShownPage } from './ListPaging.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { Loading } from './Loading.tsx';
import { useMarked } from './marked.tsx';
import { NewArrivals } from './NewArrivals.tsx';
import { type DocumentNotice, openDocument } from './open-document.ts';
import { RegistrationDialog } from './RegistrationDialog.tsx';
import { RegistrationsTable } from './RegistrationsTable.tsx';
import { useOpened } from './use-opened.ts';
import './find.css';

/** The registrations: found, page by page, and the one that is being read. Source: SPEC §2, §4; ux.md §7. */
export function RegistrationsList() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busca = '', setBusca] = useKept<string>('busca'); // personal data: in no address
  const [latest, setLatest] = useState<{ page: RegistrationPage; place: Place; size: number }>();
  const { opened, gone, open, close, decided } = useOpened();
  const [opening, setOpening] = useState<string | null>(null);
  const [notice, setNotice] = useState<DocumentNotice | null>(null);
  const [since, setSince] = useState<string | null>();
  const [moved, setMoved] = useState({ from: '', told: false }); // to the first page, by itself
  const range = useRef<HTMLDivElement>(null);

  const filter: RegistrationFilter = { ...filterOf(address), busca };
  const place = placeOf(address);
  const marked = useMarked(JSON.stringify([asked(filter), place]));
  const list = useQuery({
    queryKey: ['inscricoes', 'pagina', asked(filter), place],
    queryFn: ({ signal }) => findRegistrations(filter, place, { signal }),
    gcTime: 5000, // paging on and on must not pile up families
  });
  const count = useQuery(countOf({ ...filter, busca: '' }));
  const goesOn = list.data !== undefined && (place.pagina > 1 || list.data.more);
  // Counting what a search finds is a search of its own in the record: not of what is all there.
  const found = useQuery({ ...countOf(filter), enabled: busca !== '' && goesOn });
  const total = busca ? found : count;
  const all = list.data && !goesOn ? { total: list.data.rows.length, exato: true } : undefined;

  // A page that emptied, or whose row beside it is gone.
  const pageGone = list.data && place.pagina > 1 && (list.data.lost || list.data.rows.length === 0);
  const here = addressOf(filter, place);
  if (pageGone && moved.from !== here) setMoved({ from: here, told: true });
  if (list.data && !pageGone && list.data !== latest?.page)
    setLatest({ page: list.data, place, size: filter.tamanho });
  if (since === undefined && count.data) setSince(count.data.ultima);

  function go(next: RegistrationFilter, to?: Place, stays = true) {
    setBusca(next.busca || undefined);
    setMoved((now) => ({ ...now, told: false })); // the address that was left may be drawn once more
    const search = addressOf(next, to);
    if (search !== here) navigate({ search }, { state: { stays } });
  }

  /** Once what was pressed to get here is gone. */
  const goOn = () => range.current?.focus();

  async function showArrivals() {
    goOn();
    go({ ...NO_FILTER, tamanho: filter.tamanho });
    void client.invalidateQueries({ queryKey: ['inscricoes'] });
    const { data } = await count.refetch();
    if (data) setSince(data.ultima);
  }

  async function onDocument(registration: ListedRegistration) {
    if (opening) return; // a double click is one click
    setOpening(registration.id);
    setNotice(null);
    const problem = await openDocument(registration);
    setNotice(problem);
    setOpening(null);
    if (problem && !problem.link) void list.refetch(); // the row, or the right to read it, may be gone
  }

  const shown = latest; // until the next page is there, the one before stays, greyed
  const rows = shown?.page.rows ?? [];
  const page: ShownPage | null = shown
    ? {
        place: shown.place,
        ids: rows.map(({ id }) => id),
        more: shown.page.more,
        size: shown.size,
        count: (busca && all) || (total.isPlaceholderData ? undefined : total.data),
      }
    : null;
  return (
    <>
      <NewArrivals since={since ?? null} onShow={showArrivals} />
      <ListCounters counters={count.data?.contadores} filter={filter} onChange={go} />
      <ListToolbar filter={filter} onChange={go} />
      {pageGone && <Navigate replace to={{ search: addressOf(filter) }} />}
      <p className="moved no-print" role="status">
        {moved.told && desk.listMoved}
      </p>
      {list.isError && <ListAlert error={list.error} retrying={list.isFetching} onRetry={list.refetch} />}
      {gone && (
        <Gone
          id={gone}
          key={gone}
          onClose={() => {
            goOn();
            close();
          }}
        />
      )}
      {notice && <DocumentAlert notice={notice} onClose={() => setNotice(null)} />}
      {!shown && list.isPending && <Loading>{admin.loading}</Loading>}
      {page && rows.length > 0 && <HandOver rows={rows} filter={filter} marked={marked} />}
      {page && (
        <Range shown={page} line={range}>
          <EmptyList
            filtered={narrows(filter)}
            onClear={() => {
              goOn();
              go(withoutFilters(filter));
            }}
          />
        </Range>
      )}
      {page && rows.length > 0 && (
        <>
          <RegistrationsTable
            rows={rows}
            marked={marked}
            old={list.isError || !list.data}
            order={filter}
            opening={opening}
            onOrder={(order) => go({ ...filter, ...order })}
            onOpen={open}
            onDocument={onDocument}
          />
          <ListPaging
            shown={page}
            waiting={list.isPending}
            onGo={(next) => go(filter, next, false)}
            onSize={(tamanho) => go({ ...filter, tamanho })}
          />
        </>
      )}
      {opened && (
        <RegistrationDialog
          registration={opened}
          filter={filter}
          rows={rows}
          onSelect={open}
          onDecided={decided}
          onClose={close}
          onErased={() => {
            flushSync(close); // gives the focus to a row that will go
            goOn();
          }}
        />
      )}
    </>
  );
}

/** How many a filter finds, whatever the order they come in. */
function countOf(filter: RegistrationFilter) {
  const { ordem: _order, sentido: _direction, tamanho: _size, ...counted } = asked(filter);
  return {
    queryKey: ['inscricoes', 'contagem', counted],
    queryFn: ({ signal }: { signal: AbortSignal }) => countRegistrations(filter, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData<RegistrationCount | undefined>, // the counters do not flicker; the total waits
  };
}
