import { brand } from '../content/brand.ts';
import { type FamilyMessage, familyMessages } from '../content/family-messages.ts';
import { chatLink } from './contact.ts';
import { laterDay, writtenDay } from './dates.ts';
import { isErasedSoon } from './keeping.ts';
import { writtenProtocol } from './protocol.ts';
import { isMinor, type Registration } from './sheet.ts';
import type { Situation } from './situations.ts';

/** A conversation ready to be opened. `to` is whose phone it is; `model` which text. */
export type PreparedMessage = {
  to: 'responsavel' | 'pessoa';
  model: FamilyMessage;
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

/**
 * Whom to call about a registration and with which text: the guardian first when
 * the person is under 18, then the person; without the numbers that cannot be
 * called. A guardian who has not confirmed is asked to while nothing is decided; who
 * has waited until it is nearly time to erase (`eraseOn`, an ISO day) is asked
 * whether they still want to, and may answer as long as nothing is erased.
 * Source: ux.md §8.5, §8.6, §11.2.
 */
export function preparedMessages(
  registration: Registration,
  {
    situation,
    reason,
    confirmed,
    eraseOn,
    today,
  }: {
    situation: Situation;
    reason: string | null;
    confirmed: boolean;
    eraseOn: string | null;
    today: string;
  },
): PreparedMessage[] {
  const { nome_completo, protocolo, telefone_responsavel, telefone_whatsapp } = registration;
  const asksAgain = situation === 'lista-de-espera' && eraseOn !== null && isErasedSoon(eraseOn, today);
  const lastDay = asksAgain ? laterDay(eraseOn, -1) : laterDay(today, brand.answerDays);
  const facts = {
    firstName:
      String(nome_completo ?? '')
        .trim()
        .split(/\s+/)[0] ?? '',
    protocol: protocolo ? writtenProtocol(protocolo) : '',
    reason: (reason ?? '').trim().replace(/[.:\s]+$/, ''),
    until: writtenDay(lastDay < today ? today : lastDay),
  };
  const undecided = situation === 'nova' || situation === 'em-analise';
  const prepare = (to: PreparedMessage['to'], phone: unknown): PreparedMessage[] => {
    const usual = asksAgain ? 'ainda-quer' : MODELS[situation];
    const model = to === 'responsavel' && undecided && !confirmed ? 'responsavel' : usual;
    const text = familyMessages[model](facts);
    const link = chatLink(String(phone ?? ''), text);
    return link ? [{ to, model, text, link }] : [];
  };
  return [
    ...(isMinor(registration) ? prepare('responsavel', telefone_responsavel) : []),
    ...prepare('pessoa', telefone_whatsapp),
  ];
}
