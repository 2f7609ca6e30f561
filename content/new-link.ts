import { brand } from './brand.ts';
import { unconfirmed } from './messages.ts';

/** Ending a family's links and sending another, where a correction says where the person is to be found. Source: docs/ux.md §8.5. */
export const newLink = {
  title: 'Correção gravada',
  ask: (phone: string) => `Encerrar os links desta família e mandar um novo${phone && ` a ${phone}`}?`,
  /** After `ask`, where nobody has confirmed the telephone that came by a link. */
  leftOut: ` Fica de fora o telefone do responsável (${unconfirmed}).`,
  hint: 'Quem tem um link de antes, como outro responsável, não lê o que mudou.',
  make: 'Encerrar e fazer o novo',
  making: 'Encerrando…',
  leave: 'Deixar como estão',
  made: 'Os links de antes não abrem mais. O novo só aparece agora: mande já.',
  failed: 'O link novo não foi feito. Tente de novo.',
  send: (phone: string) => `Mandar o link novo a ${phone}`,
  /** `until` is dd/mm/aaaa. */
  message: (firstName: string, link: string, until: string) =>
    `Olá! Aqui é da ${brand.name}. Este é o link novo da inscrição de ${firstName}, que vale até ${until}: ${link} Os de antes não abrem mais. Não passe para outras pessoas.`,
} as const;
