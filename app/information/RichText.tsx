import { Link } from 'react-router';
import { brand } from '../../content/brand.ts';
import type { Run, Words as Text } from '../../content/notice.ts';
import { addressInWords, chatLink, phoneInWords } from '../../domain/contact.ts';

/** Text of a notice; the phone number opens WhatsApp with `chatMessage`. */
export function RichText({ text, chatMessage }: { text: Text; chatMessage: string }) {
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
