import { printing } from '../../../content/print-export.ts';

/** How a sheet is printed once: without health and income; the copy that a family asked for, which is whole. */
export type PrintOptions = { discreet: boolean; onRequest: boolean };

type Props = { options: PrintOptions; onChange: (options: PrintOptions) => void };

/** The options of printing, off each time. Source: docs/ux.md §8.3. */
export const PrintChoices = ({ options, onChange }: Props) => (
  <fieldset className="print-options stack small">
    <legend className="soft">{printing.options}</legend>
    {(['discreet', 'onRequest'] as const).map((name) => (
      <label className="tickable gap-2" key={name}>
        <input
          type="checkbox"
          checked={options[name]}
          onChange={({ target }) => onChange({ discreet: false, onRequest: false, [name]: target.checked })}
        />
        {printing[name]}
      </label>
    ))}
  </fieldset>
);
