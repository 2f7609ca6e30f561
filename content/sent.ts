import { brand } from './brand.ts';

/** Words of the confirmation in the form's place; what follows it is in next-steps.ts, fetched once it is needed. Source: docs/ux.md §6.2. */
export const sent = {
  pageTitle: `Inscrição enviada | ${brand.name}`,
  title: 'Inscrição enviada!',
  protocol: 'Seu número de protocolo é',
  writeDown: 'Anote o número ou tire um print. Use para perguntar sobre a inscrição.',
  /** `moment` is the centre's time: dd/mm/aaaa, às hh:mm. */
  moment: (moment: string) => `Enviada em ${moment}.`,
  /** Above the form of the next person; the protocol follows, and a full stop. */
  before: 'A inscrição anterior já foi enviada. Protocolo ',
} as const;
