import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { actionError, tellFailure } from '../api/failure-text.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The name of the signed-in person's own password in every form that asks for it. */
const OWN = 'ownPassword';

/** Sentences about what is wrong, by field. */
export type Problems<Values> = { [Name in keyof Values]?: string };

/** What is typed so far, and how it is changed. */
type Unsaved<Values> = readonly [
  Partial<Values> | undefined,
  (update: (now: Partial<Values> | undefined) => Partial<Values> | undefined) => void,
];

/** What is said after sending, as an alert: a failure, or with a tone what was done. */
export type Said = { title: string; tone?: 'success' | 'info' };

export type FormOptions<Values extends object> = {
  /** What stands in the form where nothing is typed. */
  initial: Values;
  /** What is wrong: it is said beside its field, the first such field gets the focus, and nothing is sent. */
  check?: (values: Values) => Problems<Values>;
  /** Where the signed-in person's password is asked for too: what is said without it. */
  passwordMissing?: string;
  /** Sends it, with the signed-in person's password, or '' where it is not asked for. What it throws is said; what was typed stays. */
  send: (values: Values, password: string) => Promise<unknown>;
  /** What is said of what `send` threw. */
  explain?: ((error: unknown) => string) | undefined;
  /** The title of that where the form has gone by then; without one nothing is said. */
  failed?: string;
  /** Where what is typed is kept so that it outlives the form: as `useUnsavedValue` keeps it. */
  unsaved?: Unsaved<Values>;
};

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;

/**
 * A form of the desk: what is typed, what is wrong with it, sending it once at a time, and what is said of it.
 * Spread `form` into the `<form>`, and `text`, `choice` or `tick` of a name into its field.
 */
export function useForm<Values extends object>({
  initial,
  check,
  passwordMissing,
  send,
  explain = actionError,
  failed,
  unsaved,
}: FormOptions<Values>) {
  const ref = useRef<HTMLFormElement>(null);
  const own = useState<Partial<Values>>();
  const [typed, setTyped]: Unsaved<Values> = unsaved ?? own;
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string | undefined>>>({});
  const [said, say] = useState<Said | null>(null);
  const [busy, setBusy] = useState(false);
  const values: Values = { ...initial, ...typed };

  /** What was wrong with these fields, and with what is below them, is said no more. */
  const solve = (names: readonly string[]) =>
    setProblems((now) => {
      const isOpen = ([path]: [string, unknown]) => !names.some((name) => `${path}.`.startsWith(`${name}.`));
      return Object.fromEntries(Object.entries(now).filter(isOpen));
    });

  /** Changes some values, as typing does, and so solves their problems, or those `solved`; what stands there as it stood is not typed. */
  function set(part: Partial<Values>, solved: readonly string[] = Object.keys(part)): void {
    setTyped((now) => {
      const differs = ([name, value]: [string, unknown]) =>
        JSON.stringify(value) !== JSON.stringify(initial[name as keyof Values]); // a list, too
      const next = Object.entries({ ...now, ...part }).filter(differs);
      return next.length > 0 ? (Object.fromEntries(next) as Partial<Values>) : undefined;
    });
    solve(solved);
  }

  /** Says what is wrong, and takes the focus to the first of it; whether there is any. */
  function isWrong(more: object = {}): boolean {
    const found = { ...check?.(values), ...more } as typeof problems;
    setProblems(found);
    focusFirst(ref.current, found);
    return Object.values(found).some(Boolean);
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    say(null);
    if (isWrong(passwordMissing && password === '' ? { [OWN]: passwordMissing } : {})) return;
    setBusy(true);
    try {
      await send(values, password);
    } catch (error) {
      if (ref.current || !failed) say({ title: explain(error) });
      else tellFailure(failed, error, explain);
    } finally {
      setBusy(false);
    }
  }

  /** What every field has; `read`: the new value, of what its change gives. */
  const field = <Given>(name: keyof Values & string, read: (given: Given) => unknown) => ({
    name,
    problem: problems[name],
    onChange: (given: Given) => set({ [name]: read(given) } as Partial<Values>),
  });

  return {
    /** For the `<form>` itself. */
    form: { ref, noValidate: true, onSubmit },
    values,
    problems,
    busy,
    /** What was said of the last sending; null from the next one on. */
    said,
    say,
    set,
    isWrong,
    /** Forgets what is typed: the form shows what is stored. */
    reset: () => setTyped(() => undefined),
    /** For an input, a textarea or a select. */
    text: (name: keyof Values & string) => ({
      value: String(values[name]),
      ...field(name, ({ target }: ChangeEvent<Control>) => target.value),
    }),
    /** For `Choices`. */
    choice: <Name extends keyof Values & string>(name: Name) => ({
      chosen: values[name],
      ...field(name, (code: Values[Name]) => code),
    }),
    /** For `TickBox`. */
    tick: (name: keyof Values & string) => ({
      name,
      checked: Boolean(values[name]),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        set({ [name]: target.checked } as Partial<Values>);
      },
    }),
    /** For the field of the signed-in person's password. */
    ownPassword: {
      name: OWN,
      value: password,
      problem: problems[OWN],
      onChange: ({ target }: ChangeEvent<Control>) => {
        setPassword(target.value);
        solve([OWN]);
      },
    },
  };
}

/** Focuses the first control, in the page's order and that of a foot outside of the form, whose name has a problem. */
function focusFirst(form: HTMLFormElement | null, problems: Readonly<Record<string, string | undefined>>) {
  const controls = [...(form?.elements ?? [])] as Control[];
  const wrong = controls.filter(({ name }) => problems[name]);
  for (const control of wrong) control.closest('details')?.setAttribute('open', '');
  wrong[0]?.focus();
}
