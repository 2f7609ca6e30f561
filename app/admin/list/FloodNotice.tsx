import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { flood as words } from '../../../content/desk-notices.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { floodsQuery } from '../api/notices.ts';

const FloodDialog = lazy(async () => ({ default: (await import('./FloodDialog.tsx')).FloodDialog }));

/** The newest flood of the last two days and the button that erases it; nothing without one. Source: docs/ux.md §8.6. */
export function FloodNotice() {
  const { data } = useQuery(floodsQuery);
  const [open, setOpen] = useState(false);
  const [flood] = data ?? [];
  if (!flood) return null;
  const [first, last] = [flood.first, flood.last].map((moment) => brazilianMoment(new Date(moment)));
  return (
    <Alert title={words.title} tone="info">
      <div className="list-alert">
        <p>{words.found(flood.enrolments, flood.documents, first ?? '', last ?? '')}.</p>
        <p>{words.advice}</p>
        <SecondaryButton onClick={() => setOpen(true)}>{words.open}</SecondaryButton>
        {open && (
          <Suspense fallback={null}>
            <FloodDialog flood={flood} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </Alert>
  );
}
