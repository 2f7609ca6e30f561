import { brand } from '../../content/brand.ts';
import { sent as words } from '../../content/sent.ts';
import { project } from '../../content/social-project.ts';
import { chatLink, phoneInWords } from '../../domain/contact.ts';
import { digitsApart, writtenProtocol } from '../../domain/enrolment/protocol.ts';
import { Confirmation } from './after/Confirmation.tsx';
import { EnrolmentForm } from './form/EnrolmentForm.tsx';
import { PeriodNotice } from './PeriodNotice.tsx';
import { usePeriod } from './use-period.ts';
import type { useSent } from './use-sent.ts';

/** The form under its title; in its place, once an enrolment was sent, the confirmation. The form stays on the page, empty and hidden. */
export function Enrolment(props: ReturnType<typeof useSent>) {
  const { sent, isConfirming, isFresh, family, shared, form, ...on } = props;
  const { period, begun } = usePeriod();
  const isClosed = Boolean(period?.closed) && !begun;
  const notice = period && <PeriodNotice period={period} begun={begun} />;

  return (
    <>
      {sent && isConfirming && (
        <Confirmation
          key={sent.at}
          sent={sent}
          isFresh={isFresh}
          onNewEnrolment={() => on.begin(null)}
          onFamilyEnrolment={family && (() => on.begin(family))}
          onClose={on.forget}
          loadGuardian={() => import('./situation/GuardianForm.tsx')}
          onGuardian={on.onGuardian}
        />
      )}
      <div hidden={isConfirming}>
        {/* Hidden, not removed, while closed: a draft that comes back stays. */}
        <div className={`enrolment${isClosed ? ' enrolment--closed' : ''}`}>
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
          {isClosed && notice}
          <EnrolmentForm key={form} onSent={on.onSent} onErased={on.onErased} shared={shared}>
            {!isClosed && notice}
            {sent && !isConfirming && (
              <p className="enrolment__note">
                {words.before}
                <strong aria-hidden="true">{writtenProtocol(sent.protocol)}</strong>
                <span className="vh">{digitsApart(writtenProtocol(sent.protocol))}</span>.
              </p>
            )}
          </EnrolmentForm>
        </div>
      </div>
    </>
  );
}
