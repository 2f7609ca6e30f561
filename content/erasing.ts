import { SPARED_DAYS } from './retention.ts';

/** Words for erasing an enrolment by hand and by retention. Source: docs/ux.md §8.6. */
export const erasing = {
  title: (protocol: string | null) =>
    protocol ? `Apagar a inscrição ${protocol}?` : 'Apagar esta inscrição?',
  /** Before it is erased, by the reason. */
  onRequest: `As respostas saem na hora, sem volta. O documento fica fechado, e em ${SPARED_DAYS} dias sai do site e das cópias de segurança.`,
  otherwise: `A inscrição sai do site na hora. Por ${SPARED_DAYS} dias a direção a devolve em Mais, Apagadas há pouco. Depois some de vez, também das cópias de segurança.`,
  /** What erases without a way back. */
  forEver: 'Apagar para sempre',
  confirm: (protocol: string | null) =>
    protocol ? 'Para confirmar, digite o protocolo' : 'Para confirmar, digite APAGAR',
  reason: 'Motivo',
  reasons: {
    pedido_da_familia: 'Pedido da família',
    repetida: 'Repetida',
    teste: 'Teste',
    outro: 'Outro',
  },
  reasonMissing: 'Escolha o motivo.',
  /** For roles that may erase for no other reason. */
  onlyOnRequest: 'Só se a família pediu: é o motivo que fica no registro. Por outro motivo, peça à direção.',
  /** Where the request stands in the open enrolment. */
  isRequested: 'A família pediu para apagar tudo. É o motivo que fica no registro.',
  mismatch: 'O protocolo não confere. Digite o desta inscrição.',
  mismatchWord: 'Digite APAGAR para confirmar.',
  submit: 'Apagar',
  busy: 'Apagando…',
  cancel: 'Cancelar',
  done: 'A inscrição foi apagada.',
  bin: {
    text: `O que a equipe apagou à mão nos últimos ${SPARED_DAYS} dias, menos a pedido de família. No fim do prazo, some de vez.`,
    none: 'Nada foi apagado nestes dias.',
    loading: 'Carregando…',
    columns: ['Inscrição', 'Apagada', 'Some em', 'Ações'],
    by: (reason: string, email: string | null) => `${reason}, por ${email ?? 'conta que não existe mais'}`,
    giveBack: 'Devolver',
    givingBack: 'Devolvendo…',
    givenBack: (name: string) => `${name} está de volta na lista.`,
    close: 'Fechar',
  },
} as const;

/** Reasons of what somebody at the desk erased, as `private.apagamentos.motivo` has them. */
export const BY_HAND: readonly string[] = Object.keys(erasing.reasons);

/** Why retention waits, as `private.freio.motivo` has it, for the record. */
export const brakeReasons = {
  relogio: 'data longe da última limpeza',
  muitas: 'muito a apagar de uma vez',
} as const;
