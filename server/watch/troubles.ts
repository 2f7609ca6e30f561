import { SPARED_DAYS } from '../../content/retention.ts';
import type { TeamState } from '../../domain/desk/erasing.ts';
import { RESERVE_BYTES } from '../core/disk-space.ts';
import { hasAllMigrations } from '../site-data/open/migrations.ts';
import { CORRECTED_AT_WORK, type Counts, type DatabaseFacts } from './facts.ts';

/** Twice the time from one clean-up to the next. */
const CLEAN_UP_LATE_MS = 2 * 3_600_000;

/** What a running server knows of itself; null where what was asked gave no answer in time. */
export type Facts = {
  database: DatabaseFacts | null;
  /** As they were counted last (`COUNT_EVERY_MS`); null before the first time. */
  counts: (Counts & { dayHalfFull: boolean }) | null;
  /** Of the disk of the documents' folder; null too when the folder cannot be used. */
  freeBytes: number | null;
  hasPages: boolean;
  /** BACKUP_DIR is set. */
  hasBackups: boolean;
  sinceCleanUpMs: number;
  /** Documents that had no file when the server started. */
  missing: number;
};

type Row = {
  holds: (facts: Facts) => boolean | undefined;
  /**
   * What is wrong and, in `todo`, what the owner does: the sentences of alerts and of the doctor. Nothing
   * personal.
   */
  is: string;
  todo: string;
  /** What an alert says when it ends, where that is not simply that all is well. */
  over?: string;
  /** Nobody can enrol. */
  stops?: true;
  /** Possibly nothing is wrong: only alerts report it; `/health` and the doctor stay as they are. */
  notice?: true;
  /** It waits for a person, so an alert repeats it each day (decisions 119, 150). */
  daily?: true;
  /** How many times longer than others it must last before an alert reports it. */
  patience?: number;
};

const DAILY_NOTICE = { notice: true, daily: true } as const;

/**
 * What can be wrong with a running server: told by `/health` in codes, by alerts and by `npm run
 * doctor` in sentences. Source: docs/operar.md.
 */
const TABLE = {
  banco: {
    holds: ({ database }) => database === null,
    stops: true,
    is: 'o banco de dados não responde, e ninguém consegue se inscrever',
    todo: 'O site tenta de novo sozinho. Se não voltar, rode npm run doctor na máquina do site.',
  },
  documentos: {
    holds: ({ freeBytes }) => freeBytes === null,
    stops: true,
    is: 'a pasta dos documentos não pode ser usada, e ninguém consegue anexar',
    todo: 'Confira o disco e a pasta de dados; rode npm run doctor.',
  },
  paginas: {
    holds: ({ hasPages }) => !hasPages,
    stops: true,
    is: 'as páginas do site não foram montadas',
    todo: 'Pare o site e rode npm start de novo.',
  },
  disco: {
    holds: ({ freeBytes }) => freeBytes !== null && freeBytes < RESERVE_BYTES,
    is: 'o disco está quase cheio, e novas inscrições podem ser recusadas',
    todo: 'Libere espaço no disco da pasta de dados.',
  },
  migracoes: {
    holds: ({ database }) => database !== null && !hasAllMigrations(database.migracoes),
    is: 'o banco de dados é de outra versão do site',
    todo: 'Inicie o site com a versão mais nova que já serviu este banco.',
  },
  limpeza: {
    holds: ({ sinceCleanUpMs }) => sinceCleanUpMs > CLEAN_UP_LATE_MS,
    is: 'a limpeza de hora em hora não termina há mais de duas horas',
    todo: 'O site tenta de novo a cada cinco minutos. O registro do servidor diz o que ficou e por quê; se não passar, inicie o site de novo.',
  },
  copia: {
    holds: ({ database, hasBackups }) => hasBackups && database?.atrasada,
    patience: 60, // the copy of a night that a machine was off is made in the first hour: that is no trouble yet
    is: 'a cópia de segurança da noite está atrasada mais de um dia',
    todo: 'Confira se o disco das cópias está ligado e tem espaço; rode npm run backup.',
  },
  sem_copia_fora: {
    holds: ({ database }) => database?.sem_copia_fora,
    is: 'há mais de uma semana não se faz cópia de segurança fora do disco dos dados',
    todo: 'Se ele quebra, ou a máquina some, tudo se perde. Diga em BACKUP_DIR, no .env, uma pasta em outro disco, ou ligue o das cópias.',
  },
  freio: {
    holds: ({ database }) => Boolean(database?.freio),
    daily: true,
    is: 'a limpeza por prazo parou até alguém confirmar a data',
    todo: 'Se a data do site está certa, aperte «A data está certa» na lista da secretaria, ou rode npm run retention -- --confirmo; até lá nada é apagado.',
  },
  apagou_muito: {
    holds: ({ counts }) => counts?.equipe.erased !== undefined,
    daily: true,
    is: 'alguém da equipe apagou 10 inscrições ou mais em 24 horas',
    todo: 'Se não foi combinado, veja no Registro quem foi e tire o acesso; ali, no «⋯», «Devolver apagadas» traz tudo de volta em 7 dias.',
    over: 'faz um dia que ninguém da equipe apaga tanto; o que foi apagado continua na lixeira',
  },
  contas_desligadas: {
    holds: ({ counts }) => counts?.equipe.disabled !== undefined,
    daily: true,
    is: 'alguém da equipe tirou 3 acessos ou mais em 24 horas',
    todo: 'Se não foi combinado, veja no Registro quem foi; npm run admin devolve os acessos.',
    over: 'faz um dia que ninguém da equipe tira tantos acessos; quem perdeu o seu continua sem ele',
  },
  conta_desligada: {
    holds: ({ counts }) => counts?.avisos.includes('conta_desligada'),
    ...DAILY_NOTICE,
    is: 'alguém da equipe tirou o acesso de outra pessoa, ou o papel de direção, nas últimas 24 horas',
    todo: 'Se não foi combinado, veja no Registro quem foi; npm run admin devolve o que se tirou.',
    over: 'faz um dia que ninguém da equipe tira acessos; quem perdeu o acesso continua sem ele',
  },
  conta_nova: {
    holds: ({ counts }) => counts?.avisos.includes('conta_nova'),
    ...DAILY_NOTICE,
    is: 'alguém da equipe criou uma conta, devolveu um acesso ou deu um papel nas últimas 24 horas',
    todo: 'Se não foi combinado, veja no Registro quem foi e tire o acesso dos dois com npm run admin.',
    over: 'faz um dia que ninguém da equipe dá acessos; as contas novas continuam',
  },
  senha_de_outra: {
    holds: ({ counts }) => counts?.avisos.includes('senha_de_outra'),
    ...DAILY_NOTICE,
    is: 'alguém da equipe trocou a senha de outra pessoa nas últimas 24 horas',
    todo: 'Se não foi combinado, veja no Registro quem foi; npm run admin dá outra senha.',
    over: 'faz um dia que ninguém da equipe troca a senha de outra pessoa',
  },
  texto_publico: {
    holds: ({ counts }) => counts?.avisos.includes('texto_publico'),
    ...DAILY_NOTICE,
    is: 'alguém da equipe mudou nas últimas 24 horas o que as famílias leem: inscrições fechadas, mensagens ou turmas',
    todo: 'Se não foi combinado, confira «Ajustes» e «Turmas», e veja no Registro quem foi.',
    over: 'faz um dia que ninguém da equipe muda o que as famílias leem',
  },
  muitas_leituras: {
    holds: ({ counts }) => counts?.leu_muito,
    ...DAILY_NOTICE,
    is: 'alguém da equipe leu em uma hora muito mais do que o trabalho pede',
    todo: 'Se não foi uma planilha ou impressão combinada, veja no Registro quem foi, tire o acesso com npm run admin e siga o plano de incidente.',
    over: 'faz uma hora que ninguém da equipe lê tanto; o que foi lido continua lido',
  },
  muitas_correcoes: {
    holds: ({ counts }) => counts?.corrigiu_muito,
    ...DAILY_NOTICE,
    is: `alguém da equipe corrigiu respostas de mais de ${CORRECTED_AT_WORK} inscrições em uma hora`,
    todo: 'Se não foi combinado, veja no Registro quem foi e tire o acesso; ali, no «⋯», «Desfazer correções» traz tudo de volta.',
    over: 'faz uma hora que ninguém da equipe corrige tanto; o que foi corrigido continua corrigido',
  },
  prazo_mais_curto: {
    holds: ({ database }) => database?.encurtou,
    ...DAILY_NOTICE,
    is: 'alguém pediu um prazo de guarda mais curto, que apaga mais e não volta',
    todo: `Vale na primeira limpeza depois de ${SPARED_DAYS} dias. Se não foi combinado, desfaça em «Ajustes», e veja no Registro quem foi.`,
    over: 'o prazo mais curto já vale, ou foi desfeito: «Ajustes» diz',
  },
  envios_demais: {
    holds: ({ counts }) => counts?.dayHalfFull,
    notice: true,
    daily: true,
    is: 'em 24 horas chegou metade de tudo o que o site recebe num dia, que são cinco vezes UPLOAD_DAY_MB',
    todo: 'No fim dela ninguém envia mais até passarem as 24 horas. Se não é um mutirão, peça à direção para apagar os envios do mesmo lugar, no alto da lista; se é, aumente UPLOAD_DAY_MB no .env e inicie o site de novo.',
  },
  palpites: {
    holds: ({ counts }) => counts?.palpites,
    is: 'muitos endereços de fora tentam adivinhar protocolos e datas de nascimento',
    todo: 'Nada a fazer agora: cada endereço tem o seu limite, e as famílias continuam sendo atendidas. Se durar dias, avise quem cuida do servidor.',
  },
  documentos_faltando: {
    holds: ({ missing }) => missing > 0,
    is: 'no último início faltavam documentos na pasta de dados',
    todo: 'Confira se a pasta veio inteira; o que falta está numa cópia de segurança.',
  },
} satisfies Record<string, Row>;

export type Trouble = keyof typeof TABLE;
export const TROUBLES: Readonly<Record<Trouble, Row>> = TABLE;
export const CODES = Object.keys(TABLE) as Trouble[];

/** For each count of `TeamState`, the trouble that reports it. */
export const TEAM_TROUBLES = [
  ['erased', 'apagou_muito'],
  ['disabled', 'contas_desligadas'],
] as const satisfies [keyof TeamState, Trouble][];

/** A trouble in full: what is wrong, and what to do. */
export const inFull = (code: Trouble): string => `${TROUBLES[code].is}. ${TROUBLES[code].todo}`;
