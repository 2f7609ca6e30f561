import type { ReactElement, ReactNode } from 'react';
import { stubBackend } from '../stubbed-backend.ts';
import { drawn } from './drawn.tsx';

type Known = readonly [key: readonly unknown[], answer: unknown];
type Component<Props> = (props: Props) => ReactElement | null;
type Given = { children?: ReactNode; onClick?: (event: object) => unknown };

function Drawing({ draw }: { draw: () => void }) {
  draw();
  return null;
}

/** What a component draws of others, with these answers for a direção. */
export function partsOf<Props>(component: Component<Props>, props: Props, ...known: Known[]): ReactElement {
  let tree: ReactElement | null = null;
  const draw = () => {
    tree = component(props);
  };
  drawn(<Drawing draw={draw} />, undefined, undefined, known);
  return tree as unknown as ReactElement;
}

/** What a dialog of the desk gives its form. */
export const formOf = <Props,>(dialog: Component<Props>, props: Props, ...known: Known[]) =>
  partsOf(dialog, props, ...known).props as Form;

/** Of what a form is given what tests ask about. */
export type Form = {
  initial?: object;
  submit?: string;
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
  return problems.length > 0
    ? Object.fromEntries(problems)
    : callsOf(() => send(values, 'frase'), ...answers);
}

/** The calls that an act makes, and what it answers. */
export async function callsOf(act: () => unknown, ...answers: unknown[]) {
  const asked = stubBackend(...answers);
  const said = await act();
  const calls = asked.flatMap(([name, given]) => {
    const { tentativa: _, ...body } = Object(given);
    return ['token', 'logout'].includes(name) ? [] : [[name, body]];
  });
  return [...calls, said];
}

/** Presses what has these words among the parts. */
export function press(part: ReactNode, words: string): unknown {
  if (Array.isArray(part)) return part.map((one) => press(one, words)).find((answer) => answer !== undefined);
  if (!part || typeof part !== 'object' || !('props' in part)) return undefined;
  const { children, onClick } = part.props as Given;
  const own = [children].flat().find((child) => child === words);
  return own && onClick ? (onClick({ detail: 1 }) ?? null) : press(children, words);
}
