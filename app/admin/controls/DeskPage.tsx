import type { ComponentProps, ReactNode } from 'react';
import { QueryState } from './QueryState.tsx';
import type { useDialog } from './use-dialog.tsx';
import './desk-pages.css';

type Query<Data> = ComponentProps<typeof QueryState>['query'] & { data: Data | undefined };

type Props<Data> = Partial<Pick<ReturnType<typeof useDialog>, 'said' | 'dialog'>> & {
  /** What stands above its answer. */
  head: ReactNode;
  query: Query<Data>;
  /** What is said while it has no answer. */
  loading: string;
  /** What is said of an answer in which there is nothing. */
  empty?: (data: Data) => string | false;
  /** What is shown of the answer. */
  children: (data: Data) => ReactNode;
};

/** One of the desk's pages, or a part of one: its head, what was done there, its query, and what that answered. */
export function DeskPage<Data>(props: Props<Data>) {
  const { head, said, query, loading, empty, children, dialog } = props;
  const nothing = query.data !== undefined && empty?.(query.data);
  return (
    <section className="desk-page stack gap-5">
      {head}
      {said}
      <QueryState query={query} loading={loading} />
      {nothing ? (
        <p className="admin__empty panel" role="status">
          {nothing}
        </p>
      ) : (
        query.data !== undefined && children(query.data)
      )}
      {dialog}
    </section>
  );
}
