import type { ReactElement } from 'react';
import { stubBackend } from '../stubbed-backend.ts';
import { drawn } from './drawn.tsx';

type Known = readonly [key: readonly unknown[], answer: unknown];

/** What a dialog of the desk gives its form, drawn with these answers for a direção. */
export function formOf<Props>(
  dialog: (props: Props) => ReactElement | null,
  props: Props,
  ...known: Known[]
) {
  let given: unknown;
  const draw = () => {
    given = dialog(props)?.props;
  };
  drawn(<Drawing draw={draw} />, undefined, undefined, known);
  return given as Form;
}

function Drawing({ draw }: { draw: () => void }) {
  draw();
  return null;
}

/** Of what a form is given what tests ask about. */
export type Form = {
  initial?: object;
  title: string;
  submit?: string;
  busy?: string;
  destructive?: boolean;
  password?: boolean;
  mayClose?: boolean;
  disabled?: boolean | ((values: object) => boolean);
  check?: (values: object) => Record<string, string | undefined>;
  send: (values: object, password: string) => Promise<unknown>;
};

/**
 * What becomes of a form into which this is typed: 'off' where nothing can be sent, what is wrong by field, or the calls
 * that it makes, with what is said then. The sign-in for them, and their attempts, are left out.
 */
export async function sent(
  { initial, disabled = false, check, send }: Form,
  typed: object,
  ...answers: unknown[]
) {
  const values = { ...initial, ...typed };
  if (typeof disabled === 'function' ? disabled(values) : disabled) return 'off';
  const problems = Object.entries(check?.(values) ?? {}).filter(([, problem]) => problem);
  if (problems.length > 0) return Object.fromEntries(problems);
  const asked = stubBackend(...answers);
  const said = await send(values, 'frase');
  const calls = asked.flatMap(([name, given]) => {
    const { tentativa: _, ...body } = Object(given);
    return ['token', 'logout'].includes(name) ? [] : [[name, body]];
  });
  return [...calls, said];
}
