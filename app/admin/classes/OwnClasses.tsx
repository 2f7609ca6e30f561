import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { classes } from '../../../content/classes.ts';
import { unconfirmed } from '../../../content/messages.ts';
import { chatLink, isSamePhone, phoneInWords, telLink } from '../../../domain/contact.ts';
import { nameOf } from '../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { type OwnClass as Class, type ClassMember, classList, ownClassesQuery } from '../api/classes.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { QueryState } from '../controls/QueryState.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { useClassList } from '../print/use-class-list.tsx';

const words = classes.people;

/** A teacher's own classes with their pupils, and their lists on paper; a list is asked for when its class is opened, and noted. */
export function OwnClasses() {
  const { said, say } = useDialog();
  const { print, busyOf, paper } = useClassList(say);

  return (
    <DeskPage
      head={<p>{classes.introOfTeacher}</p>}
      query={useQuery(ownClassesQuery)}
      loading={classes.loading}
      empty={(own) => own.length === 0 && classes.noneOfTeacher}
      said={said}
      dialog={paper}
    >
      {(own) =>
        own.map((one) => (
          <OwnClass
            key={one.id}
            one={one}
            alone={own.length === 1}
            busyText={busyOf(one.id)}
            onPrint={print}
          />
        ))
      }
    </DeskPage>
  );
}

type Props = { one: Class; alone: boolean; busyText: string | false; onPrint: (one: Class) => void };

function OwnClass({ one, alone, busyText, onPrint }: Props) {
  const [open, setOpen] = useState(alone);
  const people = useQuery({
    queryKey: ['class people', one.id],
    queryFn: () => classList(one.id, true),
    enabled: open,
  });

  return (
    <details className="fold wide" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          {one.name}
          <span className="hint block">
            {classes.when(one)} · {classes.pupils(one.pupils)}
          </span>
        </span>
      </summary>
      {open && <QueryState query={people} loading={words.loading} />}
      {people.data?.length === 0 && <p>{words.none}</p>}
      {people.data && people.data.length > 0 && (
        <div>
          <ol className="own-class__people">
            {people.data.map((person, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a pupil has no id here, and the list is read whole
              <Pupil key={at} person={person} />
            ))}
          </ol>
          <SecondaryButton busyText={busyText} onClick={() => onPrint(one)}>
            {words.print}
            <span className="vh">: {one.name}</span>
          </SecondaryButton>
        </div>
      )}
    </details>
  );
}

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
      {![telefoneResponsavel, newPhone].some((phone) => isSamePhone(phone, telefoneWhatsapp)) && (
        <Call label={words.person} of={name} phone={telefoneWhatsapp} />
      )}
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
