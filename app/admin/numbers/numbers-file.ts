import { numbers as words } from '../../../content/numbers.ts';
import { percent } from '../../../domain/desk/numbers.ts';
import { cellOf, EXPORT_COLUMNS, type ExportName } from '../../../domain/desk/spreadsheet.ts';
import { type Count, type Purpose, participantsOf, type Span } from '../api/numbers.ts';
import { exportedRow, save } from '../export/export-found.ts';
import { totalsOf } from './Report.tsx';

/** What each spreadsheet has of the answers and of the desk. */
const COLUMNS = {
  accounts: ['nomeCompleto', 'className', 'firstDay'],
  cup: ['nomeCompleto', 'dataNascimento', 'sexo', 'peso', 'cpf', 'cidade'],
  contact: [
    'nomeCompleto',
    'nomeResponsavel',
    'telefoneResponsavel',
    'telefoneWhatsapp',
    'newPhone',
    'className',
  ],
} as const satisfies Record<Purpose, readonly ExportName[]>;

const cell = (value: number | string) => (typeof value === 'number' ? { number: value, places: 0 } : value);

/** Saves the people of a period for one purpose, for accountability with the totals below; returns what is said of it. Throws BackendError. */
export async function saveSheet(purpose: Purpose, span: Span, counts: readonly Count[]) {
  const { xlsxFile } = await import('../export/spreadsheet-files.ts');
  const [, ...names] = COLUMNS[purpose];
  const labels = names.map((name) => EXPORT_COLUMNS.find((one) => one.name === name)?.label ?? '');
  const file = xlsxFile([words.name, ...labels, ...words.more[purpose]], words.people);
  const people = await participantsOf(span, purpose);
  for (const one of people) {
    const { lastDay, present, held, belt = '' } = one;
    const more = {
      accounts: [lastDay && { day: lastDay }, ...[present, held, percent(present, held)].map(cell)],
      cup: [belt],
      contact: [],
    };
    const answers = COLUMNS[purpose].map((name) => cellOf(exportedRow(one), name));
    file.add([[...answers, ...more[purpose]]]);
  }
  if (purpose === 'accounts') file.add([[], ...totalsOf(counts).map((total) => total.map(cell))]);
  const name = `${words.files[purpose]}-${span.first}-${span.last}.xlsx`;
  save(file.end(), name);
  return words.done(name, people.length);
}
