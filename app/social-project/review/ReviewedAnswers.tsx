import { project } from '../../../content/social-project.ts';
import { answersOf, sheetOf } from '../../../domain/desk/sheet.ts';
import { type Enrolment, toRow } from '../../../domain/enrolment/enrolment.ts';
import './reviewed-answers.css';

type Props = {
  answers: Enrolment;
  /** `part`: index of the part to change. */
  onChange: (part: number) => void;
};

/** Every answer in the order of the sheet, with a button to each part. */
export function ReviewedAnswers({ answers, onChange }: Props) {
  const row = toRow(answers, answers.cadastroUnico?.name ?? null);
  return sheetOf(answersOf(row)).map(({ title, cells }, part) => (
    <section className="review" key={title} aria-labelledby={`conferir-${part}`}>
      <h3 className="review__title" id={`conferir-${part}`}>
        {title}
      </h3>
      <button className="link-button" type="button" onClick={() => onChange(part)}>
        {project.review.change}
        <span className="vh"> {title}</span>
      </button>
      <dl className="review__answers">
        {cells.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
