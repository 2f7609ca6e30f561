import './ui.css';

type Props = { title: string; heading: 'h2' | 'h3'; items: readonly { question: string; answer: string }[] };

/** Questions that unfold to their answers, without JavaScript too. */
export function Faq({ title, heading: Heading, items }: Props) {
  return (
    <div className="split">
      <Heading className="split__title">{title}</Heading>
      <div>
        {items.map(({ question, answer }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is published may stand twice
          <details className="fold" key={at + question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </div>
  );
}
