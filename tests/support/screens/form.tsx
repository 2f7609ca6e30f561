import { isValidElement, type ReactElement, type ReactNode } from 'react';
import { stubBackend } from '../stubbed-backend.ts';
import { drawn } from './drawn.tsx';

type Known = readonly [key: readonly unknown[], answer: unknown];
type Component<Props> = (props: Props) => ReactNode;
type Given = { children?: ReactNode; onClick?: (event: object) => unknown } & Record<string, unknown>;
type Act = (parts: ReactElement<Given>) => unknown;

function Drawing({ draw }: { draw: () => void }) {
  draw();
  return null;
}

/** What a component draws of others, with these answers for a direção; where the last is an act, at once after that was done with it. */
export function partsOf<Props>(
  component: Component<Props>,
  props: Props,
  ...given: readonly (Known | Act)[]
): ReactElement<Given> {
  let tree: ReactElement<Given> | null = null;
  let act = given.find((one) => typeof one === 'function');
  const draw = () => {
    tree = component(props) as ReactElement<Given> | null;
    const now = act;
    act = undefined;
    if (tree) now?.(tree); // what it sets while it is drawn is drawn again
  };
  const known = given.filter((one) => typeof one !== 'function');
  drawn(<Drawing draw={draw} />, undefined, undefined, known);
  return tree as unknown as ReactElement<Given>;
}

/** What a dialog of the desk gives its form. */
export const formOf = <Props,>(dialog: Component<Props>, props: Props, ...known: Known[]) =>
  partsOf(dialog, props, ...known).props as unknown as Form;

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

/** All that stands in it, from the outside inwards. */
export function elementsIn(part: ReactNode): ReactElement<Given>[] {
  if (Array.isArray(part)) return part.flatMap(elementsIn);
  return isValidElement<Given>(part) ? [part, ...elementsIn(part.props.children)] : [];
}

/** `partsOf` a component that is drawn in it and not exported, by its name. */
export function innerParts(part: ReactNode, name: string, ...given: readonly (Known | Act)[]) {
  const inner = elementsIn(part).find(({ type }) => typeof type === 'function' && type.name === name);
  return partsOf(inner?.type as Component<Given>, inner?.props ?? {}, ...given);
}

/** Presses what has these words among the parts. */
export const press = (part: ReactNode, words: string, detail = 1): unknown =>
  elementsIn(part)
    .find(({ props: { children, onClick } }) => onClick && [children].flat().includes(words))
    ?.props.onClick?.({ detail });
