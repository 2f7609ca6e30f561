import { useQuery } from '@tanstack/react-query';
import { desk } from '../../../content/desk.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { arrivalsAfter } from '../api/enrolments.ts';

/** How often the back end is polled. */
const EVERY_MS = 60_000;

/** Announces enrolments that arrived after `since`. The rows do not move until the button is pressed. */
export function NewArrivals({ since, onShow }: { since: string | null; onShow: () => void }) {
  const arrived = useQuery({
    queryKey: ['arrivals', since],
    queryFn: ({ signal }) => arrivalsAfter(since ?? '-infinity', signal),
    refetchInterval: EVERY_MS,
    initialData: 0,
    staleTime: EVERY_MS,
    retry: false, // polled again soon; a failure needs no message
  });
  const count = arrived.data;
  return (
    <div className="unless-empty floating dark-bar row gap-4 no-print" role="status">
      {count > 0 && (
        <>
          <p>{desk.arrived(count)}</p>
          <SecondaryButton onClick={onShow}>{desk.show}</SecondaryButton>
        </>
      )}
    </div>
  );
}
