import { parseArgs } from 'node:util';
import { readDate, writtenDay } from '../../domain/dates.ts';
import { recordAction } from '../core/audit.ts';
import type { Database } from '../core/database.ts';
import { incidentDraft } from '../incident/draft.ts';
import { type IncidentRequest, readIncidentFacts } from '../incident/facts.ts';
import { CONTACTS, incidentReport } from '../incident/report.ts';
import { type Command, type CommandContext, notUnderstood, type Work } from './command.ts';

const USAGE = `Uso: npm run incident -- --from 2026-11-20 --to 2026-11-21 [--known 2026-11-21] [--contatos]

Mostra, do registro de acessos, quem foi afetado num período, o que foi visto, por
quem e quando, as entradas que falharam, e um rascunho da comunicação à ANPD.

  --from, --to  primeiro e último dia do período (horário de Brasília)
  --known       dia em que o centro soube do incidente; sem ele, hoje
  --contatos    mostra também nomes, telefones e e-mails de quem foi afetado`;

/** The report of an incident, and a draft for ANPD. */
export const incident: Command = {
  summary: 'mostra quem foi afetado num período, para comunicar um incidente',
  usage: USAGE,
  opens: 'existing or Supabase',
  order: orderOf,
};

function orderOf(args: string[], today: string): string | Work<CommandContext> {
  const days = { from: '', to: '', known: today };
  let values: Partial<typeof days> & { contatos?: boolean };
  try {
    const text = { type: 'string' } as const;
    values = parseArgs({
      args,
      options: { from: text, to: text, known: text, contatos: { type: 'boolean' } },
    }).values;
  } catch {
    return notUnderstood(args);
  }
  for (const name of Object.keys(days) as (keyof typeof days)[]) {
    const typed = values[name] ?? days[name];
    const day = readDate(typed);
    if (day === '') return `Falta --${name}.`;
    if (typeof day !== 'string') return `--${name}: «${typed}» não é um dia. Escreva como 2026-11-20.`;
    days[name] = day;
  }
  const { from, to, known } = days;
  if (to < from) return `--to (${writtenDay(to)}) vem antes de --from (${writtenDay(from)}): troque os dois.`;
  if (from > today) return `--from (${writtenDay(from)}) ainda não chegou.`;
  if (known > today) return `--known (${writtenDay(known)}) ainda não chegou.`;
  const request = { ...days, today, contacts: values.contatos === true };
  return ({ database, terminal }) => report(request, database, terminal.print);
}

/**
 * Prints from the audit log who is affected by an incident, what was seen by whom,
 * and a draft for ANPD (Resolution CD/ANPD 15/2024); the report itself is recorded
 * first. Source: docs/security.md T30.
 */
async function report(
  request: IncidentRequest,
  database: Database,
  print: (line: string) => void,
): Promise<number> {
  const facts = await database.asOwner(async (tx) => {
    const facts = await readIncidentFacts(tx, request);
    await recordAction(tx, 'levantou_incidente', {
      details: {
        linhas: facts.people.length,
        colunas: ['protocolo', ...(request.contacts ? CONTACTS : [])],
        de: numberOf(request.from),
        ate: numberOf(request.to),
      },
    });
    return facts;
  });
  for (const line of [...incidentReport(request, facts), '', ...incidentDraft(request, facts)]) print(line);
  return 0;
}

/** `2026-11-20` → 20261120: details of the audit log are numbers and codes. */
function numberOf(isoDay: string): number {
  return Number(isoDay.replaceAll('-', ''));
}
