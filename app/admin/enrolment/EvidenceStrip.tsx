import { evidence as words } from '../../../content/deciding.ts';
import { ageOn, todayInBrazil } from '../../../domain/dates.ts';
import { isGuardianMissing } from '../../../domain/desk/flags.ts';
import { isMinor, NOT_GIVEN, storedDocument, written } from '../../../domain/desk/sheet.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';

type Props = {
  enrolment: ListedEnrolment;
  /** Whether somebody ticked that the document is right. */
  documentChecked: boolean;
  today?: string;
};

/** A fact in words; `look`: it wants a look before a decision. */
type Fact = { name: keyof typeof words.names; value: string; look?: boolean };

/** What decides, in one line above the sheet. Source: docs/ux.md §8.1. */
export function EvidenceStrip({ enrolment, documentChecked, today = todayInBrazil() }: Props) {
  return (
    <dl className="evidence no-print">
      {factsOf(enrolment, documentChecked, today).map(({ name, value, look }) => (
        <div className="evidence__fact" data-look={look || undefined} key={name}>
          <dt>{words.names[name]}</dt>
          <dd title={value}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The six facts, in order. The age is today's. */
export function factsOf(enrolment: ListedEnrolment, documentChecked: boolean, today: string): Fact[] {
  const { cidade, rendaFamiliar, repeatedOf, mayBeRepeated } = enrolment;
  const age = ageOn(String(enrolment.dataNascimento ?? ''), today) ?? enrolment.idade;
  return [
    { name: 'age', value: age === null || age === '' ? NOT_GIVEN : words.age(Number(age)) },
    { name: 'city', value: String(cidade ?? '').trim() || NOT_GIVEN },
    { name: 'income', value: written('rendaFamiliar', rendaFamiliar).replace(/ salários? mínimos?$/, '') },
    documentOf(enrolment, documentChecked),
    guardianOf(enrolment),
    repeatedOf
      ? { name: 'repeated', value: words.isRepeated, look: true }
      : mayBeRepeated
        ? { name: 'repeated', value: words.mayBeRepeated, look: true }
        : { name: 'repeated', value: words.notRepeated },
  ];
}

function documentOf(enrolment: ListedEnrolment, isChecked: boolean): Fact {
  if (storedDocument(enrolment))
    return { name: 'document', value: isChecked ? words.checked : words.toCheck };
  return enrolment.documentErasedAt
    ? { name: 'document', value: words.documentErased }
    : { name: 'document', value: words.noDocument, look: true };
}

function guardianOf(enrolment: ListedEnrolment): Fact {
  if (!isMinor(enrolment)) return { name: 'guardian', value: words.adult };
  if (enrolment.guardianConfirmed) return { name: 'guardian', value: words.confirmed };
  return isGuardianMissing(enrolment)
    ? { name: 'guardian', value: words.missing, look: true }
    : { name: 'guardian', value: words.notConfirmed };
}
