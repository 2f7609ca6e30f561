import { requests as words } from '../../../../content/requests.ts';
import { momentAhead } from '../../../../domain/spoken-moment.ts';
import type { Followed } from '../state/use-open-enrolment.ts';
import { OneRequest } from './OneRequest.tsx';

type Props = Followed & {
  /** Erases for the family, who asked. */
  onErase: () => void;
};

/**
 * The family's requests, by its link or at the desk, to be confirmed or refused; and whether 'Meus dados' is
 * locked. Source: docs/ux.md §8.5.
 */
export function Requests({ onErase, ...followed }: Props) {
  const { requests, dataClosedUntil } = followed.state;
  if (requests.length === 0 && dataClosedUntil === null) return null;
  return (
    <section className="follow-up__part stack gap-4">
      <h3 className="subtitle">{words.title}</h3>
      {dataClosedUntil && (
        <p className="notice notice--warning">
          {words.closed(momentAhead(new Date(dataClosedUntil), new Date()))}
        </p>
      )}
      {requests.map((request) => (
        // by its id: a number that takes another's place is asked about anew
        <OneRequest key={request.id} {...followed} request={request} onErase={onErase} />
      ))}
    </section>
  );
}
