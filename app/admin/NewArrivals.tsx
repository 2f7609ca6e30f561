import { useQuery } from '@tanstack/react-query';
import { desk } from '../../content/desk.ts';
import { Button } from '../ui/Button.tsx';
import { arrivalsAfter } from './find-registrations.ts';

/** How often the back end is asked. */
const EVERY_MS = 60_000;

/** Tells of registrations that came after `since`. The rows stay where they are until somebody wants them. */
export function NewArrivals({ since, onShow }: { since: string | null; onShow: () => void }) {
  const arrived = useQuery({
    queryKey: ['chegaram', since],
    queryFn: ({ signal }) => arrivalsAfter(since ?? '-infinity', signal),
    refetchInterval: EVERY_MS,
    initialData: 0,
    staleTime: EVERY_MS,
    retry: false, // asked again soon enough; a silence here is nobody's trouble
  });
  const count = arrived.data;
  return (
    <div className="arrivals no-print" role="status">
      {count > 0 && (
        <>
          <p>{desk.arrived(count)}</p>
          <Button variant="secondary" onClick={onShow}>
            {desk.show}
          </Button>
        </>
      )}
    </div>
  );
}
