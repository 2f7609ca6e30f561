import { lazy, Suspense } from 'react';
import { brand } from '../../content/brand.ts';
import { sent as words } from '../../content/sent.ts';
import { project } from '../../content/social-project.ts';
import { chatLink, phoneInWords } from '../../domain/contact.ts';
import { digitsApart, writtenProtocol } from '../../domain/enrolment/protocol.ts';
import { Piece } from '../ui/browser/Piece.tsx';
import { Confirmation } from './after/Confirmation.tsx';
import { EnrolmentForm } from './form/EnrolmentForm.tsx';
import { OpenNotice } from './PeriodNotice.tsx';
import type { usePeriod } from './use-period.ts';
import type { useSent } from './use-sent.ts';

const GivenGuardian = lazy(() =>
  import('./situation/GuardianForm.tsx').then(
    ({ GivenGuardian }) => ({ default: GivenGuardian }),
    () => ({ default: () => <></> }), // offline: it may be given on the page of the situation too
  ),
);

/**
 * The form under its title; in its place, once an enrolment was sent, the confirmation. Hidden, not
 * removed, while that stands there or the enrolment is closed: a draft that comes back stays.
 */
export function Enrolment(props: ReturnType<typeof useSent> & ReturnType<typeof usePeriod>) {
  const { sent, isConfirming, isFresh, family, shared, form, period, begun, ...on } = props;
  const isClosed = Boolean(period?.closed);

  return (
    <>
      {sent && isConfirming && (
        <Confirmation
          key={sent.at}
          sent={sent}
          isFresh={isFresh}
          onNewEnrolment={isClosed ? null : () => on.begin(null)}
          onFamilyEnrolment={family && (() => on.begin(family))}
          onClose={on.forget}
          guardian={
            sent.forWhom !== 'mim' && (
              <Suspense>
                <GivenGuardian sent={sent} onGiven={on.onGuardian} />
              </Suspense>
            )
          }
        />
      )}
      <div hidden={isConfirming || (isClosed && !begun)}>
        <div className="enrolment stack">
          <h2 className="split__title" id="formulario" tabIndex={-1}>
            {project.formTitle}
          </h2>
          <noscript>
            <p className="notice notice--warning">
              {project.withoutJavaScript[0]}
              <a href={chatLink(brand.phone, project.help.message) ?? undefined}>
                {phoneInWords(brand.phone)}
              </a>
              {project.withoutJavaScript[1]}
            </p>
          </noscript>
          <Piece>
            <EnrolmentForm key={form} onSent={on.onSent} onErased={on.onErased} shared={shared}>
              {period && !period.closed && <OpenNotice {...period} />}
              {sent && !isConfirming && (
                <p className="soft">
                  {words.before}
                  <strong aria-hidden="true">{writtenProtocol(sent.protocol)}</strong>
                  <span className="vh">{digitsApart(writtenProtocol(sent.protocol))}</span>.
                </p>
              )}
            </EnrolmentForm>
          </Piece>
        </div>
      </div>
    </>
  );
}
