import type { ReactNode } from 'react';
import { brand } from '../../content/brand.ts';
import { contact, contactHeading, eyebrows, faqHeading, home, leavesSite } from '../../content/home.ts';
import { addressInWords, chatLink, phoneInWords, telLink } from '../../domain/contact.ts';
import { BeltDivider } from '../ui/BeltDivider.tsx';
import { Faq } from '../ui/Faq.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Team } from './Team.tsx';
import './contact.css';

const place = encodeURIComponent(addressInWords(brand));
/** The way from where one is, in the telephone's own map where it has one. */
const WAY = `https://www.google.com/maps/dir/?api=1&destination=${place}`;
const MAP = brand.mapUrl || `https://www.google.com/maps/search/?api=1&query=${place}`;

const PROFILES = ['instagram', 'facebook'] as const;

export function Contact() {
  const phone = phoneInWords(brand.phone);
  const call = telLink(brand.phone);
  const chat = chatLink(brand.phone, contact.phone.message);

  return (
    <section className="section" id="contato" tabIndex={-1} aria-labelledby="contato-titulo">
      <div className="page">
        <p className="eyebrow">{eyebrows.contact}</p>
        <h2 id="contato-titulo">{contactHeading}</h2>
        <div className="contact stack">
          <div className="contact__place">
            <dl>
              <Entry icon="pin" label={contact.address.label}>
                <address className="contact__address">
                  {brand.street}
                  <br />
                  {brand.city}, {brand.state}
                  <br />
                  CEP {brand.postalCode}
                </address>
              </Entry>
              <Entry icon="clock" label={contact.hours}>
                {brand.hours.map((hours) => (
                  <p key={hours}>{hours}</p>
                ))}
              </Entry>
            </dl>
            <p className="actions">
              <External className="button button--secondary" href={WAY}>
                {contact.address.way}
              </External>
              <External href={MAP}>{contact.address.link}</External>
            </p>
          </div>
          <dl className="contact__list">
            <Entry icon="whatsapp" label={contact.phone.label}>
              {call ? (
                <a className="link-line contact__phone" href={call}>
                  <span className="vh">{contact.phone.call} </span>
                  {phone}
                </a>
              ) : (
                <p>{phone}</p>
              )}
              {chat && <External href={chat}>{contact.phone.link}</External>}
            </Entry>
            <Entry icon="mail" label={contact.email}>
              <a className="link-line" href={`mailto:${brand.email}`}>
                {brand.email}
              </a>
            </Entry>
            {PROFILES.filter((icon) => brand[`${icon}Url`]).map((icon) => (
              <Entry key={icon} icon={icon} label={contact.social[icon]}>
                <External href={brand[`${icon}Url`]}>{brand.handle}</External>
              </Entry>
            ))}
          </dl>
        </div>
        <Team />
        {home.faq.length > 0 && (
          <>
            <BeltDivider />
            <Faq title={faqHeading} heading="h3" items={home.faq} />
          </>
        )}
      </div>
    </section>
  );
}

function Entry({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div className="contact__entry">
      <dt className="contact__label line">
        <Icon name={icon} />
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A link to another site; screen readers are told that it leaves this one. */
function External({
  className = 'link-line',
  href,
  children,
}: {
  className?: string;
  href: string;
  children: string;
}) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="vh"> {leavesSite}</span>
    </a>
  );
}
