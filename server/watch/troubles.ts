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
    todo: 'O site tenta de novo a cada cinco minutos. O registro do servidor diz o que ficou e por quê; se não passar, inicie o site de novo.',
  },
  copia: {
    is: 'a cópia de segurança da noite está atrasada mais de um dia',
    todo: 'Confira se o disco das cópias está ligado e tem espaço; rode npm run backup.',
  },
  freio: {
    is: 'a limpeza por prazo parou até alguém confirmar a data',
    todo: 'Se a data do site está certa, aperte «A data está certa» na lista da secretaria, ou rode npm run retention -- --confirmo; até lá nada é apagado.',
  },
  apagou_muito: {
    is: 'a equipe apagou muitas inscrições à mão em 24 horas',
    todo: 'Se não foi combinado, veja no Registro quem foi e tire o acesso; «Quando a equipe apaga muito» em docs/operar.md.',
    over: 'a equipe pode apagar de novo; o que foi apagado continua apagado',
  },
  contas_desligadas: {
    is: 'muitas contas da equipe perderam o acesso em 24 horas',
    todo: 'Se não foi combinado, veja no Registro quem foi; npm run admin devolve os acessos.',
    over: 'a equipe pode tirar acessos de novo; quem perdeu o seu continua sem ele',
  },
  palpites: {
    is: 'muitos endereços de fora tentam adivinhar protocolos e datas de nascimento',
    todo: 'Nada a fazer agora: cada endereço tem o seu limite, e as famílias continuam sendo atendidas. Se durar dias, avise quem cuida do servidor.',
  },
  documentos_faltando: {
    is: 'no último início faltavam documentos na pasta de dados',
    todo: 'Confira se a pasta veio inteira; o que falta está numa cópia de segurança.',
  },
} as const;

export type Trouble = keyof typeof troubles;

/** Told again each day while they last: what somebody did, who may still be at it. */
export const TEAM_TROUBLES = {
  apagou: 'apagou_muito',
  tirou_acesso: 'contas_desligadas',
} as const satisfies Record<string, Trouble>;

/** Texts of the alerts; `site` is the address or name of the site. */
export const alerts = {
  begins: (site: string, code: Trouble) => `${site}: ${troubles[code].is}. ${troubles[code].todo} (${code})`,
  ends: (site: string, code: Trouble) => {
    const trouble = troubles[code];
    const words = 'over' in trouble ? trouble.over : `resolvido. Já passou: ${trouble.is}`;
    return `${site}: ${words}. (${code})`;
  },
} as const;
