import { blankForm } from '../../content/blank-form.ts';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { Mark } from '../ui/Mark.tsx';
import { BlankFormEnd } from './BlankFormEnd.tsx';
import { BlankQuestion } from './BlankQuestion.tsx';
import { Lines } from './Handwriting.tsx';
import { publishedAt } from './published-at.ts';
import './blank-form.css';
import './blank-form-print.css';

const { form: texts } = blankForm;

/** The printable enrolment form, two pages: the questions of FIELDS with space to answer by hand. */
export function BlankForm() {
  const last = project.parts.length - 1;
  return (
    <article className="blank-form" aria-labelledby="ficha-titulo">
      <BlankFormHead />
      {project.parts.map((title, at) => (
        <section
          className={at === last ? 'blank-form__part blank-form__part--overleaf' : 'blank-form__part'}
          key={title}
          aria-labelledby={`ficha-parte-${at + 1}`}
        >
          {at === last && <Overleaf />}
          <h3 className="blank-form__part-title" id={`ficha-parte-${at + 1}`}>
            {`${at + 1}. ${title}`}
          </h3>
          <ul className="blank-questions">
            {questionsOf(at + 1).map((field) => (
              <BlankQuestion key={field.name} field={field} />
            ))}
          </ul>
          {at === last - 1 && <p className="blank-form__turn">{texts.overleaf}</p>}
        </section>
      ))}
      <BlankFormEnd />
    </article>
  );
}

function questionsOf(part: number): readonly Field[] {
  return FIELDS.filter((field: Field) => field.part === part && field.control !== 'hidden');
}

function BlankFormHead() {
  return (
    <header className="blank-form__head">
      <div className="blank-form__names">
        <p className="blank-form__brand">
          <Mark />
          {brand.name}
        </p>
        <h2 className="blank-form__title" id="ficha-titulo">
          {texts.title}
          <span className="blank-form__project">{project.title}</span>
        </h2>
      </div>
      <div className="blank-form__by-phone">
        <div>
          <p className="blank-form__phone-title">{texts.phone.title}</p>
          <p className="blank-form__address">{publishedAt('/projeto-social')}</p>
        </div>
        <img
          className="blank-form__code"
          src="/qr-inscricao.svg"
          alt={texts.phone.alt}
          width={128}
          height={128}
        />
      </div>
      <p className="blank-form__how-to">{texts.howTo.join(' ')}</p>
    </header>
  );
}

/** Head of the second page, so that two single-sided sheets can be matched. */
function Overleaf() {
  return (
    <div className="blank-form__overleaf">
      <p>{`${project.title} · ${texts.secondPage.title}`}</p>
      <p>{texts.secondPage.name}</p>
      <Lines />
    </div>
  );
}
