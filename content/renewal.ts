/** Words of the card that asks a family whether somebody goes on. Source: docs/ux.md §6.5. */
export const renewal = {
  title: 'Continua no projeto?',
  text: 'Uma vez por ano a gente pergunta.',
  cadunico: 'O Cadastro Único foi atualizado nos últimos 2 anos?',
  updated: { sim: 'Sim', nao: 'Não' },
  yes: 'Sim, continua',
  no: 'Não continua',
  sure: 'A equipe confirma com você antes de dar a vaga a outra pessoa.',
  sureNo: 'Isso, não continua',
  back: 'Voltar',
  answered: {
    sim: 'A resposta é: sim, continua. Mudou telefone, endereço ou escola? Diga aqui embaixo, em «O que você precisa?».',
    nao: 'A resposta é: não continua. A equipe ainda vai confirmar; até lá, a vaga fica guardada.',
  },
  change: 'Mudar a resposta',
  noted: 'Recebemos a resposta. Obrigado!',
  /** The desk was told otherwise, or the participation has ended. */
  closed: 'A equipe já anotou a resposta. Para mudar, fale no WhatsApp.',
} as const;
