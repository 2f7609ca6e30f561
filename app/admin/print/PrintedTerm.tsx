import { brand } from '../../../content/brand.ts';
import { signing, terms } from '../../../content/printed-terms.ts';
import { writtenDay } from '../../../domain/dates.ts';
import { fullNameOf, isMinor, written } from '../../../domain/desk/sheet.ts';
import { Mark } from '../../ui/Mark.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import './term.css';

/** A text to sign, with what is known filled in: by the guardian for somebody under 18 today. */
export function PrintedTerm({ enrolment, of }: { enrolment: ListedEnrolment; of: keyof typeof terms }) {
  const { title, version, text } = terms[of];
  const minor = isMinor(enrolment);
  const guardian = String(enrolment.guardianName || enrolment.nomeResponsavel || '').trim();
  const person = fullNameOf(enrolment);
  const signer = minor ? guardian : null;
  const born = writtenDay(String(enrolment.dataNascimento ?? ''));
  const toFill = [
    [signing.place, ''],
    [signing.signature(minor), ''],
    [signing.name, signer ?? person],
    [signing.cpf, minor ? '' : written('cpf', enrolment.cpf)],
  ];
  return (
    <PrintRoot className="term">
      <p className="print-root__brand">
        <Mark />
        {brand.name}
      </p>
      <h1>{title}</h1>
      {text({ person, born, signer }).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <dl>
        {toFill.map(([term, value]) => (
          <div className="flow" key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{version}</p>
    </PrintRoot>
  );
}
