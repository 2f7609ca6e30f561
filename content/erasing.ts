import { SPARED_DAYS } from './retention.ts';

/** Words for erasing an enrolment by hand and by retention. Source: docs/ux.md §8.6. */
export const erasing = {
  title: (protocol: string) => `Apagar a inscrição ${protocol}?`,
  /** Before it is erased, by the reason. */
  onRequest: `A inscrição se fecha na hora, para a equipe e para a família. Em ${SPARED_DAYS} dias some de vez, com o documento, também das cópias de segurança. Foi engano? Até lá, só a direção a devolve, com a senha.`,
  otherwise: `A inscrição sai do site na hora. Por ${SPARED_DAYS} dias a direção a devolve em Mais, Apagadas há pouco. Depois some de vez, também das cópias de segurança.`,
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
    text: `O que a equipe apagou nos últimos ${SPARED_DAYS} dias: até 300, as mais novas antes, e enxurradas no fim. No fim do prazo, some de vez.`,
    none: 'Nada foi apagado nestes dias.',
    loading: 'Carregando…',
    erased: (moment: string) => `apagada em ${moment}`,
    ends: (day: string) => `some em ${day}`,
    by: (reason: string, email: string | null) => `${reason}, por ${email ?? 'conta que não existe mais'}`,
    giveBack: 'Devolver',
    givingBack: 'Devolvendo…',
    question: (name: string) => `Devolver ${name}?`,
    whole: 'Volta para a lista como estava, com o documento.',
    /** Of one that its family asked to erase. */
    wasRequested:
      'A família pediu para apagar. Só devolva se ela mudou de ideia, ou se não foi ela que pediu.',
    givenBack: (name: string) => `${name} está de volta na lista.`,
    close: 'Fechar',
  },
} as const;

/** Reasons in the bin and the record that nobody chooses at the desk. */
export const otherReasons = {
  enxurrada: 'Enxurrada',
  importacao: 'Importação desfeita',
  ordem_judicial: 'Ordem judicial',
  conteudo_ilegal: 'Conteúdo ilegal',
} as const;

/** Reasons of what somebody at the desk erased, as `private.apagamentos.motivo` has them. */
export const BY_HAND: readonly string[] = Object.keys(erasing.reasons);

/** Why retention waits, as `private.freio.motivo` has it, for the record. */
export const brakeReasons = {
  relogio: 'data longe da última limpeza',
  muitas: 'muito a apagar de uma vez',
} as const;
