import { privacy } from '../../content/privacy.ts';
import { NoticePart } from './NoticePart.tsx';
import './reading.css';

/** The privacy notice, in plain words. Source: docs/ux.md §10.1, §10.2, §10.5. */
export function PrivacyPage() {
  const { title, version, summary, contents, sections, children, chatMessage } = privacy;

  return (
    <article className="page reading">
      <header className="reading__head stack">
        <h1>{title}</h1>
        <p className="reading__version">{version}</p>
      </header>
      <div className="reading__columns">
        <nav className="reading__contents no-print" aria-label={contents}>
          <p className="eyebrow">{contents}</p>
          <ul className="reading__places">
            {[...sections, children].map((section) => (
              <li key={section.id}>
                <a className="reading__place" href={`#${section.id}`}>
                  {section.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="reading__text stack">
          <p className="reading__summary">
            <strong>{summary.title}: </strong>
            {summary.text}
          </p>
          {sections.map((section) => (
            <NoticePart key={section.id} section={section} chatMessage={chatMessage} />
          ))}
          <NoticePart section={children} chatMessage={chatMessage} className="reading__part--card" />
        </div>
      </div>
    </article>
  );
}
