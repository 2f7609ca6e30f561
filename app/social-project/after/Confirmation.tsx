import { lazy, Suspense, useEffect, useRef } from 'react';
import { sent as words } from '../../../content/sent.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { digitsApart, writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { Icon } from '../../ui/Icon.tsx';
import { loadNextSteps } from './load-next-steps.ts';

const NextSteps = lazy(() =>
  loadNextSteps().then(
    (steps) => ({ default: steps.NextSteps }),
    () => ({ default: () => <></> }), // offline: the protocol alone is enough
  ),
);

type Props = {
  sent: SentEnrolment;
  /** Just sent: the heading takes the focus. */
  fresh: boolean;
  onNewEnrolment: () => void;
  /** Removes the confirmation, from the tab's storage too. */
  onClose: () => void;
};

/** Shown once an enrolment was sent; the next steps follow when their script has loaded. Source: docs/ux.md §6.2. */
export function Confirmation({ sent, fresh, onNewEnrolment, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!fresh) return;
    heading.current?.parentElement?.scrollIntoView({ block: 'start', behavior: 'instant' }); // instant: smooth scrolling from the end of the form takes long
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
      <p>{words.writeDown}</p>
      <p className="enrolment__note">{words.moment(brazilianMoment(new Date(sent.at)))}</p>
      <Suspense>
        <NextSteps sent={sent} onNewEnrolment={onNewEnrolment} onClose={onClose} />
      </Suspense>
    </section>
  );
}
