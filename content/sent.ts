import { brand } from './brand.ts';

/** Words of the confirmation in the form's place; what follows it is in next-steps.ts, fetched once it is needed. Source: docs/ux.md §6.2. */
export const sent = {
  pageTitle: `Inscrição enviada | ${brand.name}`,
  title: 'Inscrição enviada!',
  protocol: 'Seu número de protocolo é',
  copy: 'Copiar',
  copied: 'Número copiado.',
  /** Where the browser may not copy. */
  cannotCopy: 'Não deu para copiar. Anote o número.',
  writeDown: 'Anote o número ou tire um print. Use para perguntar sobre a inscrição.',
  /** `moment` is the centre's time: dd/mm/aaaa, às hh:mm. */
  moment: (moment: string) => `Enviada em ${moment}.`,
  again: 'Fazer outra inscrição',
  againForFamily: 'Fazer outra inscrição para a mesma família',
  /** Below `againForFamily`. */
  shares: 'Guardamos cidade, endereço, telefones, e-mail, responsável e renda. O resto começa vazio.',
  /** Above the form of the next person; the protocol follows, and a full stop. */
  before: 'A inscrição anterior já foi enviada. Protocolo ',
  home: 'Ir para o início',
  close: 'Sair e limpar esta tela',
} as const;
