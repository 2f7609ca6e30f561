import { createElement, Fragment, type ReactNode } from 'react';
import { brand } from '../../content/brand.ts';
import { ANSWER_DAYS, SPARED_DAYS } from '../../content/retention.ts';
import { addressInWords, chatLink, phoneInWords } from '../../domain/contact.ts';
import { NOTICE_WORDS } from '../../domain/setting-texts.ts';
import { SettingText } from '../api/SettingText.tsx';
import './reading.css';

/** What stands in a text for a name in braces; `{email}` and `{chat}` are links, and the words of settings a paragraph. */
const FACTS: Readonly<Record<string, string | number>> = {
  name: brand.name,
  cnpj: brand.cnpj,
  host: brand.host,
  dataContact: brand.dataContact,
  address: addressInWords(brand),
  answerDays: ANSWER_DAYS,
  sparedDays: SPARED_DAYS,
};

/** Pictures of the manual, in pixels. */
const PICTURE = { width: 1040, height: 560 };

type Props = {
  /** Markdown: headings, paragraphs, points, pictures; `**strong**`, `[links](/address)`, `{names}`; `##` begins a part, `###` what folds at its end. */
  text: string;
  /** Ready to send when somebody taps a WhatsApp number of the page. */
  chatMessage?: string;
  /** Title of the list of the parts; without it there is none. */
  contents?: string;
  /** Below the title. */
  children?: ReactNode;
};

/** A page of text: the privacy notice, the accessibility statement, the desk's manual. Source: docs/ux.md §10. */
export function TextPage({ text, chatMessage = '', contents, children }: Props) {
  const [head = '', ...rest] = text.trim().split(/\n\n(?=## )/);
  const [title = '', lead = '', ...first] = head.replace('# ', '').split('\n\n');
  const parts = rest.map((part) => {
    const [heading = '', ...body] = part.split('\n\n');
    const [, name = '', id] = /^## (.*?)(?: \{#(.+)\})?$/.exec(heading) ?? [];
    const fold = body.findIndex((block) => block.startsWith('### '));
    return {
      name,
      id,
      shown: fold < 0 ? body : body.slice(0, fold),
      folded: fold < 0 ? [] : body.slice(fold),
    };
  });
  const blocks = (all: readonly string[]) =>
    all.map((block) => <Block key={block} text={block} chatMessage={chatMessage} />);

  return (
    <article className="page reading">
      <header className="reading__head stack gap-3">
        <h1>{title}</h1>
        <p className="lead">{runsOf(lead, chatMessage)}</p>
        {children}
      </header>
      <div className="reading__columns">
        {contents && (
          <nav className="reading__contents no-print" aria-label={contents}>
            <p className="eyebrow">{contents}</p>
            <ul className="reading__places">
              {parts.map(({ name, id }) => (
                <li key={id}>
                  <a className="reading__place" href={`#${id}`}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="reading__text stack">
          {blocks(first)}
          {parts.map(({ name, id, shown, folded: [summary, ...hidden] }) => (
            <section className="reading__part stack gap-3" key={name} id={id} aria-label={name}>
              <h2 className="title-3">{name}</h2>
              {blocks(shown)}
              {summary && (
                <details className="fold">
                  <summary>{summary.slice(4)}</summary>
                  <div className="reading__part stack gap-3">{blocks(hidden)}</div>
                </details>
              )}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}

/** A paragraph, points, or a picture. */
function Block({ text, chatMessage }: { text: string; chatMessage: string }) {
  const setting = /^\{(.+)\}$/.exec(text)?.[1] as keyof typeof NOTICE_WORDS | undefined;
  if (setting) return <SettingText as="p" name={setting} words={NOTICE_WORDS[setting]} />;
  const [, alt, src] = /^!\[(.*)\]\(\.\.\/public(.*)\)$/.exec(text) ?? [];
  if (src)
    return (
      <img className="reading__picture" src={src} alt={alt} {...PICTURE} loading="lazy" decoding="async" />
    );
  if (text.startsWith('- '))
    return (
      <ul className="points gap-2">
        {text
          .slice(2)
          .split('\n- ')
          .map((point) => (
            <li key={point}>{runsOf(point, chatMessage)}</li>
          ))}
      </ul>
    );
  return <p>{runsOf(text, chatMessage)}</p>;
}

const runsOf = (text: string, chatMessage: string) =>
  createElement(
    Fragment,
    null,
    ...text
      .split(/(\*\*.+?\*\*|\[.+?\]\(.+?\)|\{\w+\})/)
      .map((run, at) => (at % 2 ? runOf(run, chatMessage) : run)),
  );

function runOf(run: string, chatMessage: string): ReactNode {
  if (run.startsWith('**')) return <strong>{run.slice(2, -2)}</strong>;
  const [, words, to] = /^\[(.+)\]\((.+)\)$/.exec(run) ?? [];
  if (to) return <a href={to}>{words}</a>;
  const name = run.slice(1, -1);
  if (name === 'email') return <a href={`mailto:${brand.email}`}>{brand.email}</a>;
  if (name !== 'chat') return FACTS[name];
  const phone = phoneInWords(brand.phone);
  const chat = chatLink(brand.phone, chatMessage);
  return chat ? (
    <a className="unbroken" href={chat} target="_blank" rel="noopener noreferrer">
      {phone}
    </a>
  ) : (
    phone
  );
}
