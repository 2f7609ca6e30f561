import { queryOptions } from '@tanstack/react-query';
import type { ClassTime } from '../../../content/home.ts';
import type { ClosedTime } from '../../../domain/closing.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import type { SettingName, SettingValue } from '../../../domain/settings.ts';
import { callFunction } from './calls.ts';
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

/** The result of saving: changed, unchanged, waiting for its day, or its wait cancelled; null where the answer that said it was lost. */
export type Saved = 'mudou' | 'igual' | 'espera' | 'desfeito' | null;

type Closed = { closed: boolean; from: string; until: string | null; again: string | null };

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }): Promise<Settings> => {
    type Answer = Omit<Settings, 'closed'> & { closed: Closed | null };
    const { values, waiting, closed } = await callFunction<Answer>('lista_de_ajustes', {}, signal);
    const moment = (text: string | null) => (text === null ? null : new Date(text));
    return {
      values,
      waiting,
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
    let saved: Saved = 'mudou';
    for (const [nome, valor] of Object.entries(changes))
      saved = await call<Saved>('guardar_ajuste', { nome, valor });
    return saved;
  });
}

/** Opens or closes the enrolment, as `closedTimes` says it, and changes the sentence for 'closed'; null stays as it is. */
export const saveOpening = (times: object | string | null, sentence: string | null, password: string) =>
  saveSettings(
    {
      ...(times !== null && { inscricoes: times }),
      ...(sentence !== null && { frase_de_fechada: sentence }),
    },
    password,
  );

/** What is given of a class to make or change it: without an id a new one; what is left out stays as it is. */
export type ClassChanges = Partial<Omit<DeskClass, 'pupils' | 'waiting' | 'free'>>;

/** Makes or changes a class, with the signed-in person's password; its id. Throws BackendError, with a sentence for the person. */
export const saveClass = (changes: ClassChanges, password: string): Promise<string> =>
  withPassword(password, (call) => call('salvar_turma', { turma: changes }));

/** Makes the home page say the desk's classes, with those that only the file has, outside of the project. Throws BackendError. */
export const showClasses = (file: readonly ClassTime[], password: string): Promise<void> =>
  withPassword(password, (call) => call('mostrar_turmas', { arquivo: file }));

/**
 * Ends a class and moves its people to the class `moveTo`; null leaves them in the ended one. Returns how
 * many moved. Throws BackendError.
 */
export const endClass = (id: string, moveTo: string | null, password: string): Promise<number> =>
  withPassword(password, (call) => call('terminar_turma', { turma: id, para: moveTo }));

/** Asks of everybody in a class (null: in all) whether they go on; how many are asked, null where the answer that said it was lost. Throws BackendError. */
export const askWhoGoesOn = (id: string | null, password: string): Promise<number | null> =>
  withPassword(password, (call) => call('perguntar_quem_continua', { turma: id }));
