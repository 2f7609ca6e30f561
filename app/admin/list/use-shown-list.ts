import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  CHIPS,
  chipOf,
  type EnrolmentFilter,
  NO_FILTER,
  paramsOf,
  withChip,
} from '../../../domain/desk/filter.ts';
import {
  countEnrolments,
  type EnrolmentCount,
  type EnrolmentPage,
  findEnrolments,
} from '../api/enrolments.ts';
import { setUnsavedValue, unsavedValue } from '../controls/unsaved.ts';
import { focusRange } from './toolbar/list-focus.ts';

type ReadPage = EnrolmentPage & { number: number };

/** How often the counts are asked for: new arrivals are seen by them. */
const EVERY_MS = 60_000;

/**
 * The page of the list that is shown, and its counts. Its place is kept as long as the session: it begins at the first
 * chip with enrolments, or at all when nothing waits. A search ignores the chip, which holds again after it.
 */
export function useShownList() {
  const [place, setPlace] = useState(() => unsavedValue('list'));
  const [latest, setLatest] = useState<ReadPage>();
  const [since, setSince] = useState<string | null>();

  const { filter: chosen, page: number } = place ?? { filter: NO_FILTER, page: 1 };
  const filter = chosen.search && chipOf(chosen) ? withChip(chosen, null) : chosen;
  const list = useQuery({
    queryKey: ['enrolments', 'page', paramsOf(filter), number],
    queryFn: async ({ signal }): Promise<ReadPage> => {
      return { ...(await findEnrolments(filter, number, { signal })), number };
    },
    gcTime: 5000, // pages with personal data do not pile up in memory
  });
  const count = useQuery({ ...countOf({ ...filter, search: '' }), refetchInterval: EVERY_MS });
  const goesOn = list.data !== undefined && (number > 1 || list.data.more);
  const all = list.data && !goesOn ? list.data.rows.length : undefined; // the counts go on while the rows stand
  // Counting a search would be an audit entry of its own.
  const counted = filter.search || count.isPlaceholderData ? undefined : count.data?.total;

  const waiting = count.data?.waiting;
  const next = waiting && (CHIPS.find((chip) => waiting[chip] > 0) ?? null);

  const pageMissing = list.data && number > 1 && list.data.rows.length === 0; // the list is shorter now
  if (place && list.data && !pageMissing && list.data !== latest) setLatest(list.data);
  const newest = count.data?.newestAt;
  const isShown = latest?.rows.some(({ arrivedAt }) => newest && arrivedAt && arrivedAt >= newest);
  if (newest !== undefined && newest !== since && (since === undefined || isShown)) setSince(newest);
  /** The rows of before are not the answer to what is asked for now. */
  const answer = list.isError && !list.data ? undefined : latest;

  const go = (filter: EnrolmentFilter, page = 1) => setPlace({ filter, page });
  if (pageMissing) go(chosen);
  else if (!place && (next !== undefined || count.isError)) go(withChip(NO_FILTER, next ?? null));
  useEffect(() => setUnsavedValue('list', '', '', place), [place]);

  return {
    filter,
    go,
    /** Searches in all that the filters leave, without the chip. */
    search: (text: string) => go({ ...chosen, search: text }),
    turnTo: (to: number) => {
      focusRange(); // which scrolls it into view
      go(chosen, to);
    },
    list,
    waiting,
    /** The chip that is worked on next; null when nothing waits, undefined until that is known. */
    next,
    /** Whether somebody has enrolled since the list was first read, or these arrivals were last shown. */
    hasArrivals: typeof newest === 'string' && newest > (since ?? ''),
    showArrivals: () => {
      setSince(newest);
      go(NO_FILTER);
    },
    rows: answer?.rows ?? [],
    /** Its number from 1, its rows, whether others follow, and the total once it is counted. */
    page: answer ? { ...answer, count: all ?? counted } : null,
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
