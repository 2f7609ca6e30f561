import { lazy, Suspense, useEffect, useRef } from 'react';
import { sent as words } from '../../content/sent.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { digitsApart, writtenProtocol } from '../../domain/protocol.ts';
import type { SentEnrolment } from '../../domain/sent-enrolment.ts';
import { Icon } from '../ui/Icon.tsx';
import { loadNextSteps } from './load-next-steps.ts';

const NextSteps = lazy(() =>
  loadNextSteps().then(
    (steps) => ({ default: steps.NextSteps }),
    () => ({ default: () => <></> }), // no internet any more: the protocol is what matters
  ),
);

type Props = {
  sent: SentEnrolment;
  /** Whether it has just arrived: then its heading takes the focus. */
  fresh: boolean;
  /** Somebody wants to fill in another one. */
  onAgain: () => void;
  /** Somebody wants nothing of it to stay. */
  onClose: () => void;
};

/** What stays on the page once an enrolment has arrived; the next steps follow when their script is there. Source: ux.md §6.2. */
export function Confirmation({ sent, fresh, onAgain, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!fresh) return;
    heading.current?.parentElement?.scrollIntoView({ block: 'start', behavior: 'instant' }); // the way from the foot of the form is long
    heading.current?.focus({ preventScroll: true });
  }, [fresh]);
  const protocol = writtenProtocol(sent.protocol);

  return (
    <section className="notice notice--success confirmation" aria-labelledby="confirmacao">
      <h2
        className="notice__title project__box-title"
        id="confirmacao"
        aria-describedby="protocolo"
        tabIndex={-1}
        ref={heading}
      >
        <Icon name="check" />
        {words.title}
      </h2>
      <p id="protocolo">
        {words.protocol}
        <span aria-hidden="true">
          <strong className="confirmation__protocol">{protocol}</strong>.
        </span>
        <span className="vh">{`${digitsApart(protocol)}.`}</span>
      </p>
      <p>{words.keep}</p>
      <p className="enrolment__note">{words.moment(brazilianMoment(new Date(sent.at)))}</p>
      <Suspense>
        <NextSteps sent={sent} onAgain={onAgain} onClose={onClose} />
      </Suspense>
    </section>
  );
}
