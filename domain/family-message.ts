import { type FamilyMessage, familyMessages } from '../content/family-messages.ts';
import { chatLink } from './contact.ts';
import { writtenProtocol } from './protocol.ts';
import type { Registration } from './sheet.ts';
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
 * called. A guardian who has not confirmed is asked to while nothing is decided.
 * Source: ux.md §8.5, §11.2.
 */
export function preparedMessages(
  registration: Registration,
  { situation, reason, confirmed }: { situation: Situation; reason: string | null; confirmed: boolean },
): PreparedMessage[] {
  const { idade, nome_completo, protocolo, telefone_responsavel, telefone_whatsapp } = registration;
  const minor = typeof idade === 'number' && idade < 18;
  const facts = {
    firstName:
      String(nome_completo ?? '')
        .trim()
        .split(/\s+/)[0] ?? '',
    protocol: protocolo ? writtenProtocol(protocolo) : '',
    reason: (reason ?? '').trim().replace(/[.:\s]+$/, ''),
  };
  const undecided = situation === 'nova' || situation === 'em-analise';
  const prepare = (to: PreparedMessage['to'], phone: unknown): PreparedMessage[] => {
    const model = to === 'responsavel' && undecided && !confirmed ? 'responsavel' : MODELS[situation];
    const text = familyMessages[model](facts);
    const link = chatLink(String(phone ?? ''), text);
    return link ? [{ to, model, text, link }] : [];
  };
  return [
    ...(minor ? prepare('responsavel', telefone_responsavel) : []),
    ...prepare('pessoa', telefone_whatsapp),
  ];
}
