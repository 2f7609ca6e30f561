import { brand } from '../../content/brand.ts';
import {
  type FamilyMessage,
  familyMessages,
  type OtherMessage,
  otherMessages,
  requestAnswer,
} from '../../content/family-messages.ts';
import { chatLink } from '../contact.ts';
import { laterDay, writtenDay } from '../dates.ts';
import { guardianDeadline } from '../enrolment/guardian.ts';
import { writtenProtocol } from '../enrolment/protocol.ts';
import { daysInOrder } from './attendance.ts';
import { filledMessage, type OwnMessages } from './own-message.ts';
import { isErasedSoon, lastDay } from './retention.ts';
import { type ChatNumber, chatNumbersOf, firstNameOf, type StoredEnrolment } from './sheet.ts';
import type { Situation } from './situations.ts';

/** A WhatsApp conversation with its text. `model`: which text. */
export type PreparedMessage = ChatNumber & {
  model: FamilyMessage | OtherMessage;
  /** Whether the text should contain a link for the family. */
  carriesLink: boolean;
  text: string;
  link: string;
};

/** A request by its number, and what became of it; `sentence`: why not, where that was written. */
export type AnsweredRequest = { number: number; confirmed: boolean; sentence: string | null };

const MODELS: Record<Situation, FamilyMessage> = {
  nova: 'contato',
  'em-analise': 'contato',
  'falta-documento': 'falta-documento',
  aprovada: 'aprovada',
  'lista-de-espera': 'espera',
  'nao-aprovada': 'nao-aprovada',
  desistiu: 'contato',
};

/** By the code of `sexo`. */
const APPROVED: Readonly<Record<string, string>> = { feminino: 'aprovada', masculino: 'aprovado' };

/** What the messages depend on besides the answers; days are ISO. */
type MessageInputs = {
  situation: Situation;
  reason: string | null;
  className: string | null;
  firstDay: string | null;
  confirmed: boolean;
  /** The guardian whom the answers name made the declaration. */
  guardianDeclared?: boolean;
  newPhone: string | null;
  guardianPhone: string | null;
  guardianUntil: string;
  eraseOn: string | null;
  /** A link that was made for this family, and the ISO day until which it opens; null for none. */
  link: { address: string; until: string } | null;
  today: string;
  /** The request that was answered last, where the family is told of it now. */
  answered?: AnsweredRequest | null | undefined;
  /** What all tell in the place of the situation. */
  about?: OtherMessage | undefined;
  /** The days of the absences in a row. */
  absentOn?: readonly string[];
  /** Messages in place of the usual. */
  own: OwnMessages;
};

/**
 * The messages for the family of an enrolment, one a number: to the guardian first when the person
 * is under 18, then to the person; none to an unusable number. Before all comes `newPhone`,
 * which the family gave later, as the guardian's of a minor, unless no telephone of a guardian is
 * known; then `guardianPhone`, the guardian's that came later. Nobody calls the guardian of who is 18 by now. Before a decision a
 * guardian who has neither confirmed nor made the declaration is asked for it; who made it is greeted by name. Each
 * text tells the last day (ISO) without the guardian's telephone, `guardianUntil`, '' for none. A person on the waiting list close
 * to `eraseOn` (ISO day) is asked whether they still want a place, until the day before. With `answered` all tell what
 * became of that request, with `about` what it says.
 * `className` and `firstDay` (ISO day) are of an approved person. Source: docs/ux.md §8.5, §8.6, §11.2.
 */
export function preparedMessages(enrolment: StoredEnrolment, inputs: MessageInputs): PreparedMessage[] {
  const { situation, reason, className, firstDay, eraseOn, today, answered } = inputs;
  const { protocol } = enrolment;
  const asksAgain = situation === 'lista-de-espera' && eraseOn !== null && isErasedSoon(eraseOn, today);
  const until = asksAgain ? lastDay(eraseOn) : laterDay(today, brand.answerDays);
  const facts = {
    firstName: firstNameOf(enrolment),
    protocol: protocol ? writtenProtocol(protocol) : '',
    reason: withoutEnd(reason),
    className: className ?? '',
    firstDay: firstDay ? writtenDay(firstDay) : '',
    approved: APPROVED[String(enrolment.sexo)] ?? 'uma das pessoas aprovadas',
    // biome-ignore lint/complexity/useMathMinMax: days are text
    until: writtenDay(until < today ? today : until),
    link: inputs.link?.address ?? '',
    linkUntil: writtenDay(inputs.link?.until ?? ''),
    request: String(answered?.number ?? ''),
    answer: withoutEnd(answered && requestAnswer(answered.confirmed, answered.sentence ?? '')),
  };
  const { about } = inputs;
  const undecided = situation === 'nova' || situation === 'em-analise';
  const deadline = undecided || situation === 'falta-documento' ? guardianDeadline(inputs.guardianUntil) : '';
  const absences = daysInOrder(inputs.absentOn ?? []);
  return chatNumbersOf({ ...enrolment, ...inputs }, today).map(({ to, phone, isNew }) => {
    const usual = asksAgain ? 'ainda-quer' : MODELS[situation];
    const isHers = to === 'responsavel' && inputs.guardianDeclared && !isNew;
    const declared = isHers ? firstNameOf({ nomeCompleto: enrolment.nomeResponsavel, nomeSocial: null }) : '';
    const ofNow = to === 'responsavel' && undecided && !inputs.confirmed && !declared ? 'responsavel' : usual;
    const model = answered ? 'pedido' : ofNow;
    const own = inputs.own?.[model];
    const usualText = own ? filledMessage(own, facts) : familyMessages[model](facts);
    const said = about ? otherMessages[about]({ ...facts, absences }) : usualText;
    const text = `${declared ? said.replace('Olá!', () => `Olá, ${declared}!`) : said} ${deadline}`.trim();
    const carriesLink = (about ?? model) === 'falta-documento' || about === 'renovacao';
    return { to, phone, isNew, model: about ?? model, carriesLink, text, link: chatLink(phone, text) ?? '' };
  });
}

/** A sentence to which the message puts the end. */
const withoutEnd = (said: string | null | undefined) => (said ?? '').trim().replace(/[.:\s]+$/, '');
