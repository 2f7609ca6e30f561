import { useEffect } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { failureText } from '../api/failure-text.ts';
import { focusTitle } from './focus-target.ts';
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
  return <ListAlert query={query} />;
}

/** The error of a query, with a button to try again. Source: SPEC §8. */
export function ListAlert({ query: { error, isFetching, refetch } }: Pick<Props, 'query'>) {
  useEffect(() => focusTitle, []); // its button may have had the focus
  return (
    <Alert title={admin.errorTitle}>
      <div className="row gap-3">
        <p>{failureText(error)}</p>
        <SecondaryButton busyText={isFetching && 'Tentando…'} onClick={refetch}>
          Tentar de novo
        </SecondaryButton>
      </div>
    </Alert>
  );
}
