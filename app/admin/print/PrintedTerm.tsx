import { brand } from '../../../content/brand.ts';
import { signing, terms } from '../../../content/printed-terms.ts';
import { fullNameOf, isMinor, written } from '../../../domain/desk/sheet.ts';
import { Mark } from '../../ui/Mark.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';

/** A text to sign, with what is known filled in: by the guardian for somebody under 18 today, for the pen while nobody confirmed who that is. */
export function PrintedTerm({ enrolment, of }: { enrolment: ListedEnrolment; of: keyof typeof terms }) {
  const term = terms[of];
  const minor = isMinor(enrolment);
  const { guardianName, nomeResponsavel, hasNewGuardian } = enrolment;
  const guardian = hasNewGuardian ? '' : String(guardianName || nomeResponsavel || '').trim();
  const person = fullNameOf(enrolment);
  const born = written('dataNascimento', enrolment.dataNascimento);
  const who = signing.who(person, born, minor ? guardian : null);
  const filled = term.text.map((one) =>
    one.replace('{quem}', who).replace('{pessoa}', person).replace('{centro}', brand.name),
  );
  const cpf = signing.cpf(minor ? '' : written('cpf', enrolment.cpf));
  return (
    <PrintRoot className="printed-sheet wide">
      <article className="stack gap-5">
        <p className="print-root__brand">
          <Mark />
          {brand.name}
        </p>
        <h1>{term.title}</h1>
        {[...filled, signing.place, signing.signature(minor), cpf, signing.version].map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </article>
    </PrintRoot>
  );
}
