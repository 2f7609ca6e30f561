import { useQuery, useQueryClient } from '@tanstack/react-query';
import { printing } from '../../../content/print-export.ts';
import { browserStorage, readText, writeText } from '../../ui/browser/storage.ts';

/** Without health and income; with signature lines. */
const NAMES = ['discreet', 'signatures'] as const;

type Options = Record<(typeof NAMES)[number], boolean>;

const KEY = 'cc-impressao';
const QUERY = {
  queryKey: ['print options'],
  queryFn: stored,
  initialData: stored,
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY, // without storage they last until one signs out
} as const;

function stored(): Options {
  const text = readText(browserStorage(), KEY) ?? '';
  return { discreet: text.includes('"discreet":true'), signatures: text.includes('"signatures":true') };
}

/** Options of printing, stored in this browser; every component that uses them is updated. Source: docs/ux.md §8.3. */
export const usePrintOptions = (): Options => useQuery(QUERY).data;

/**
 * The options of printing, in a panel; its button says how many are on. `wordless`: the button shows only an
 * icon. Source: docs/ux.md §8.3.
 */
export function PrintOptions({ wordless = false }: { wordless?: boolean }) {
  const client = useQueryClient();
  const options = usePrintOptions();
  const on = NAMES.filter((name) => options[name]).length;

  function change(changed: Options) {
    writeText(browserStorage(), KEY, JSON.stringify(changed));
    client.setQueryData(QUERY.queryKey, changed);
  }

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
              onChange={({ target }) => change({ ...options, [name]: target.checked })}
            />
            {printing[name]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
