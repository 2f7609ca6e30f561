import { useSyncExternalStore } from 'react';
import { printing } from '../../../content/print-export.ts';
import { browserStorage, readText, writeText } from '../../ui/browser/storage.ts';

/** Without health and income; with signature lines. */
const NAMES = ['discreet', 'signatures'] as const;

type Options = Record<(typeof NAMES)[number], boolean>;

const KEY = 'cc-impressao';
let current: Options | undefined; // without storage they last until the page is left
const listeners = new Set<() => void>();

function stored(): Options {
  const text = readText(browserStorage(), KEY) ?? '';
  return { discreet: text.includes('"discreet":true'), signatures: text.includes('"signatures":true') };
}

function change(changed: Options): void {
  current = changed;
  writeText(browserStorage(), KEY, JSON.stringify(changed));
  for (const listener of listeners) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const remembered = (): Options => {
  current ??= stored();
  return current;
};

/** Options of printing, stored in this browser; every component that uses them is updated. Source: docs/ux.md §8.3. */
export const usePrintOptions = (): Options => useSyncExternalStore(listen, remembered);

/** The options of printing, in a panel; its button says how many are on. Source: docs/ux.md §8.3. */
export function PrintOptions() {
  const options = usePrintOptions();
  const on = NAMES.filter((name) => options[name]).length;

  return (
    <details className="fold print-options small">
      <summary>{on > 0 ? `${printing.options} (${on})` : printing.options}</summary>
      <fieldset className="print-options__choices flow gap-5 no-row-gap">
        <legend className="vh">{printing.options}</legend>
        {NAMES.map((name) => (
          <label className="tickable gap-2" key={name}>
            <input
              type="checkbox"
              checked={options[name]}
              onChange={({ target }) => change({ ...options, [name]: target.checked })}
            />
            {printing[name]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
