import { lazy, Suspense, useEffect, useRef } from 'react';
import { sent as words } from '../../../content/sent.ts';
import { digitsApart, writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { spokenMoment } from '../../../domain/spoken-moment.ts';
import { Icon } from '../../ui/Icon.tsx';
import { loadNextSteps } from './load-next-steps.ts';
import type { SentProps } from './NextSteps.tsx';

const NextSteps = lazy(() =>
  loadNextSteps().then(
    (steps) => ({ default: steps.NextSteps }),
    () => ({ default: () => <></> }), // offline: the protocol alone is enough
  ),
);

/** In the form's place once an enrolment was sent; the next steps follow when their script has loaded. `isFresh`: just sent, so that the heading takes the focus. Source: docs/ux.md §6.2. */
export function Confirmation({ sent, isFresh, ...on }: SentProps & { isFresh: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.parentElement?.scrollIntoView({ block: 'start', behavior: 'instant' }); // instant: smooth scrolling from the end of the form takes long
    if (isFresh) heading.current?.focus({ preventScroll: true });
  }, [isFresh]);
  const protocol = writtenProtocol(sent.protocol);

  return (
    <section className="notice notice--success confirmation stack gap-3" aria-labelledby="confirmacao">
      <h1
        className="confirmation__title line"
        id="confirmacao"
        aria-describedby="protocolo"
        tabIndex={-1}
        ref={heading}
      >
        <Icon name="check" />
        {words.title}
      </h1>
      <p id="protocolo">
        {words.protocol}{' '}
        <strong className="confirmation__protocol" aria-hidden="true">
          {protocol}
        </strong>
        <span className="vh"> {`${digitsApart(protocol)}.`}</span>
      </p>
      <p className="soft">
        {words.moment(spokenMoment(new Date(sent.at)))} {words.writeDown}
      </p>
      <Suspense>
        <NextSteps sent={sent} {...on} />
      </Suspense>
    </section>
  );
}
