import { auditActions } from '../../content/audit.ts';
import { phoneInWords } from '../../domain/contact.ts';
import { brazilianMoment, todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { cleaned, EXPORT_COLUMNS } from '../../domain/desk/spreadsheet.ts';
import type { ColumnName } from '../../domain/enrolment/fields.ts';
import { writtenProtocol } from '../../domain/enrolment/protocol.ts';
import type { Affected, IncidentFacts, IncidentRequest } from './facts.ts';

/** The columns that `--contatos` adds. */
export const CONTACTS: readonly ColumnName[] = [
  'nome_completo',
  'telefone_whatsapp',
  'email',
  'nome_responsavel',
  'telefone_responsavel',
];

/** The report's lines, without names and contacts unless asked for. */
export function incidentReport(request: IncidentRequest, facts: IncidentFacts): string[] {
  const { from, to, contacts } = request;
  const named = facts.people.filter(({ actions }) => actions.length > 0);
  const listed = facts.people.filter(({ actions }) => actions.length === 0);
  return [
    `INCIDENTE: registro de acessos de ${writtenDay(from)} a ${writtenDay(to)}, horário de Brasília`,
    ...completeness(request, facts),
    '',
    `1. QUEM FOI AFETADO: ${facts.people.length} (${facts.total} inscrições guardadas hoje)`,
    contacts
      ? 'ATENÇÃO: abaixo há nomes e contatos. Não mande por mensagem nem deixe em arquivo aberto; apague depois de avisar.'
      : 'Sem nomes. Para avisar as famílias, repita com --contatos.',
    '',
    `Ficha ou documento vistos ou mudados: ${named.length}`,
    ...named.flatMap((person) => personLines(person, contacts)),
    '',
    `Só podem ter aparecido na lista ou numa planilha, porque existiam então (o registro não diz quem apareceu): ${listed.length}`,
    ...listed.flatMap((person) => personLines(person, contacts)),
    '',
    '2. O QUE FOI FEITO, POR QUEM E QUANDO',
    ...orNone(
      facts.actions.map(
        ({ who, action, ...span }) => `  ${who}: ${actionInWords(action)}, ${spanInWords(span)}`,
      ),
    ),
    '',
    '3. PLANILHAS EXPORTADAS',
    ...orNone(
      facts.exports.map(
        ({ at, who, rows, columns }) =>
          `  ${brazilianMoment(at)}  ${who}: ${rows ?? '?'} linhas; ${columnsInWords(columns)}`,
      ),
    ),
    '',
    '4. ENTRADAS QUE FALHARAM (de cada hora só se anotam as primeiras)',
    ...orNone(
      facts.failures.map(
        ({ account, ...span }) => `  ${account || 'e-mail que nenhuma conta tem'}: ${spanInWords(span)}`,
      ),
    ),
  ];
}

/** Columns by their headings; an unknown one by its name. */
export function columnsInWords(columns: readonly string[]): string {
  const label = (column: string) => EXPORT_COLUMNS.find((known) => known.column === column)?.label ?? column;
  return columns.map(label).join(', ');
}

/** How complete the log of the period is. */
function completeness(
  { from }: IncidentRequest,
  { entries, since, broken, readsUnrecorded }: IncidentFacts,
): string[] {
  const began = since && todayInBrazil(since);
  return filled(
    `${entries} linhas no período. ${broken === 0 ? 'O registro confere.' : 'ATENÇÃO: O REGISTRO NÃO CONFERE, rode npm run audit.'}`,
    began &&
      began > from &&
      `ATENÇÃO: a linha mais antiga guardada é de ${writtenDay(began)}. Do que veio antes não se sabe nada.`,
    readsUnrecorded &&
      'ATENÇÃO: no Supabase leituras não são anotadas. Faltam aqui a lista e os documentos abertos, e as entradas: veja os registros (logs) do painel do Supabase, e conte como afetadas todas as inscrições.',
  );
}

/** The lines without those that are false, null or empty. */
export function filled(...lines: readonly (string | false | null)[]): string[] {
  return lines.filter((line): line is string => Boolean(line));
}

function personLines(person: Affected, contacts: boolean): string[] {
  const { id, protocol, actions, by, first, last, present, erasedAt } = person;
  const parts = filled(
    actions.length > 0 && `${actions.map(actionInWords).join(', ')}; por ${by.join(', ')}`,
    first && last && momentsInWords(first, last),
    !present && `inscrição apagada${erasedAt ? ` em ${brazilianMoment(erasedAt)}` : ''}`,
  );
  const head = `  ${protocol ? writtenProtocol(protocol) : 'sem protocolo'}  ${id ?? 'sem inscrição'}`;
  return filled(
    filled(head, parts.join('; ')).join('  '),
    contacts && `      ${present ? contactsOf(person) : 'sem nome e contato aqui: foi apagada'}`,
  );
}

/** Without control and format characters, which could move the cursor of a terminal. */
function contactsOf({ name, phone, email, guardian, guardianPhone }: Affected): string {
  const visible = (text: string | null) =>
    cleaned(text ?? '')
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/g, ' ')
      .trim();
  const guardianWords = filled(visible(guardian), phoneInWords(visible(guardianPhone))).join(', ');
  return filled(
    visible(name),
    guardianWords && `responsável: ${guardianWords}`,
    phoneInWords(visible(phone)),
    visible(email),
  ).join(' | ');
}

function spanInWords({ first, last, times }: { first: Date; last: Date; times: number }): string {
  return `${times} ×, ${momentsInWords(first, last)}`;
}

function momentsInWords(first: Date, last: Date): string {
  const [from, to] = [brazilianMoment(first), brazilianMoment(last)];
  return from === to ? `em ${from}` : `de ${from} a ${to}`;
}

function actionInWords(action: string): string {
  return (auditActions as Record<string, { words: string }>)[action]?.words ?? action;
}

function orNone(lines: string[]): string[] {
  return lines.length > 0 ? lines : ['  Nada anotado no período.'];
}
