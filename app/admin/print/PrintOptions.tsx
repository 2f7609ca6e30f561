import { useSyncExternalStore } from 'react';
import { printing } from '../../../content/print-export.ts';
import { browserStorage, readText, writeText } from '../../ui/browser/storage.ts';

/** Without health and income; with signature lines; the enrolment of the copy that a family asked for, which is whole and once. */
type Options = { discreet: boolean; signatures: boolean; onRequest: string };

const KEY = 'cc-impressao';
let current: Options | undefined; // without storage they last until the page is left
const listeners = new Set<() => void>();

function stored(): Options {
  const text = readText(browserStorage(), KEY) ?? '';
  const has = (name: keyof Options) => text.includes(`"${name}":true`);
  return { discreet: has('discreet'), signatures: has('signatures'), onRequest: '' };
}

export function setPrintOptions(changed: Partial<Options>): void {
  const { onRequest, ...lasting } = { ...remembered(), ...changed };
  current = { ...lasting, onRequest };
  writeText(browserStorage(), KEY, JSON.stringify(lasting));
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

/** The options of printing, in a panel; its button says how many are on. `of`: the id of the one enrolment. Source: docs/ux.md §8.3. */
export function PrintOptions({ of }: { of?: string }) {
  const options = usePrintOptions();
  const names = (['discreet', 'signatures', 'onRequest'] as const).slice(0, of ? 3 : 2);
  const isOn = (name: keyof Options) => (name === 'onRequest' ? options.onRequest === of : options[name]);
  const on = names.filter(isOn).length;

  return (
    <details className="fold print-options small">
      <summary>{on > 0 ? `${printing.options} (${on})` : printing.options}</summary>
      <fieldset className="print-options__choices flow gap-5 no-row-gap">
        <legend className="vh">{printing.options}</legend>
        {names.map((name) => (
          <label className="tickable gap-2" key={name}>
            <input
              type="checkbox"
              checked={isOn(name)}
              onChange={({ target: { checked } }) =>
                setPrintOptions({ [name]: name === 'onRequest' ? (checked && of) || '' : checked })
              }
            />
            {printing[name]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
