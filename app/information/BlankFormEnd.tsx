import { blankForm } from '../../content/blank-form.ts';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { addressInWords, phoneInWords } from '../../domain/contact.ts';
import { hoursInWords } from '../../domain/opening-hours.ts';
import { Boxes, DATE, Lines, PROTOCOL, Tick } from './Handwriting.tsx';
import { publishedAt } from './published-at.ts';
import './blank-form.css';

const { form: texts } = blankForm;

/** After the questions: the declaration, the signatures, and what the office fills in. */
export function BlankFormEnd() {
  const [before, between, after] = project.declaration.giveUp;

  return (
    <>
      <section className="blank-form__declaration" aria-labelledby="ficha-declaracao">
        <h3 className="blank-form__part-title" id="ficha-declaracao">
          {texts.declaration.title}
        </h3>
        <ul className="blank-form__points">
          {/* biome-ignore-start lint/suspicious/noArrayIndexKey: the texts never change places */}
          {project.declaration.items.map((item, at) => (
            <li key={at}>
              {item.map((run) =>
                typeof run === 'string' ? run : <strong key={run.strong}>{run.strong}</strong>,
              )}
            </li>
          ))}
          {/* biome-ignore-end lint/suspicious/noArrayIndexKey: the texts never change places */}
        </ul>
        <p>{`${before}${phoneInWords(brand.phone)}${between}${brand.email}${after} ${texts.declaration.agreement}`}</p>
        <ul className="blank-questions">
          <li className="blank-question blank-question--medium">
            <p>
              <strong>{texts.place}</strong>
            </p>
            <div className="blank-question__answer">
              <Lines />
            </div>
          </li>
          <li className="blank-question blank-question--boxes">
            <p>
              <strong>{texts.date}</strong>
            </p>
            <div className="blank-question__answer">
              <Boxes pattern={DATE} />
            </div>
          </li>
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

      <section className="blank-form__office" aria-labelledby="ficha-secretaria">
        <h3 className="blank-form__office-title" id="ficha-secretaria">
          {texts.office.title}
        </h3>
        <ul className="blank-questions">
          <li className="blank-question blank-question--boxes">
            <p>{texts.office.protocol}</p>
            <div className="blank-question__answer">
              <Boxes pattern={PROTOCOL} />
            </div>
          </li>
          <li className="blank-question blank-question--boxes">
            <p>{texts.office.received}</p>
            <div className="blank-question__answer">
              <Boxes pattern={DATE} />
            </div>
          </li>
          <li className="blank-question">
            <Tick>{texts.office.document}</Tick>
          </li>
        </ul>
      </section>

      <footer className="blank-form__foot">
        <p>
          {`${texts.deliver}${addressInWords(brand)}. ${brand.hours.map(hoursInWords).join('. ')}. WhatsApp ${phoneInWords(brand.phone)}.`}
        </p>
        <p>{`${texts.privacy}${publishedAt('/privacidade')}`}</p>
      </footer>
    </>
  );
}
