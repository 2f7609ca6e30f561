import { printing } from '../../content/hand-over.ts';
import { usePrintOptions } from './print-options.ts';

/** What goes to paper beside the usual, to tick. Source: ux.md §8.3. */
export function PrintOptions() {
  const [options, change] = usePrintOptions();
  return (
    <fieldset className="print-options">
      <legend className="vh">{printing.options}</legend>
      {(['discreet', 'signatures'] as const).map((name) => (
        <label className="print-options__choice" key={name}>
          <input
            type="checkbox"
            checked={options[name]}
            onChange={(event) => change({ [name]: event.target.checked })}
          />
          {printing[name]}
        </label>
      ))}
    </fieldset>
  );
}
