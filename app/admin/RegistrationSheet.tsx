import { desk } from '../../content/desk.ts';
import { printing } from '../../content/hand-over.ts';
import { admin } from '../../content/messages.ts';
import { project } from '../../content/social-project.ts';
import { ageOn, brazilianDay, todayInBrazil } from '../../domain/dates.ts';
import { writtenProtocol } from '../../domain/protocol.ts';
import { NOT_GIVEN, type Registration, sheetOf } from '../../domain/sheet.ts';
import { Icon } from '../ui/Icon.tsx';
import './sheet.css';

/** Answers longer than this take the whole width. */
const WIDE_FROM = 38;

/**
 * The whole registration, on the screen and on paper; `discreet` leaves out health
 * and income. On the screen alone: the lock beside what is sensitive, and the age
 * of `today` where it is no more the one that was stored. Source: SPEC §2; ux.md §8.2.
 */
export function RegistrationSheet({
  registration,
  discreet = false,
  today = todayInBrazil(),
}: {
  registration: Registration;
  discreet?: boolean;
  today?: string;
}) {
  const { created_at, protocolo } = registration;
  const age = ageOn(String(registration.data_nascimento ?? ''), today);
  const older = age !== null && age !== Number(registration.idade) ? desk.ageToday(age) : undefined;
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
        <section className="sheet__section" key={section.title}>
          <h4 className="sheet__section-title">{section.title}</h4>
          <dl className="sheet__cells">
            {section.cells.map(({ column, ...cell }) => (
              <Cell key={column} {...cell} aside={column === 'idade' ? older : undefined} />
            ))}
          </dl>
        </section>
      ))}
      <p className="sheet__declared">
        {discreet ? `${admin.declared} ${printing.isDiscreet}` : admin.declared}
      </p>
    </article>
  );
}

function Cell({
  label,
  value,
  sensitive = false,
  aside,
}: {
  label: string;
  value: string;
  sensitive?: boolean;
  aside?: string | undefined;
}) {
  return (
    <div className={value.length >= WIDE_FROM ? 'sheet__cell sheet__cell--wide' : 'sheet__cell'}>
      <dt>
        {label}
        {sensitive && (
          <span className="sheet__lock no-print" title={desk.sensitive}>
            <Icon name="lock" />
            <span className="vh">({desk.sensitive})</span>
          </span>
        )}
      </dt>
      <dd>
        <bdi translate="no" title={aside}>
          {value}
        </bdi>
        {aside && <span className="vh no-print"> ({aside})</span>}
      </dd>
    </div>
  );
}
