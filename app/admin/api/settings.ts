import { queryOptions } from '@tanstack/react-query';
import type { ClosedTime } from '../../../domain/closing.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import type { SettingName, SettingValue } from '../../../domain/settings.ts';
import { callFunction } from './calls.ts';
import { eachNamed, named, type WireNames } from './named.ts';
import { withPassword } from './with-password.ts';

// What the direção changes: settings and classes. Each call throws BackendError, with the database's sentence for a
// value that a setting may not hold.

/** A shortened period that is not in force yet, and the moment from which it is. */
export type WaitingPeriod = { name: SettingName; value: number; from: string };

export type Settings = {
  values: Readonly<Record<string, SettingValue>>;
  waiting: readonly WaitingPeriod[];
  /** The closed time of the form that holds now, or the next; null: open without an end. */
  closed: ClosedTime | null;
};

/** The settings that the page shows each in its own way. */
export const NAMES = {
  agreement: 'consentimento',
  guardian: 'responsavel_obrigatorio',
  strict: 'validacao_estrita',
  email: 'email_obrigatorio',
  sentence: 'frase_de_fechada',
} as const satisfies Record<string, SettingName>;

/** The result of saving: changed, unchanged, waiting for its day, or its wait cancelled. */
export type Saved = 'changed' | 'same' | 'waits' | 'undone';

const SAVED: Readonly<Record<string, Saved>> = {
  mudou: 'changed',
  igual: 'same',
  espera: 'waits',
  desfeito: 'undone',
};

const WAITING: WireNames<WaitingPeriod> = { name: 'nome', value: 'valor', from: 'vale_em' };

type Closed = { closed: boolean; from: string; until: string | null; again: string | null };
const CLOSED: WireNames<Closed> = { closed: 'fechada', from: 'de', until: 'ate', again: 'depois' };

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }): Promise<Settings> => {
    const answer = await callFunction<{
      valores: Settings['values'];
      pendentes: object[];
      periodo: object | null;
    }>('ajustes', {}, signal);
    const closed = answer.periodo && named<Closed>(answer.periodo, CLOSED);
    const moment = (text: string | null) => (text === null ? null : new Date(text));
    return {
      values: answer.valores,
      waiting: eachNamed(answer.pendentes, WAITING),
      closed: closed && {
        closed: closed.closed,
        from: new Date(closed.from),
        until: moment(closed.until),
        again: moment(closed.again),
      },
    };
  },
});

/** Saves one after the other, with the signed-in person's password; the result of the last. */
export function saveSettings(
  changes: { [Name in SettingName]?: SettingValue | object },
  password: string,
): Promise<Saved> {
  return withPassword(password, async (call) => {
    let saved = '';
    for (const [nome, valor] of Object.entries(changes))
      saved = await call<string>('mudar_ajuste', { nome, valor });
    return SAVED[saved] ?? 'changed';
  });
}

/** Opens or closes the enrolment, as `closedTimes` says it. */
export const saveClosing = (times: object, password: string): Promise<Saved> =>
  saveSettings({ inscricoes: times }, password);

type Foreseen = { enrolments: number; documents: number };
const FORESEEN: WireNames<Foreseen> = { enrolments: 'inscricoes', documents: 'documentos' };

/**
 * How many more enrolments, and documents of enrolments that stay, a new period would erase than the present
 * one, a day from now.
 */
export async function foreseePeriod(
  name: SettingName,
  value: number,
  signal: AbortSignal,
): Promise<Foreseen> {
  return named(await callFunction('prever_prazo', { nome: name, valor: value }, signal), FORESEEN);
}

/** What is given of a class to make or change it: without an id a new one; what is left out stays as it is. */
export type ClassChanges = Partial<Omit<DeskClass, 'pupils' | 'waiting' | 'free'>>;

/** Makes or changes a class, with the signed-in person's password; its id. Throws BackendError, with a sentence for the person. */
export const saveClass = (changes: ClassChanges, password: string): Promise<string> =>
  withPassword(password, (call) => call('salvar_turma', { turma: changes }));

/**
 * Ends a class and moves its people to the class `moveTo`; null leaves them in the ended one. Returns how
 * many moved. Throws BackendError.
 */
export const endClass = (id: string, moveTo: string | null, password: string): Promise<number> =>
  withPassword(password, (call) => call('encerrar_turma', { turma: id, para: moveTo }));
