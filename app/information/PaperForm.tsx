import { blankForm } from '../../content/blank-form.ts';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { FIELDS, type Field } from '../../domain/enrolment-fields.ts';
import { Mark } from '../ui/Mark.tsx';
import { BlankQuestion } from './BlankQuestion.tsx';
import { Lines } from './Handwriting.tsx';
import { PaperEnd } from './PaperEnd.tsx';
import { publishedAt } from './published-at.ts';
import './blank-form.css';
import './paper.css';

const { paper } = blankForm;

/** The enrolment form as a sheet of paper, front and back: the blank-questions of FIELDS, with room to answer by hand. */
export function PaperForm() {
  const last = project.parts.length - 1;
  return (
    <article className="paper" aria-labelledby="ficha-titulo">
      <PaperHead />
      {project.parts.map((title, at) => (
        <section
          className={at === last ? 'paper__part paper__part--overleaf' : 'paper__part'}
          key={title}
          aria-labelledby={`ficha-parte-${at + 1}`}
        >
          {at === last && <Overleaf />}
          <h3 className="paper__part-title" id={`ficha-parte-${at + 1}`}>
            {`${at + 1}. ${title}`}
          </h3>
          <ul className="blank-questions">
            {questionsOf(at + 1).map((field) => (
              <BlankQuestion key={field.name} field={field} />
            ))}
          </ul>
          {at === last - 1 && <p className="paper__turn">{paper.overleaf}</p>}
        </section>
      ))}
      <PaperEnd />
    </article>
  );
}

function questionsOf(part: number): readonly Field[] {
  return FIELDS.filter((field: Field) => field.part === part && field.control !== 'hidden');
}

function PaperHead() {
  return (
    <header className="paper__head">
      <div className="paper__names">
        <p className="paper__brand">
          <Mark />
          {brand.name}
        </p>
        <h2 className="paper__title" id="ficha-titulo">
          {paper.title}
          <span className="paper__project">{project.title}</span>
        </h2>
      </div>
      <div className="paper__by-phone">
        <div>
          <p className="paper__phone-title">{paper.phone.title}</p>
          <p className="paper__address">{publishedAt('/projeto-social')}</p>
        </div>
        <img className="paper__code" src="/qr-inscricao.svg" alt={paper.phone.alt} width={128} height={128} />
      </div>
      <p className="paper__how-to">{paper.howTo.join(' ')}</p>
    </header>
  );
}

/** Heads the second page: two sheets printed on one side each are found again. */
function Overleaf() {
  return (
    <div className="paper__overleaf">
      <p>{`${project.title} · ${paper.secondPage.title}`}</p>
      <p>{paper.secondPage.name}</p>
      <Lines />
    </div>
  );
}
