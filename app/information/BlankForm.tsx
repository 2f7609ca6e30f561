import { blankForm } from '../../content/blank-form.ts';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { addressInWords, phoneInWords } from '../../domain/contact.ts';
import { BLANK_FORM_WORDS } from '../../domain/enrolment/blank-form-texts.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { hoursInWords } from '../../domain/opening-hours.ts';
import { Mark } from '../ui/Mark.tsx';
import { BlankQuestion, Boxes, DATE, Lines, Question, Tick } from './BlankQuestion.tsx';
import { publishedAt } from './published-at.ts';
import { SettingText } from './SettingText.tsx';
import './blank-form.css';
import './blank-form-print.css';

const { form: texts } = blankForm;

/** The printable enrolment form, two pages: the questions of FIELDS with space to answer by hand. */
export function BlankForm() {
  const last = project.parts.length - 1;
  return (
    <article className="blank-form stack" aria-labelledby="ficha-titulo">
      <BlankFormHead />
      {project.parts.map((title, at) => (
        <section
          className={at === last ? 'blank-form__part blank-form__part--overleaf' : 'blank-form__part'}
          key={title}
          aria-labelledby={`ficha-parte-${at + 1}`}
        >
          {at === last && (
            // Head of the second page, so that two single-sided sheets can be matched.
            <div className="blank-form__overleaf">
              <p>{`${project.title} · ${texts.secondPage.title}`}</p>
              <p>{texts.secondPage.name}</p>
              <Lines />
            </div>
          )}
          <h3 className="blank-form__part-title" id={`ficha-parte-${at + 1}`}>
            {`${at + 1}. ${title}`}
          </h3>
          <ul className="blank-questions">
            {FIELDS.filter((field: Field) => field.part === at + 1 && field.control !== 'hidden').map(
              (field) => (
                <BlankQuestion key={field.name} field={field} />
              ),
            )}
          </ul>
          {at === last - 1 && <p className="blank-form__turn">{texts.overleaf}</p>}
        </section>
      ))}
      <Declaration />
      <Office />
      <footer className="blank-form__foot">
        <p>
          {`${texts.deliver}${addressInWords(brand)}. ${brand.hours.map(hoursInWords).join('. ')}. WhatsApp ${phoneInWords(brand.phone)}.`}
        </p>
        <p>{`${texts.privacy}${publishedAt('/privacidade')}`}</p>
      </footer>
    </article>
  );
}

function BlankFormHead() {
  const { title, alt } = texts.phone;
  return (
    <header className="blank-form__head flow">
      <div className="blank-form__names stack">
        <p className="blank-form__brand line">
          <Mark />
          {brand.name}
        </p>
        <h2 className="blank-form__title" id="ficha-titulo">
          {texts.title}
          <span className="blank-form__project">{project.title}</span>
        </h2>
      </div>
      <div className="blank-form__by-phone line">
        <div>
          <p className="blank-form__phone-title">{title}</p>
          <p className="blank-form__address">{publishedAt('/projeto-social')}</p>
        </div>
        <img className="blank-form__code" src="/qr-inscricao.svg" alt={alt} width={128} height={128} />
      </div>
      <p className="blank-form__how-to">{texts.howTo.join(' ')}</p>
    </header>
  );
}

/** What is signed, with place, date and signatures. */
function Declaration() {
  const [before, between, after] = project.declaration.giveUp;
  return (
    <section className="blank-form__declaration" aria-labelledby="ficha-declaracao">
      <h3 className="blank-form__part-title" id="ficha-declaracao">
        {texts.declaration.title}
      </h3>
      <ul className="blank-form__points">
        {project.declaration.items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change places
          <li key={at}>
            {item.map((run) =>
              typeof run === 'string' ? run : <strong key={run.strong}>{run.strong}</strong>,
            )}
          </li>
        ))}
        <SettingText as="li" name="papel-sem-responsavel" words={BLANK_FORM_WORDS['papel-sem-responsavel']} />
      </ul>
      <p>{`${before}${phoneInWords(brand.phone)}${between}${brand.email}${after} ${texts.declaration.agreement}`}</p>
      <ul className="blank-questions">
        <Question width="medium" words={<strong>{texts.place}</strong>}>
          <Lines />
        </Question>
        <Question width="boxes" words={<strong>{texts.date}</strong>}>
          <Boxes pattern={DATE} />
        </Question>
      </ul>
      <ul className="blank-questions">
        {texts.signatures.map(({ who, when }) => (
          <li className="blank-question blank-question--signature" key={who}>
            <Lines />
            <p>
              <strong>{who}</strong>
              <span className="blank-question__hint blank-question__hint--below">{when}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the office fills in. */
function Office() {
  return (
    <section className="blank-form__office" aria-labelledby="ficha-secretaria">
      <h3 className="blank-form__office-title" id="ficha-secretaria">
        {texts.office.title}
      </h3>
      <ul className="blank-questions">
        <Question width="boxes" words={texts.office.protocol}>
          <Boxes pattern="0000-0000" />
        </Question>
        <Question width="boxes" words={texts.office.received}>
          <Boxes pattern={DATE} />
        </Question>
        <li className="blank-question">
          <Tick>{texts.office.document}</Tick>
        </li>
      </ul>
    </section>
  );
}
