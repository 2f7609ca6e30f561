import { SPARED_DAYS } from './retention.ts';
/** Words of the desk's page of settings. Source: docs/ux.md §8.8; docs/operar.md. */
export const settingsPage = {
  intro:
    'O que a direção muda sem programar. Cada mudança pede a sua senha, vale na hora e fica no Registro, com quem mudou.',
  loading: 'Carregando os ajustes…',
  change: 'Mudar',
  saved: 'Guardado.',
  /** Of a text that nobody wrote. */
  none: 'nenhuma',
  yes: 'Sim',
  no: 'Não',
  open: {
    title: 'Abrir ou fechar as inscrições',
    are: (closed: boolean) => (closed ? 'Inscrições fechadas' : 'Inscrições abertas'),
    legend: 'O que fazer',
    choices: { open: 'Abrir', close: 'Fechar' },
    missing: 'Escolha abrir ou fechar.',
    first: { label: 'A partir do dia', hint: 'Vazio: agora.' },
    last: { label: 'Até o fim do dia', hint: 'Vazio: sem dia para acabar.' },
    already: 'Já estão fechadas. Para abrir até um dia, escolha Abrir e o último dia.',
    begun: 'Quem já tinha começado ainda envia por 30 minutos.',
  },
  rules: 'O que o formulário pede',
  roll: 'Chamada',
  lines: 'Participante',
  /** Each setting of one value, which the page draws by its kind. */
  each: {
    responsavel_obrigatorio: {
      label: 'Nome e telefone do responsável de menores de 18 anos são obrigatórios?',
      hint: 'Recomendado: sim. Sem eles, a inscrição de quem é menor depende de alguém ligar.',
    },
    email_obrigatorio: {
      label: 'E-mail é obrigatório?',
      hint: 'Com não, quem não tem e-mail envia sem. A equipe avisa pelo WhatsApp.',
    },
    frase_de_fechada: {
      label: 'Frase para quando estão fechadas',
      hint: 'As famílias leem embaixo do aviso. Vazia: só o aviso.',
    },
    guardar_documento_dias: { label: 'Documento', after: 'depois da decisão' },
    guardar_nao_aprovada_meses: { label: 'Quem não foi aprovado, ou desistiu antes de participar' },
    guardar_espera_meses: { label: 'Lista de espera' },
    guardar_participante_meses: { label: 'Quem participou e saiu' },
    guardar_sem_decisao_meses: { label: 'Quem ficou sem resposta' },
    guardar_sem_responsavel_dias: { label: 'Menor sem telefone do responsável' },
    guardar_auditoria_meses: { label: 'Registro de acessos' },
    mensagem_contato: { label: 'Primeiro contato' },
    mensagem_falta_documento: { label: 'Falta documento' },
    mensagem_aprovada: { label: 'Aprovada' },
    mensagem_espera: { label: 'Lista de espera' },
    mensagem_ainda_quer: { label: 'Ainda quer a vaga?' },
    mensagem_nao_aprovada: { label: 'Não aprovada' },
    mensagem_responsavel: { label: 'Para o responsável' },
    mensagem_pedido: { label: 'Resposta a um pedido' },
    marcas_sem_uso: { label: 'O que não se anota' },
    faltas_seguidas: { label: 'Faltas seguidas até «Faltou»', hint: 'De 2 a 20. A justificada não conta.' },
  },
  periods: {
    title: 'Prazos',
    /** Over the field of one. */
    one: 'Por quanto tempo se guarda',
    intro: 'Por quanto tempo se guarda, contado da decisão. Depois, o site apaga sozinho, e não volta.',
    /** Below them. */
    below: `Um prazo mais curto vale para todos e espera ${SPARED_DAYS} dias; até lá, guardar o de agora desfaz o pedido. Um mais longo vale para quem se inscrever depois: quem já se inscreveu fica com o prazo que leu.
O aviso de privacidade, a declaração, as perguntas do formulário e a ficha em papel dizem sozinhos os prazos daqui. Fichas que já estão impressas, não.`,
    /** Of a period without an end, which only a command sets. */
    forEver: 'sem prazo',
    /** Over the field, by the unit. */
    hint: (unit: string) => `Em ${unit}.`,
    /** `term`: `3 meses`; `moment`: `26/11/2026 14:30`. */
    waits: (term: string, moment: string) => `Passa a ${term} na primeira limpeza depois de ${moment}.`,
    /** By what became of it. */
    saved: {
      mudou: 'Guardado.',
      igual: 'Já é assim.',
      espera: `Guardado. Só vale depois de ${SPARED_DAYS} dias; até lá, dá para desfazer nesta página.`,
      desfeito: 'Desfeito: o prazo continua o mesmo.',
    },
  },
  messages: {
    title: 'Mensagens às famílias',
    intro: 'O que a equipe manda pelo WhatsApp, uma a uma, na ficha da inscrição.',
    text: 'Texto',
    places: (places: string) =>
      `O site escreve no lugar de ${places}. Frase com algo que não há não sai. Vazio, vale o texto do site.`,
    reads: 'Como fica',
    usual: 'texto do site',
    own: 'texto próprio',
    /** Facts of nobody, to show how a message reads. */
    example: {
      firstName: 'Pessoa',
      protocol: '1234-5678',
      reason: 'o NIS não aparece na foto',
      until: '05/12/2026',
      className: 'Turma · 18:00 · Segunda a sexta',
      firstDay: '01/12/2026',
      approved: 'aprovado(a)',
      link: 'https://…/situacao',
      linkUntil: '30/12/2026',
      request: '1',
      answer: 'está feito',
    },
  },
} as const;
