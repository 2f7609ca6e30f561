import { useState } from 'react';
import { evidence as words } from '../../../content/deciding.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { brazilianDay } from '../../../domain/dates.ts';
import {
  ageOf,
  isGuardianMissing,
  isMinor,
  isYes,
  lacksGuardianPhone,
  NOT_GIVEN,
  storedDocument,
  written,
} from '../../../domain/desk/sheet.ts';
import { CRITERIA, OF_GUARDIAN } from '../../../domain/desk/situations.ts';
import { tickCriterion } from '../api/decisions.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { FollowUp } from '../api/follow-up.ts';
import type { Followed } from './state/use-open-enrolment.ts';

/** A fact's value in words; `true`: it wants a look before a decision. */
type Fact = [words: string, look?: boolean];

type StripProps = { enrolment: ListedEnrolment; state: FollowUp | undefined };

/** What decides, in one line above the sheet; `state` comes a moment later. Source: docs/ux.md §8.1. */
export function EvidenceStrip({ enrolment, state }: StripProps) {
  const facts = Object.entries(factsOf(enrolment, state)) as [Name, Fact][];
  return (
    <dl className="evidence no-print">
      {facts.map(([name, [value, look]]) => (
        <div className="evidence__fact may-shrink" data-look={look || undefined} key={name}>
          <dt className="soft">{words.names[name]}</dt>
          <dd className="small bold numbers" title={value}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Name = keyof typeof words.names;

/** The six facts, in order, and where somebody comes from otherwise. The age is today's; of health what the family wrote. */
function factsOf(
  enrolment: ListedEnrolment,
  state?: FollowUp,
): Record<Exclude<Name, 'origin'>, Fact> & { origin?: Fact } {
  const { cidade, rendaFamiliar, condicaoMedica, condicaoMedicaDetalhes } = enrolment;
  const age = ageOf(enrolment);
  const importer = state?.history.find(({ action }) => action === 'importada');
  return {
    age: [age === null ? NOT_GIVEN : words.age(age)],
    city: [String(cidade ?? '').trim() || NOT_GIVEN],
    income: [written('rendaFamiliar', rendaFamiliar).replace(/ salários? mínimos?$/, '')],
    document: documentOf(enrolment, state),
    guardian: guardianOf(enrolment, state),
    health: isYes(condicaoMedica)
      ? [written('condicaoMedicaDetalhes', condicaoMedicaDetalhes), true]
      : [written('condicaoMedica', condicaoMedica)],
    ...(enrolment.imported && {
      origin: [words.imported(brazilianDay(enrolment.arrivedAt).slice(0, 5), importer?.by ?? undefined)],
    }),
  };
}

function documentOf(enrolment: ListedEnrolment, state?: FollowUp): Fact {
  if (storedDocument(enrolment)) return [state?.criteria.cadunico ? words.checked : words.toCheck];
  return enrolment.documentErasedAt
    ? [words.documentErased]
    : enrolment.imported
      ? [NOT_GIVEN]
      : [words.noDocument, true];
}

function guardianOf(enrolment: ListedEnrolment, state?: FollowUp): Fact {
  if (!isMinor(enrolment)) return [words.adult];
  if (enrolment.guardianConfirmed) return [words.confirmed];
  if (isGuardianMissing(enrolment)) return [words.missing, true];
  if (enrolment.hasNewGuardian) return [words.cameByLink, true];
  return [state?.guardianDeclared ? words.declared : words.notConfirmed];
}

/** What SPEC §1 evaluates by, beside the document that shows it; never required. */
export const CriteriaTicks = (followed: Followed) => (
  <fieldset className="row gap-4 no-row-gap full-row">
    <legend className="vh">{openEnrolment.criteria}</legend>
    <Tick {...followed} name="cadunico" />
    <Tick {...followed} name="socioeconomica" />
  </fieldset>
);

/** Above the sheet: that no link tells where the person is to be found; of a minor, that the guardian confirmed, and whose a telephone is that came later. */
export function SheetTicks(followed: Followed) {
  const { enrolment, state } = followed;
  const minor = isMinor(enrolment);
  const hasNewPhone = lacksGuardianPhone(enrolment) && (state.newPhone ?? state.guardianPhone) !== null;
  return (
    <>
      <Tick {...followed} name="protegido" />
      {minor && <Tick {...followed} name="responsavel" />}
      {minor && hasNewPhone && <Tick {...followed} name="telefone" />}
    </>
  );
}

const TICKS = { ...CRITERIA, ...OF_GUARDIAN, ...openEnrolment.marks };

/** What one press sets and the next takes back. */
export function Tick({ enrolment, state, change, name }: Followed & { name: keyof typeof TICKS }) {
  const isMet = name === 'telefone' ? state.guardianPhone !== null : state.criteria[name];
  const [pressed, press] = useState(false); // and not answered yet
  async function turn() {
    if (pressed) return;
    press(true);
    await change(() => tickCriterion(enrolment.id, state.version, name, !isMet), {}, true);
    press(false);
  }
  return (
    <label
      className="tickable small gap-2"
      title={name === 'protegido' ? openEnrolment.protectedHint : undefined}
    >
      <input
        type="checkbox"
        checked={isMet !== pressed}
        disabled={name === 'cadunico' && !isMet && !storedDocument(enrolment)}
        onChange={() => void turn()}
      />
      {TICKS[name]}
    </label>
  );
}
