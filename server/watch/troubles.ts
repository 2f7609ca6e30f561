import { SPARED_DAYS } from '../../content/retention.ts';
import { RESERVE_BYTES } from '../core/disk-space.ts';
import { CORRECTED_AT_WORK, type Counts, type DatabaseFacts } from './facts.ts';
import { type Finding, note, todo } from './finding.ts';

/** Twice the time from one clean-up to the next. */
const CLEAN_UP_LATE_MS = 2 * 3_600_000;

/** What is known of a site; null where what was asked gave no answer in time. */
export type Facts = {
  database: DatabaseFacts | null;
  /** The database has other migrations than this version. */
  otherVersion: boolean;
  /** As they were counted last (`COUNT_EVERY_MS`); null before the first time. */
  counts: (Counts & { dayHalfFull?: boolean }) | null;
  /** Of the disk of the documents' folder; null too when the folder cannot be used. */
  freeBytes: number | null;
  hasPages: boolean;
  /** BACKUP_DIR is set. */
  hasBackups: boolean;
  sinceCleanUpMs: number;
  /** Documents without a file: when the server started, or when the doctor looked. */
  missing: number;
};

type Row = {
  holds: (facts: Facts) => boolean | undefined;
  /** What is wrong and, in `todo`, what the owner does. Nothing personal. */
  is: string;
  todo: string;
  /** Nobody can enrol. */
  stops?: true;
  /** Possibly nothing is wrong: `/health` stays as it is, and the doctor has a note of it. */
  notice?: true;
  /** It waits for a person, so an alert repeats it each day (decisions 119, 150). */
  daily?: true;
  /** Somebody did it, and the end of the alert undoes nothing. */
  act?: true;
  /** How many times longer than others it must last before an alert reports it. */
  patience?: number;
};

/**
 * What can be wrong with a site: told by `/health` in codes, by alerts and by `npm run doctor` in
 * sentences, of a Supabase project too. Source: docs/operar.md.
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
    holds: ({ otherVersion }) => otherVersion,
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
  prazo_mais_curto: {
    holds: ({ database }) => database?.encurtou,
    notice: true,
    daily: true,
    act: true,
    is: 'alguém pediu um prazo de guarda mais curto, que apaga mais e não volta',
    todo: `Vale na primeira limpeza depois de ${SPARED_DAYS} dias. Se não foi combinado, desfaça em «Ajustes», e veja no Registro quem foi.`,
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
    is: 'faltam documentos na pasta de dados, ou faltavam no último início',
    todo: 'Confira se a pasta veio inteira; o que falta está numa cópia de segurança.',
  },
} satisfies Record<string, Row>;

/** What somebody of the team did: what, and how it is undone. */
const ACTS = {
  apagou_muito: [
    'apagou 10 inscrições ou mais em 24 horas',
    'no Registro, no «⋯», «Devolver apagadas» traz tudo de volta em 7 dias',
  ],
  contas_desligadas: ['tirou 3 acessos ou mais em 24 horas', 'devolva ali os acessos'],
  conta_desligada: [
    'tirou o acesso de outra pessoa, ou o papel de direção, nas últimas 24 horas',
    'devolva ali o que se tirou',
  ],
  conta_nova: [
    'criou uma conta, devolveu um acesso ou deu um papel nas últimas 24 horas',
    'tire-o também da conta nova',
  ],
  senha_de_outra: ['trocou a senha de outra pessoa nas últimas 24 horas', 'dê ali outra senha'],
  texto_publico: [
    'mudou nas últimas 24 horas o que as famílias leem: inscrições fechadas, mensagens ou turmas',
    'confira «Ajustes» e «Turmas»',
  ],
  muitas_leituras: [
    'leu em uma hora muito mais do que o trabalho pede',
    'se não foi uma planilha ou impressão, siga o plano de incidente',
  ],
  muitas_correcoes: [
    `corrigiu respostas de mais de ${CORRECTED_AT_WORK} inscrições em uma hora`,
    'no Registro, no «⋯», «Desfazer correções» traz tudo de volta',
  ],
} satisfies Record<string, readonly [is: string, undo: string]>;

const actRow = (code: string, [is, undo]: readonly [string, string]): Row => ({
  holds: ({ counts }) => counts?.acts.includes(code),
  is: `alguém da equipe ${is}`,
  todo: `Se não foi combinado, veja no Registro quem foi e tire o acesso, em «Contas e senha» ou com npm run admin; ${undo}.`,
  act: true,
  daily: true,
  ...(code !== 'apagou_muito' && code !== 'contas_desligadas' && { notice: true }),
});

export type Trouble = keyof typeof TABLE | keyof typeof ACTS;
export const TROUBLES = {
  ...TABLE,
  ...Object.fromEntries(Object.entries(ACTS).map(([code, words]) => [code, actRow(code, words)])),
} as Readonly<Record<Trouble, Row>>;
export const CODES = Object.keys(TROUBLES) as Trouble[];

/** A trouble in full: what is wrong, and what to do. */
export const inFull = (code: Trouble): string => `${TROUBLES[code].is}. ${TROUBLES[code].todo}`;

/** Of a site in order. */
const WELL: Facts = {
  database: { freio: null, encurtou: false },
  otherVersion: false,
  counts: null,
  freeBytes: Number.POSITIVE_INFINITY,
  hasPages: true,
  hasBackups: false,
  sinceCleanUpMs: 0,
  missing: 0,
};

/** The doctor's sentences of what is wrong by what it `looked` at, but for what is `said` already. */
export function examineTroubles(looked: Partial<Facts>, said: readonly string[] = []): Finding[] {
  const facts = { ...WELL, ...looked };
  return sayTroubles(CODES.filter((code) => !said.includes(code) && TROUBLES[code].holds(facts)));
}

/** The doctor's sentences of codes, as `/health` has them; those that no trouble has are left out. */
export function sayTroubles(codes: readonly string[]): Finding[] {
  return CODES.filter((code) => codes.includes(code)).flatMap((code) => {
    const sentence = inFull(code);
    return (TROUBLES[code].notice ? note : todo)(sentence.charAt(0).toUpperCase() + sentence.slice(1));
  });
}
