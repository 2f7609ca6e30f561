import photos from '../../content/photos.json';
import { guardianQuestion } from '../../content/project-questions.ts';
import { shownProject } from '../../content/shown-project.ts';
import { project } from '../../content/social-project.ts';
import { BeltDivider } from '../ui/BeltDivider.tsx';
import { Faq } from '../ui/Faq.tsx';
import { Photo } from '../ui/Photo.tsx';
import { Enrolment } from './Enrolment.tsx';
import { ClosedNotice } from './PeriodNotice.tsx';
import { usePeriod } from './use-period.ts';
import { useSent } from './use-sent.ts';
import '../ui/fields.css';
import './social-project.css';

/** The social project, its criteria, what to have at hand, the enrolment form, and what people ask. Source: SPEC §2. */
export function SocialProjectPage() {
  const { title, lead, enrol, here, photo, criteria, atHand, whereToGetIt, links, faq } = project;

  const sent = useSent();
  const settings = usePeriod();
  const isConfirming = sent.isConfirming;
  const questions = [...shownProject.faq, guardianQuestion(settings.guardianDays)];
  const closed = settings.period?.closed ? settings.period : null;

  return (
    <section className="project" id="projeto" aria-labelledby={isConfirming ? undefined : 'projeto-titulo'}>
      <div hidden={isConfirming}>
        <div className="page project__head stack">
          {closed && <ClosedNotice period={closed} begun={settings.begun} />}
          <h1 className="project__title" id="projeto-titulo">
            {title}
          </h1>
          <div className="project__words stack">
            <p className="lead">
              <strong>{lead}</strong>
            </p>
            {!closed && (
              <a className="button button--primary project__enrol" href="#formulario">
                {enrol}
              </a>
            )}
            <p>{shownProject.intro}</p>
            {!closed && <p>{here}</p>}
          </div>
          <Photo
            className="project__photo"
            name={photo.file}
            shape={photos['projeto-social']}
            sizes="(min-width: 60rem) 23rem, (min-width: 48rem) 40vw, 92vw"
            alt={photo.alt}
          />
        </div>
        <div className="page project__boxes stack">
          <section className="notice notice--info" aria-labelledby="criterios">
            <h2 className="notice__title" id="criterios">
              {criteria.title}
            </h2>
            <p>{shownProject.criteriaIntro}</p>
            <ol className="points points--numbered">
              {shownProject.criteria.map((item) => (
                <li key={item}>
                  <strong>{item}</strong>
                </li>
              ))}
            </ol>
          </section>

          <section className="notice" aria-labelledby="em-maos">
            <h2 className="notice__title" id="em-maos">
              {atHand.title}
            </h2>
            <ul className="points">
              {atHand.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            <a className="part__help" href="#onde-consigo">
              {atHand.where}
            </a>
          </section>

          {/* server/setting-pages.ts has written into it; drawn anew once it is known */}
          <p
            className="project__places"
            data-words="vagas"
            suppressHydrationWarning
            key={String(settings.places === null)}
          >
            {settings.places ?? ''}
          </p>
        </div>
      </div>
      <div className="page">
        <Enrolment {...sent} {...settings} />
      </div>
      <div className="page" hidden={isConfirming}>
        <BeltDivider />
        <details className="fold">
          <summary>{whereToGetIt.title}</summary>
          <ul className="points" id="onde-consigo">
            {whereToGetIt.items.map(({ term, text }) => (
              <li key={term}>
                <strong>{term}</strong>
                {` ${text}`}
              </li>
            ))}
          </ul>
        </details>
        <Faq title={faq.title} heading="h2" items={questions} />
        <p className="project__links flow">
          <a href="/projeto-social/situacao">{links.situation}</a>
          <a href="/projeto-social/ficha-em-branco">{links.blankForm}</a>
          <a href="/privacidade">{links.privacy}</a>
        </p>
      </div>
    </section>
  );
}
