import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { startTransition, useOptimistic, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  addressOf,
  CHIPS,
  chipOf,
  type EnrolmentFilter,
  filterOf,
  isOpening,
  NO_FILTER,
  pageOf,
  paramsOf,
  withChip,
} from '../../../domain/desk/filter.ts';
import {
  countEnrolments,
  type EnrolmentCount,
  type EnrolmentPage,
  findEnrolments,
} from '../api/enrolments.ts';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { focusRange } from './toolbar/list-focus.ts';

type ReadPage = EnrolmentPage & { number: number };

/** How often the counts are asked for: new arrivals are seen by them. */
const EVERY_MS = 60_000;

/** `to`: that page of it; `stays`: the page keeps its place on the screen. */
type GoOptions = { to?: number; stays?: boolean };

/**
 * The page of the list that the address and the search select, and its counts. An address that names nothing leads
 * on to the first chip with enrolments, or to all when nothing waits. A search ignores the chip, which holds again
 * after it.
 */
export function useShownList() {
  const navigate = useNavigate();
  const [reached] = useSearchParams();
  // The router comes to an address by a transition: until its end a box would stand as it was, and the next change forget this one.
  const [address, setAddress] = useOptimistic(reached);
  const [searched = '', setSearched] = useUnsavedValue('search'); // personal data: never in the address
  const [latest, setLatest] = useState<ReadPage>();
  const [since, setSince] = useState<string | null>();

  const addressFilter: EnrolmentFilter = filterOf(address);
  const filter = searched
    ? { ...(chipOf(addressFilter) ? withChip(addressFilter, null) : addressFilter), search: searched }
    : addressFilter;
  const number = pageOf(address);
  const list = useQuery({
    queryKey: ['enrolments', 'page', paramsOf(filter), number],
    queryFn: async ({ signal }): Promise<ReadPage> => {
      return { ...(await findEnrolments(filter, number, { signal })), number };
    },
    gcTime: 5000, // pages with personal data do not pile up in memory
  });
  const count = useQuery({ ...countOf({ ...filter, search: '' }), refetchInterval: EVERY_MS });
  const goesOn = list.data !== undefined && (number > 1 || list.data.more);
  // Counting a search is an audit entry of its own: only when the page does not hold all rows.
  const found = useQuery({ ...countOf(filter), enabled: searched !== '' && goesOn });
  const total = searched ? found : count;
  const all = list.data && !goesOn ? list.data.rows.length : undefined; // the counts go on while the rows stand
  const counted = total.isPlaceholderData ? undefined : total.data?.total;

  const waiting = count.data?.waiting;
  const next = waiting && (CHIPS.find((chip) => waiting[chip] > 0) ?? null);
  const isDeciding = isOpening(address) && searched === '';
  const decided = isDeciding && (next !== undefined || count.isError);

  const pageMissing = list.data && number > 1 && list.data.rows.length === 0; // the list is shorter now
  if (list.data && !pageMissing && !isDeciding && list.data !== latest) setLatest(list.data);
  if (since === undefined && count.data) setSince(count.data.newestAt);

  /** Shows a page of what another filter finds. */
  function go(next: EnrolmentFilter, { to, stays = true }: GoOptions = {}) {
    setSearched(next.search || undefined);
    const search = addressOf(next, to);
    if (search === addressOf(addressFilter, number)) return;
    startTransition(() => {
      setAddress(new URLSearchParams(search));
      navigate({ search }, { state: { stays } });
    });
  }

  return {
    filter,
    number,
    go,
    /** Searches in what the address selects, without its chip. */
    search: (text: string) => go({ ...addressFilter, search: text }),
    turnTo: (to: number) => {
      focusRange({ preventScroll: true }); // the layout scrolls
      go(filter, { to, stays: false });
    },
    list,
    /** Whether there are other pages. */
    goesOn,
    count,
    waiting,
    /** The chip that is worked on next; null when nothing waits, undefined until that is known. */
    next,
    /** The address that takes the place of this one. */
    leadsTo: decided
      ? { to: addressOf(withChip(addressFilter, next ?? null)), stays: true }
      : pageMissing && { to: addressOf(addressFilter) },
    /** Whether somebody has enrolled since the list was first read, or these arrivals were last shown. */
    hasArrivals: typeof count.data?.newestAt === 'string' && count.data.newestAt > (since ?? ''),
    showArrivals: () => {
      setSince(count.data?.newestAt);
      go(NO_FILTER);
    },
    rows: latest?.rows ?? [],
    page: latest ? { ...latest, count: all ?? counted } : null,
    /** Whether the page is the answer to what is asked for now, and not to what was before. */
    isCurrent: list.data !== undefined && list.data === latest,
  };
}

export type ShownList = ReturnType<typeof useShownList>;

/** The query of a filter's count; the order does not matter. */
function countOf(filter: EnrolmentFilter) {
  const { order, direction } = NO_FILTER;
  const counted = { ...filter, order, direction };
  return {
    queryKey: ['enrolments', 'count', paramsOf(counted)],
    queryFn: ({ signal }: { signal: AbortSignal }) => countEnrolments(counted, signal),
    staleTime: 30_000,
    placeholderData: keepPreviousData<EnrolmentCount | undefined>, // keeps the counters on screen; the total is hidden while it is old
  };
}
