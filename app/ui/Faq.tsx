import './ui.css';

/** Questions under their heading, each opening to its answer, also without JavaScript. */
export function Faq({
  title,
  heading: Heading,
  items,
}: {
  title: string;
  heading: 'h2' | 'h3';
  items: readonly { question: string; answer: string }[];
}) {
  return (
    <div className="split">
      <Heading className="split__title">{title}</Heading>
      <div>
        {items.map(({ question, answer }) => (
          <details className="fold" key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </div>
  );
}
