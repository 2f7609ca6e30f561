import { evidence as words } from '../../../content/deciding.ts';
import { isGuardianMissing } from '../../../domain/desk/flags.ts';
import { ageOf, isMinor, NOT_GIVEN, storedDocument, written } from '../../../domain/desk/sheet.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';

type Props = {
  enrolment: ListedEnrolment;
  /** Whether somebody ticked that the document is right. */
  documentChecked: boolean;
};

/** A fact in words; `look`: it wants a look before a decision. */
type Fact = { name: keyof typeof words.names; value: string; look?: boolean };

/** What decides, in one line above the sheet. Source: docs/ux.md §8.1. */
export function EvidenceStrip({ enrolment, documentChecked }: Props) {
  return (
    <dl className="evidence no-print">
      {factsOf(enrolment, documentChecked).map(({ name, value, look }) => (
        <div className="evidence__fact may-shrink" data-look={look || undefined} key={name}>
          <dt className="soft">{words.names[name]}</dt>
          <dd className="small bold numbers break" title={value}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The six facts, in order. The age is today's. */
export function factsOf(enrolment: ListedEnrolment, documentChecked: boolean, today?: string): Fact[] {
  const { cidade, rendaFamiliar, repeatedOf, mayBeRepeated } = enrolment;
  const age = ageOf(enrolment, today);
  return [
    { name: 'age', value: age === null ? NOT_GIVEN : words.age(age) },
    { name: 'city', value: String(cidade ?? '').trim() || NOT_GIVEN },
    { name: 'income', value: written('rendaFamiliar', rendaFamiliar).replace(/ salários? mínimos?$/, '') },
    documentOf(enrolment, documentChecked),
    guardianOf(enrolment, today),
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

function guardianOf(enrolment: ListedEnrolment, today?: string): Fact {
  if (!isMinor(enrolment, today)) return { name: 'guardian', value: words.adult };
  if (enrolment.guardianConfirmed) return { name: 'guardian', value: words.confirmed };
  return isGuardianMissing(enrolment, today)
    ? { name: 'guardian', value: words.missing, look: true }
    : { name: 'guardian', value: words.notConfirmed };
}
