import { roll } from '../../../content/attendance.ts';
import { classes } from '../../../content/classes.ts';
import { LINE_KINDS, type LineKind } from '../../../content/dated-lines.ts';
import { unconfirmed } from '../../../content/messages.ts';
import { chatLink, isSamePhone, phoneInWords, telLink } from '../../../domain/contact.ts';
import { MARKS, type Mark } from '../../../domain/desk/attendance.ts';
import { looksOf } from '../../../domain/desk/dated-lines.ts';
import type { ClassMember } from '../api/classes.ts';
import { Menu } from '../controls/Menu.tsx';

const words = classes.people;

type Props = {
  person: ClassMember;
  mark: Mark;
  before: Mark | null;
  /** Undefined where the list does not change any more. */
  onMark: ((mark: Mark) => void) | undefined;
};

/** A pupil on a list: a tap says missing, or takes that back; behind the name health, whom to call, and the excuse. */
export function RollPupil({ person, mark, before, onMark }: Props) {
  const { name } = person;
  const isMissing = mark !== 'presente';
  const looks = [...(person.health ? [roll.health] : []), ...looksOf(person)];
  return (
    <li className="roll__pupil line gap-2">
      <button
        type="button"
        className={`roll__tap row between may-shrink ${isMissing ? 'roll__tap--missing' : ''}`}
        aria-pressed={isMissing}
        disabled={!onMark}
        onClick={() => onMark?.(isMissing ? 'presente' : 'falta')}
      >
        <span>
          <bdi translate="no">{name}</bdi>
          {looks.length > 0 && <span className="hint error"> {looks.join(' · ')}</span>}
        </span>
        <span className="small">
          {MARKS[mark]}
          {before && before !== mark && <span className="hint"> {roll.before(MARKS[before])}</span>}
        </span>
      </button>
      <Menu
        label={roll.more}
        about={name}
        acts={onMark && mark !== 'justificada' ? [[roll.excuse, () => onMark('justificada')]] : []}
      >
        <Contacts person={person} />
      </Menu>
    </li>
  );
}

/** Age, health where there is a line, and whom to call. */
export function Contacts({ person }: { person: ClassMember }) {
  const { idade, nomeResponsavel, telefoneResponsavel, telefoneWhatsapp, contatoRecados, newPhone, health } =
    person;
  const guardian = person.isUnconfirmed ? `${words.guardian} (${unconfirmed})` : words.guardian;
  return (
    <div className="roll__contacts stack gap-2">
      <p>{words.years(idade)}</p>
      {health && (
        <p className="notice notice--error">
          {words.condition} {health}
        </p>
      )}
      {(nomeResponsavel?.trim() || telefoneResponsavel?.trim()) && (
        <Call
          label={[guardian, nomeResponsavel?.trim()].filter(Boolean).join(': ')}
          phone={telefoneResponsavel}
        />
      )}
      {Object.entries(person.lines ?? {}).map(([kind, text]) => (
        <p key={kind}>
          {LINE_KINDS[kind as LineKind].label}: {text}
        </p>
      ))}
      {newPhone && <Call label={words.newPhone} phone={newPhone} />}
      {telefoneWhatsapp &&
        ![telefoneResponsavel, newPhone].some((phone) => isSamePhone(phone, telefoneWhatsapp)) && (
          <Call label={words.person} phone={telefoneWhatsapp} />
        )}
      {contatoRecados?.trim() && (
        <p>
          {words.messages}: {contatoRecados}
        </p>
      )}
    </div>
  );
}

/** Whose number, as one link: to its conversation, which calls too; of one without, to call. */
function Call({ label, phone }: { label: string; phone: string | null | undefined }) {
  const href = phone && (chatLink(phone) ?? telLink(phone));
  return (
    <p>
      <span className="hint block">{label}</span>
      {href ? (
        <a className="touch" href={href} target="_blank" rel="noopener noreferrer">
          {phoneInWords(phone)}
          <span className="vh"> (abre em outra página)</span>
        </a>
      ) : (
        phone
      )}
    </p>
  );
}
