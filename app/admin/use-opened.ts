import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findRegistration, type Known, type ListedRegistration } from './find-registrations.ts';
import { forgetTyped, useKept } from './kept.ts';

/**
 * The registration that is being read, null when none is. Which one is kept, not
 * what it says: after a session that ended by itself it is read anew; `gone` is
 * its id when it could not be, because it was erased.
 */
export function useOpened() {
  const [id, setId] = useKept<string>('aberta');
  const [, setTab] = useKept('aba');
  const [opened, setOpened] = useState<ListedRegistration | null>(null);
  const again = useQuery({
    queryKey: ['aberta', id],
    queryFn: ({ signal }) => (id === undefined ? null : findRegistration(id, signal)),
    enabled: id !== undefined && opened === null,
    gcTime: 0,
  });
  if (id !== undefined && opened === null && again.data) setOpened(again.data);

  /** What was typed about somebody who is gone has been shown, and goes with them. */
  function forgetGone() {
    if (id !== undefined && again.data === null) forgetTyped(id);
  }

  return {
    opened,
    gone: id !== undefined && again.data === null ? id : null,
    open: (registration: ListedRegistration) => {
      forgetGone();
      setId(registration.id);
      setOpened(registration);
    },
    close: () => {
      forgetGone();
      setId(undefined);
      setTab(undefined);
      setOpened(null);
    },
    /** What was decided about a registration, which may be closed by now. */
    decided: (about: string, known: Known) =>
      setOpened((now) => (now?.id === about ? { ...now, ...known } : now)),
  };
}
