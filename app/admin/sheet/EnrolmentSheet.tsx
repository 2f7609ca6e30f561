import { correcting } from '../../../content/corrections.ts';
import { LINE_KINDS } from '../../../content/dated-lines.ts';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { unconfirmed } from '../../../content/messages.ts';
import { printing } from '../../../content/print-export.ts';
import { project } from '../../../content/social-project.ts';
import { isSamePhone, writtenPhone } from '../../../domain/contact.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import { runsOutInWords } from '../../../domain/desk/dated-lines.ts';
import {
  ageOf,
  type DocumentFacts,
  NOT_GIVEN,
  type StoredEnrolment,
  sheetOf,
  written,
} from '../../../domain/desk/sheet.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import type { Correction, FollowUpSummary } from '../api/follow-up.ts';
import './sheet.css';

/** Answers of at least this many characters take the whole width. */
const WIDE_FROM = 38;
/** A word too long for half the sheet's width, such as an e-mail address. */
const isLong = (text: string) => /\S{19}/.test(text);

type Props = {
  enrolment: StoredEnrolment &
    DocumentFacts &
    Partial<
      Pick<FollowUpSummary, 'newPhone' | 'guardianPhone' | 'guardianName' | 'hasNewGuardian' | 'runsOut'>
    >;
  discreet?: boolean;
  /** What answers were before they were corrected, on the screen alone. */
  corrections?: readonly Correction[];
};

/**
 * The whole enrolment, on the screen and in print. The answers stay as they were sent, the age is today's: a
 * guardian and telephones that came later stand above them. `discreet` leaves out health and income. Source: SPEC §2;
 * docs/ux.md §8.2.
 */
export function EnrolmentSheet({ enrolment, discreet = false, corrections = [] }: Props) {
  const { arrivedAt, protocol, newPhone, guardianPhone, guardianName, runsOut } = enrolment;
  const isRepeated = isSamePhone(enrolment.telefoneResponsavel, enrolment.telefoneWhatsapp);
  const mark = enrolment.hasNewGuardian ? ` (${unconfirmed})` : '';
  return (
    <article className="sheet stack gap-5">
      <header className="stack gap-3">
        <h3>{`Ficha de Inscrição - ${project.title}`}</h3>
        <dl className="sheet__facts sheet__cells">
          <Cell label="Data da Inscrição" value={brazilianDay(arrivedAt)} />
          <Cell label="Protocolo" value={protocol ? writtenProtocol(protocol) : NOT_GIVEN} />
          {newPhone && newPhone !== guardianPhone && (
            <Cell label={desk.newTelephone} value={writtenPhone(newPhone)} />
          )}
          {runsOut && <Cell label={runsOutInWords(runsOut.until)} value={LINE_KINDS[runsOut.kind].label} />}
          {guardianName && <Cell label={`${desk.guardianName}${mark}`} value={guardianName} />}
          {guardianPhone && (
            <Cell label={`${desk.guardianTelephone}${mark}`} value={writtenPhone(guardianPhone)} />
          )}
        </dl>
      </header>
      {sheetOf({ ...enrolment, idade: ageOf(enrolment) }, { discreet }).map((section) => (
        <section className="sheet__section stack" key={section.title}>
          <h4 className="sheet__section-title subtitle">{section.title}</h4>
          <dl className="sheet__cells">
            {section.cells.map(({ name, label, value }) => (
              <Cell
                key={name}
                label={label}
                value={name === 'telefoneResponsavel' && isRepeated ? desk.samePhone : value}
                before={corrections.filter(({ field }) => field === name)}
              />
            ))}
          </dl>
        </section>
      ))}
      <p className="sheet__declared hint">
        {discreet ? `${admin.declared} ${printing.isDiscreet}` : admin.declared}
      </p>
    </article>
  );
}

type CellProps = { label: string; value: string; before?: readonly Correction[] };

function Cell({ label, value, before = [] }: CellProps) {
  const corrections = before.map((one) => ({
    key: one.at,
    was: correcting.before(written(one.field, one.before)),
    by: correcting.by(one.by ?? desk.erasedAccount, brazilianMoment(new Date(one.at))),
  }));
  const isWide =
    value.length >= WIDE_FROM || [value, ...corrections.map(({ was, by }) => `${was} ${by}`)].some(isLong);
  return (
    <div className={isWide ? 'sheet__cell sheet__cell--wide' : 'sheet__cell'}>
      <dt className="hint">{label}</dt>
      <dd className="as-typed numbers">
        <bdi translate="no">{value}</bdi>
        {corrections.map(({ key, was, by }) => (
          <span className="hint block no-print" key={key}>
            <bdi translate="no">{was}</bdi> <span className="block">{by}</span>
          </span>
        ))}
      </dd>
    </div>
  );
}
