/**
 * What can be wrong with a running server, by the codes of `/health`: what is, and what the
 * owner does. Told by alerts and by `npm run doctor`; nothing personal. Source: docs/operar.md.
 */
export const troubles = {
  banco: {
    is: 'o banco de dados não responde, e ninguém consegue se inscrever',
    todo: 'O site tenta de novo sozinho. Se não voltar, rode npm run doctor na máquina do site.',
  },
  documentos: {
    is: 'a pasta dos documentos não pode ser usada, e ninguém consegue anexar',
    todo: 'Confira o disco e a pasta de dados; rode npm run doctor.',
  },
  paginas: {
    is: 'as páginas do site não foram montadas',
    todo: 'Pare o site e rode npm start de novo.',
  },
  disco: {
    is: 'o disco está quase cheio, e novas inscrições podem ser recusadas',
    todo: 'Libere espaço no disco da pasta de dados.',
  },
  migracoes: {
    is: 'o banco de dados é de outra versão do site',
    todo: 'Inicie o site com a versão mais nova que já serviu este banco.',
  },
  limpeza: {
    is: 'a limpeza de hora em hora não termina há mais de duas horas',
    todo: 'Veja o registro do servidor; se não passar, inicie o site de novo.',
  },
  copia: {
    is: 'a cópia de segurança da noite está atrasada mais de um dia',
    todo: 'Confira se o disco das cópias está ligado e tem espaço; rode npm run backup.',
  },
  freio: {
    is: 'a limpeza por prazo parou até alguém confirmar a data',
    todo: 'Leia o aviso na lista da secretaria, ou «Se a limpeza parou» em docs/operar.md.',
  },
  documentos_faltando: {
    is: 'no último início faltavam documentos na pasta de dados',
    todo: 'Confira se a pasta veio inteira; o que falta está numa cópia de segurança.',
  },
} as const;

export type Trouble = keyof typeof troubles;

/** Texts of the alerts; `site` is the address or name of the site. */
export const alerts = {
  begins: (site: string, code: Trouble) => `${site}: ${troubles[code].is}. ${troubles[code].todo} (${code})`,
  ends: (site: string, code: Trouble) => `${site}: resolvido. Já passou: ${troubles[code].is}. (${code})`,
} as const;
