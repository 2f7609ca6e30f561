import { brand } from '../../content/brand.ts';
import { type FamilyMessage, familyMessages } from '../../content/family-messages.ts';
import { chatLink, nationalDigits } from '../contact.ts';
import { laterDay, writtenDay } from '../dates.ts';
import { guardianDeadline } from '../enrolment/guardian.ts';
import { writtenProtocol } from '../enrolment/protocol.ts';
import { filledMessage, type OwnMessages } from './own-message.ts';
import { isErasedSoon } from './retention.ts';
import { firstNameOf, isMinor, lacksGuardianPhone, type StoredEnrolment } from './sheet.ts';
import type { Situation } from './situations.ts';

/** A WhatsApp conversation with its text. `to`: the owner of the phone; `isNew`: the family gave it later; `model`: which text. */
export type PreparedMessage = {
  to: 'responsavel' | 'pessoa';
  phone: string;
  isNew: boolean;
  model: FamilyMessage;
  /** Whether the text is to carry a link of the family's. */
  carriesLink: boolean;
  text: string;
  link: string;
};

const MODELS: Record<Situation, FamilyMessage> = {
  nova: 'contato',
  'em-analise': 'contato',
  'falta-documento': 'falta-documento',
  aprovada: 'aprovada',
  'lista-de-espera': 'espera',
  'nao-aprovada': 'nao-aprovada',
  desistiu: 'contato',
};

/** Texts that ask for what the family can do on its page. */
const LINKED: readonly FamilyMessage[] = ['falta-documento'];

/** By the code of `sexo`. */
const APPROVED = new Map([
  ['feminino', 'aprovada'],
  ['masculino', 'aprovado'],
]);

/** What decides about the messages besides the answers; days are ISO. */
type Known = {
  situation: Situation;
  reason: string | null;
  className: string | null;
  firstDay: string | null;
  confirmed: boolean;
  newPhone: string | null;
  guardianPhone: string | null;
  guardianUntil: string;
  eraseOn: string | null;
  /** A link that was made for this family, and the ISO day until which it opens; null for none. */
  link: { address: string; until: string } | null;
  today: string;
  /** Messages in place of the usual. */
  own: OwnMessages;
};

/**
 * The messages for the family of an enrolment, one a number: to the guardian first when the person
 * is under 18, then to the person; none to an unusable number. Before all comes `newPhone`,
 * which the family gave later, as the guardian's of a minor, unless no telephone of a guardian is
 * known; then `guardianPhone`, the guardian's that came later. Before a decision a
 * guardian who has not confirmed is asked for it, and each text tells the last day (ISO) without
 * the guardian's telephone, `guardianUntil`, '' for none. A person on the waiting list close
 * to `eraseOn` (ISO day) is asked whether they still want a place, until the day before.
 * `className` and `firstDay` (ISO day) are of an approved person. Source: docs/ux.md §8.5, §8.6, §11.2.
 */
export function preparedMessages(enrolment: StoredEnrolment, known: Known): PreparedMessage[] {
  const { situation, reason, className, firstDay, newPhone, guardianPhone, eraseOn, today } = known;
  const { protocol, telefoneResponsavel, telefoneWhatsapp } = enrolment;
  const asksAgain = situation === 'lista-de-espera' && eraseOn !== null && isErasedSoon(eraseOn, today);
  const lastDay = asksAgain ? laterDay(eraseOn, -1) : laterDay(today, brand.answerDays);
  const facts = {
    firstName: firstNameOf(enrolment),
    protocol: protocol ? writtenProtocol(protocol) : '',
    reason: (reason ?? '').trim().replace(/[.:\s]+$/, ''),
    className: className ?? '',
    firstDay: firstDay ? writtenDay(firstDay) : '',
    approved: APPROVED.get(String(enrolment.sexo)) ?? 'aprovado(a)',
    until: writtenDay(lastDay < today ? today : lastDay),
    link: known.link?.address ?? '',
    linkUntil: writtenDay(known.link?.until ?? ''),
  };
  const undecided = situation === 'nova' || situation === 'em-analise';
  const deadline = undecided || situation === 'falta-documento' ? guardianDeadline(known.guardianUntil) : '';
  const minor = isMinor(enrolment);
  const prepare = (to: PreparedMessage['to'], given: unknown, isNew = false): PreparedMessage[] => {
    const phone = String(given ?? '');
    const usual = asksAgain ? 'ainda-quer' : MODELS[situation];
    const model = to === 'responsavel' && undecided && !known.confirmed ? 'responsavel' : usual;
    const own = known.own[model];
    const text = `${own ? filledMessage(own, facts) : familyMessages[model](facts)} ${deadline}`.trim();
    const link = chatLink(phone, text);
    return link ? [{ to, phone, isNew, model, carriesLink: LINKED.includes(model), text, link }] : [];
  };
  const ofChild = lacksGuardianPhone(enrolment) && !guardianPhone;
  const messages = [
    ...(newPhone ? prepare(minor && !ofChild ? 'responsavel' : 'pessoa', newPhone, true) : []),
    ...(guardianPhone ? prepare('responsavel', guardianPhone, true) : []),
    ...(minor ? prepare('responsavel', telefoneResponsavel) : []),
    ...prepare('pessoa', telefoneWhatsapp),
  ];
  const calledBefore = ({ phone }: PreparedMessage, at: number) =>
    messages.slice(0, at).some((it) => isSame(it.phone, phone));
  return messages.filter((message, at) => !calledBefore(message, at));
}

const isSame = (one: string, other: string) => nationalDigits(one) === nationalDigits(other);
