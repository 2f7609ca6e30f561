import { ListAlert } from './ListAlert.tsx';
import { Loading } from './Loading.tsx';

type Props = {
  query: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** What is said while it has no answer. */
  loading: string;
};

/** What a query without an answer shows: that it is loading, or its error. Nothing else. */
export function QueryState({ query, loading }: Props) {
  if (query.isPending) return <Loading>{loading}</Loading>;
  if (!query.isError) return null;
  return <ListAlert error={query.error} retrying={query.isFetching} onRetry={query.refetch} />;
}
