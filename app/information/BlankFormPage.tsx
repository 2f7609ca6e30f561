import { blankForm } from '../../content/blank-form.ts';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { addressInWords, phoneInWords } from '../../domain/contact.ts';
import { BLANK_FORM_WORDS } from '../../domain/enrolment/blank-form-texts.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { SettingText } from '../api/SettingText.tsx';
import { Button } from '../ui/Button.tsx';
import { Mark } from '../ui/Mark.tsx';
import { BlankQuestion, Boxes, Lines, Question } from './BlankQuestion.tsx';
import { publishedAt } from './published-at.ts';
import './blank-form.css';

/** Page with the enrolment form to print and fill in by hand. */
export function BlankFormPage() {
  const { title, lead, online, print, withoutScript } = blankForm;
  return (
    <div className="page blank-form-page stack">
      <div className="stack gap-3 no-print">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p>
          {online.before}
          <a href="/projeto-social">{online.link}</a>
          {online.after}
        </p>
        <p className="scripted">
          <Button onClick={() => window.print()}>{print}</Button>
        </p>
        <noscript>
          <p>{withoutScript}</p>
        </noscript>
      </div>
      <BlankForm />
    </div>
  );
}

const { form: texts } = blankForm;
const parts = project.parts.map((title, at) => ({
  title: `${at + 1}. ${title}`,
  left: project.parts.length - 1 - at,
  fields: FIELDS.filter((field: Field) => field.part === at + 1 && field.control !== 'hidden'),
}));

/** The printable enrolment form, front and back: the questions of FIELDS with space to answer by hand. */
function BlankForm() {
  return (
    <article className="blank-form stack" aria-labelledby="ficha-titulo">
      <header className="blank-form__head flow">
        <div className="blank-form__names">
          <p className="blank-form__brand line">
            <Mark />
            {brand.name}
          </p>
          <h2 className="blank-form__title" id="ficha-titulo">
            {texts.title}
            <span className="blank-form__project">{project.title}</span>
          </h2>
        </div>
        <div className="line">
          <p className="blank-form__phone">
            <strong>{texts.phone.title}</strong>
            <br />
            {publishedAt('/projeto-social')}
          </p>
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
      {parts.map(({ title, left, fields }) => (
        <section className="blank-form__part stack" key={title} aria-label={title}>
          {left === 0 && (
            // Head of the second page, so that two single-sided sheets can be matched.
            <div className="blank-form__overleaf">
              <strong>{`${project.title} · ${texts.secondPage.title}`}</strong>
              {texts.secondPage.name}
              <Lines />
            </div>
          )}
          <h3 className="blank-form__part-title">{title}</h3>
          <ul className="blank-questions flow">
            {fields.map((field) => (
              <BlankQuestion key={field.name} field={field} />
            ))}
          </ul>
          {left === 1 && <p className="blank-form__turn">{texts.overleaf}</p>}
        </section>
      ))}
      <Declaration />
      <section className="blank-form__part blank-form__office stack" aria-label={texts.office.title}>
        <h3 className="blank-form__part-title">{texts.office.title}</h3>
        <ul className="blank-questions flow">
          <Question width="boxes" words={texts.office.protocol}>
            <Boxes pattern="0000-0000" />
          </Question>
          <Question width="boxes" words={texts.office.received}>
            <Boxes />
          </Question>
          <li className="tick-box">{texts.office.document}</li>
        </ul>
      </section>
      <footer>
        <small>
          {`${texts.deliver}${addressInWords(brand)}. ${brand.hours.join('. ')}. WhatsApp ${phoneInWords(brand.phone)}. `}
          {`${texts.privacy}${publishedAt('/privacidade')}`}
        </small>
      </footer>
    </article>
  );
}

/** What is signed, with place, date and signatures. */
function Declaration() {
  const [before, between, after] = project.declaration.giveUp;
  return (
    <section className="blank-form__part stack" aria-label={texts.declaration.title}>
      <h3 className="blank-form__part-title">{texts.declaration.title}</h3>
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
      <ul className="blank-questions flow">
        <Question width="medium" words={<strong>{texts.place}</strong>}>
          <Lines />
        </Question>
        <Question width="boxes" words={<strong>{texts.date}</strong>}>
          <Boxes />
        </Question>
      </ul>
      <ul className="blank-questions flow">
        {texts.signatures.map(({ who, when }) => (
          <Question key={who} width="signature" words={<strong>{who}</strong>} hint={when}>
            <Lines />
          </Question>
        ))}
      </ul>
    </section>
  );
}
