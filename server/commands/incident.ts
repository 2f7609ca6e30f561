import { parseArgs } from 'node:util';
import { readDate, writtenDay } from '../../domain/dates.ts';
import { recordAction } from '../core/audit.ts';
import type { Database } from '../core/database.ts';
import { incidentDraft } from '../incident/draft.ts';
import { type IncidentRequest, readIncidentFacts } from '../incident/facts.ts';
import { CONTACTS, incidentReport } from '../incident/report.ts';
import type { Command } from './command.ts';

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
  problem: (args, today) => {
    const request = readIncident(args, today);
    return 'problem' in request ? request.problem : null;
  },
  opens: 'existing or Supabase',
  run: (args, { database, terminal, today }) => runIncident(args, database, terminal.print, today),
};

/** The parsed arguments, or what is wrong with them, in Portuguese. `today` is an ISO day. */
function readIncident(args: string[], today: string): IncidentRequest | { problem: string } {
  const days = { from: '', to: '', known: today };
  let values: Partial<typeof days> & { contatos?: boolean };
  try {
    const text = { type: 'string' } as const;
    values = parseArgs({
      args,
      options: { from: text, to: text, known: text, contatos: { type: 'boolean' } },
    }).values;
  } catch {
    return { problem: USAGE };
  }
  for (const name of Object.keys(days) as (keyof typeof days)[]) {
    const typed = values[name] ?? days[name];
    const day = readDate(typed);
    if (day === '') return { problem: `Falta --${name}.\n\n${USAGE}` };
    if (typeof day !== 'string')
      return { problem: `--${name}: «${typed}» não é um dia. Escreva como 2026-11-20.` };
    days[name] = day;
  }
  const { from, to, known } = days;
  if (to < from)
    return { problem: `--to (${writtenDay(to)}) vem antes de --from (${writtenDay(from)}): troque os dois.` };
  if (from > today) return { problem: `--from (${writtenDay(from)}) ainda não chegou.` };
  if (known > today) return { problem: `--known (${writtenDay(known)}) ainda não chegou.` };
  return { ...days, today, contacts: values.contatos === true };
}

/**
 * Prints from the audit log who is affected by an incident, what was seen by whom,
 * and a draft for ANPD (Resolution CD/ANPD 15/2024); the report itself is recorded
 * first. Returns the exit code: 0 done, 2 wrong arguments. Source: docs/security.md T30.
 */
export async function runIncident(
  args: string[],
  database: Database,
  print: (line: string) => void,
  today: string,
): Promise<number> {
  const request = readIncident(args, today);
  if ('problem' in request) {
    print(request.problem);
    return 2;
  }
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
