import { classes } from '../../../content/classes.ts';
import { unconfirmed } from '../../../content/messages.ts';
import { chatLink, phoneInWords, telLink } from '../../../domain/contact.ts';
import { nameOf } from '../../../domain/desk/sheet.ts';
import { ChatLink } from '../../ui/ChatLink.tsx';
import type { ClassMember } from '../api/classes.ts';

const words = classes.people;

/** A pupil as the teacher needs them: name, age, whom to call, and health where there is a line. */
export function Pupil({ person }: { person: ClassMember }) {
  const name = nameOf(person);
  const { idade, nomeResponsavel, telefoneResponsavel, telefoneWhatsapp, contatoRecados, newPhone, health } =
    person;
  return (
    <li className="pupil stack panel gap-1">
      <p className="bold">
        <bdi translate="no">{name}</bdi>, {words.years(idade)}
      </p>
      {health && (
        <p className="pupil__health">
          {words.condition} {health}
        </p>
      )}
      {(nomeResponsavel?.trim() || telefoneResponsavel?.trim()) && (
        <Call
          label={person.isUnconfirmed ? `${words.guardian} (${unconfirmed})` : words.guardian}
          of={name}
          who={nomeResponsavel}
          phone={telefoneResponsavel}
        />
      )}
      {newPhone && <Call label={words.newPhone} of={name} phone={newPhone} />}
      <Call label={words.person} of={name} phone={telefoneWhatsapp} />
      {contatoRecados?.trim() && (
        <p>
          {words.messages}: {contatoRecados}
        </p>
      )}
    </li>
  );
}

type CallProps = { label: string; of: string; who?: string | null; phone: string | null };

/** Whose telephone it is, the number to call, and its conversation. */
function Call({ label, of, who, phone }: CallProps) {
  const tel = phone && telLink(phone);
  const chat = phone && chatLink(phone);
  const whose = `${label} de ${of}`;
  return (
    <p className="row gap-4 no-row-gap">
      <span className="hint full-row">
        {label}
        {who?.trim() && `: ${who.trim()}`}
      </span>
      {tel ? (
        <a className="touch gap-1" href={tel}>
          <span className="vh">{words.call(whose)}: </span>
          {phoneInWords(phone)}
        </a>
      ) : (
        phone
      )}
      {chat && (
        <ChatLink className="touch gap-1" href={chat}>
          {words.chat}
          <span className="vh">{words.chatOf(whose)}</span>
        </ChatLink>
      )}
    </p>
  );
}
