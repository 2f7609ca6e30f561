import { printing } from '../../content/hand-over.ts';
import { admin } from '../../content/messages.ts';
import { project } from '../../content/social-project.ts';
import { brazilianDay } from '../../domain/dates.ts';
import { writtenProtocol } from '../../domain/protocol.ts';
import { NOT_GIVEN, type Registration, type SheetSection, sheetOf } from '../../domain/sheet.ts';
import './sheet.css';

/** Answers longer than this take the whole width. */
const WIDE_FROM = 38;

/** The whole registration, on the screen and on paper; `discreet` leaves out health and income. Source: SPEC §2. */
export function RegistrationSheet({
  registration,
  discreet = false,
}: {
  registration: Registration;
  discreet?: boolean;
}) {
  const { created_at, protocolo } = registration;
  return (
    <article className="sheet">
      <header className="sheet__head">
        <h3 className="sheet__title">{`Ficha de Inscrição - ${project.title}`}</h3>
        <dl className="sheet__facts">
          <Cell label="Data da Inscrição" value={brazilianDay(created_at)} />
          <Cell label="Protocolo" value={protocolo ? writtenProtocol(protocolo) : NOT_GIVEN} />
        </dl>
      </header>
      {sheetOf(registration, { discreet }).map((section) => (
        <Section key={section.title} {...section} />
      ))}
      <p className="sheet__declared">
        {discreet ? `${admin.declared} ${printing.isDiscreet}` : admin.declared}
      </p>
    </article>
  );
}

function Section({ title, cells }: SheetSection) {
  return (
    <section className="sheet__section">
      <h4 className="sheet__section-title">{title}</h4>
      <dl className="sheet__cells">
        {cells.map((cell) => (
          <Cell key={cell.label} {...cell} />
        ))}
      </dl>
    </section>
  );
}

function Cell({ label, value }: { label: string; value: string }) {
  return (
    <div className={value.length >= WIDE_FROM ? 'sheet__cell sheet__cell--wide' : 'sheet__cell'}>
      <dt>{label}</dt>
      <dd>
        <bdi translate="no">{value}</bdi>
      </dd>
    </div>
  );
}
