import { Link } from 'react-router';
import { brand } from '../../content/brand.ts';
import type { NoticeSection, NoticeTable, Run, Words } from '../../content/notice.ts';
import { addressInWords, chatLink, phoneInWords } from '../../domain/contact.ts';
import { NOTICE_WORDS } from '../../domain/setting-texts.ts';
import { SettingText } from './SettingText.tsx';
import './reading.css';

type Props = { section: NoticeSection; chatMessage: string; className?: string };

/** A section of a notice. */
export function NoticePart({ section, chatMessage, className = '' }: Props) {
  const { id, title, blocks, table } = section;
  return (
    <section className={`reading__part ${className}`.trim()} id={id} aria-labelledby={`${id}-titulo`}>
      <h2 className="reading__title" id={`${id}-titulo`}>
        {title}
      </h2>
      {blocks.map((block, at) =>
        'setting' in block ? (
          <SettingText key={block.setting} as="p" name={block.setting} words={NOTICE_WORDS[block.setting]} />
        ) : 'points' in block ? (
          // biome-ignore-start lint/suspicious/noArrayIndexKey: the texts never change places
          <ul className="reading__points" key={at}>
            {block.points.map((words, point) => (
              <li key={point}>
                <RichText text={words} chatMessage={chatMessage} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={at}>
            <RichText text={block} chatMessage={chatMessage} />
          </p>
          // biome-ignore-end lint/suspicious/noArrayIndexKey: the texts never change places
        ),
      )}
      {table && <Table id={`${id}-tabela`} table={table} chatMessage={chatMessage} />}
    </section>
  );
}

/** On a phone each row is a card, whose cells name their column. */
function Table({ id, table, chatMessage }: { id: string; table: NoticeTable; chatMessage: string }) {
  const { title, intro, columns, rows } = table;
  return (
    <>
      <h3 className="reading__subtitle" id={id}>
        {title}
      </h3>
      <p>{intro}</p>
      <table className="reading__table" aria-labelledby={id}>
        <thead className="reading__table-head">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = [], ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
            <tr key={row}>
              <th scope="row">
                <RichText text={name} chatMessage={chatMessage} />
              </th>
              {cells.map((words, at) => (
                <td key={columns[at + 1]} data-label={columns[at + 1]}>
                  <RichText text={words} chatMessage={chatMessage} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Text of a notice; the phone number opens WhatsApp with `chatMessage`. */
function RichText({ text, chatMessage }: { text: Words; chatMessage: string }) {
  return text.map((run, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change places
    <Piece key={at} run={run} chatMessage={chatMessage} />
  ));
}

function Piece({ run, chatMessage }: { run: Run; chatMessage: string }) {
  if (typeof run === 'string') return run;
  if ('strong' in run) return <strong>{run.strong}</strong>;
  if ('value' in run) return addressInWords(brand);
  if ('link' in run)
    return run.link.startsWith('/') ? (
      <Link to={run.link}>{run.text}</Link>
    ) : (
      <a href={run.link}>{run.text}</a>
    );
  if (run.contact === 'email') return <a href={`mailto:${brand.email}`}>{brand.email}</a>;

  const chat = chatLink(brand.phone, chatMessage);
  const phone = phoneInWords(brand.phone);
  if (!chat) return phone;
  return (
    <a className="reading__phone" href={chat} target="_blank" rel="noopener noreferrer">
      {phone}
    </a>
  );
}
