import { type ComponentType, lazy } from 'react';

/** A part of the desk, by its name, that is fetched when it is first drawn, or with `load` before that. */
export const later = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) =>
  Object.assign(
    lazy(async () => ({ default: (await load())[name] })),
    { load },
  );
