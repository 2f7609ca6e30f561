import { accessibility } from '../../content/accessibility.ts';
import { NoticePart } from './NoticePart.tsx';
import './reading.css';

/** The accessibility statement, with what does not work yet. Source: docs/ux.md §10.3. */
export function AccessibilityPage() {
  const { title, intro, sections, chatMessage } = accessibility;

  return (
    <article className="page reading">
      <header className="reading__head stack">
        <h1>{title}</h1>
        <p className="lead">{intro}</p>
      </header>
      <div className="reading__text stack">
        {sections.map((section) => (
          <NoticePart key={section.id} section={section} chatMessage={chatMessage} />
        ))}
      </div>
    </article>
  );
}
