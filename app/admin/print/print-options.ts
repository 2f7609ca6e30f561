import { browserChoice, useBrowserChoice } from '../controls/browser-choice.ts';

/** Options of printing, stored in this browser. Source: docs/ux.md §8.3. */
export type PrintOptions = {
  /** Without health and income. */
  discreet: boolean;
  /** With signature lines. */
  signatures: boolean;
};

const options = browserChoice<PrintOptions>('cc-impressao', stored, JSON.stringify);

/** The options and a function to change them; every component that uses them is updated. */
export const usePrintOptions = (): [PrintOptions, (change: Partial<PrintOptions>) => void] => [
  useBrowserChoice(options),
  (part) => options.set({ ...options.now(), ...part }),
];

function stored(text: string | null): PrintOptions {
  try {
    const { discreet, signatures } = JSON.parse(text ?? '{}') as Partial<PrintOptions>;
    return { discreet: discreet === true, signatures: signatures === true };
  } catch {
    return { discreet: false, signatures: false };
  }
}
