import { brand } from '../../../content/brand.ts';
import { nextSteps } from '../../../content/next-steps.ts';
import { project } from '../../../content/social-project.ts';
import { addressInWords, phoneInWords } from '../../../domain/contact.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { spokenMoment } from '../../../domain/spoken-moment.ts';
import { Mark } from '../../ui/Mark.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import './receipt.css';

const words = nextSteps.receipt;

/** The printed receipt, from A6 to A4. After a reload the name is not known: there is a line to write it on. Source: docs/ux.md §6.4. */
export function Receipt({ sent: { protocol, at, name } }: { sent: SentEnrolment }) {
  return (
    <PrintRoot className="receipt">
      <div className="receipt__slip">
        <p className="receipt__brand print-root__brand">
          <Mark />
          {brand.name}
        </p>
        <h1 className="receipt__title">{words.title}</h1>
        <p>{project.title}</p>
        <p className="receipt__protocol">
          {words.protocol} <strong>{writtenProtocol(protocol)}</strong>
        </p>
        <dl className="receipt__facts">
          <div>
            <dt>{words.name}</dt>
            <dd translate="no">{name || <span className="receipt__line" />}</dd>
          </div>
          <div>
            <dt>{words.moment}</dt>
            <dd>{`${spokenMoment(new Date(at))} (${words.zone})`}</dd>
          </div>
          <div>
            <dt>{words.contact}</dt>
            <dd>{`WhatsApp ${phoneInWords(brand.phone)}`}</dd>
            <dd>{brand.email}</dd>
            <dd>
              {addressInWords(brand).slice(0, -brand.postalCode.length)}
              <span>{brand.postalCode}</span>
            </dd>
          </div>
        </dl>
        <p className="receipt__no-promise">{words.noPromise}</p>
      </div>
    </PrintRoot>
  );
}
