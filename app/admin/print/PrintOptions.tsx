import { printing } from '../../../content/print-export.ts';
import { usePrintOptions } from './print-options.ts';

const NAMES = ['discreet', 'signatures'] as const;

/**
 * The options of printing, in a panel; its button says how many are on. `wordless`: the button shows only an
 * icon. Source: docs/ux.md §8.3.
 */
export function PrintOptions({ wordless = false }: { wordless?: boolean }) {
  const [options, change] = usePrintOptions();
  const on = NAMES.filter((name) => options[name]).length;
  return (
    <details className="fold print-options small">
      <summary>
        <span className={wordless ? 'vh' : undefined}>
          {on > 0 ? `${printing.options} (${on})` : printing.options}
        </span>
      </summary>
      <fieldset className="print-options__choices flow gap-5 no-row-gap">
        <legend className="vh">{printing.options}</legend>
        {NAMES.map((name) => (
          <label className="tickable gap-2" key={name}>
            <input
              type="checkbox"
              checked={options[name]}
              onChange={(event) => change({ [name]: event.target.checked })}
            />
            {printing[name]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
