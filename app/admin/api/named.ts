/**
 * The words of the back end for a shape of the desk: ours → the one on the wire. Rows and JSON
 * objects become shapes here, in `app/admin/api`, and nowhere above it is a wire word.
 */
export type WireNames<Shape> = { readonly [Key in keyof Shape]-?: string };

/** An object of the back end under the desk's names; what it does not hold is undefined. */
export function named<Shape>(wire: object, names: WireNames<Shape>): Shape {
  const values = wire as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries<string>(names).map(([ours, theirs]) => [ours, values[theirs]]),
  ) as Shape;
}

/** Each of several. */
export const eachNamed = <Shape>(wire: readonly object[], names: WireNames<Shape>): Shape[] =>
  wire.map((one) => named(one, names));
