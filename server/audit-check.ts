import { brazilianDay } from '../domain/dates.ts';
import type { Database } from './core/database.ts';

export const AUDIT_USAGE = `Uso: npm run audit [-- <número> <hash>]

Confere o registro de acessos, linha por linha. Com um número e um hash anotados
antes (a ponta de outra conferência, ou do log do servidor), confere também que
aquela linha ainda é a mesma.`;

/** How much younger than its time the oldest line may be: a server writes one each day, but may have stood still. */
const SLACK_DAYS = 7;

/** Whether the arguments are the command's: none, or a line's number and hash. */
export function fitsAudit([number, hash, ...rest]: string[]): boolean {
  if (number === undefined) return true;
  return /^\d{1,18}$/.test(number) && /^[0-9a-f]{64}$/.test(hash ?? '') && rest.length === 0;
}

/** The owner's check of the audit trail's chain. Gives the exit code: 0 it holds, 1 it does not, 2 wrong use. */
export async function runAudit(
  args: string[],
  database: Database,
  print: (line: string) => void,
): Promise<number> {
  if (!fitsAudit(args)) {
    print(AUDIT_USAGE);
    return 2;
  }
  const [number, hash] = args;
  const failures = await database.query<{ numero: string; falha: string }>(
    'select * from private.falhas_da_auditoria()',
  );
  const gone = number === undefined ? null : await goneLine(database, number);
  const pruned = gone?.due === true && !gone.known;
  const cut = gone?.due === false;
  const changed = number !== undefined && !pruned && !cut && (await hashOf(database, number)) !== hash;
  for (const { numero, falha } of failures.rows)
    print(
      falha === 'alterada' ? `Linha ${numero}: alterada.` : `Linha ${numero}: falta uma ou mais antes dela.`,
    );
  if (pruned) print(`Linha ${number}: já saiu do registro pelo prazo; não há mais o que comparar.`);
  if (cut) print(`Linha ${number}: saiu do registro${cutInWords(gone)}`);
  if (changed) print(`Linha ${number}: não é mais a que foi anotada.`);

  const { rows } = await database.query<{ linhas: number; ultimo: string; elo: string }>(
    `select (select count(*)::integer from private.auditoria) as linhas, ultimo, encode(ultimo_elo, 'hex') as elo
     from private.auditoria_pontas`,
  );
  const [end] = rows;
  if (!end) throw new Error('the audit trail has no ends');
  const whole = failures.rows.length === 0 && !changed && !cut;
  print(
    `${end.linhas} ${end.linhas === 1 ? 'linha' : 'linhas'}: ${whole ? 'o registro confere' : 'O REGISTRO NÃO CONFERE'}.`,
  );
  print(`Ponta (anote fora daqui): ${end.ultimo} ${end.elo}`);
  return whole ? 0 : 1;
}

/**
 * A line that is not kept any more: whether its hash still is, how many months lines
 * are kept (null: for ever), when the oldest kept line was written, and whether by
 * that the time of what came before it was over. Null: it is kept, or never was.
 */
type GoneLine = { known: boolean; months: number | null; began: Date | null; due: boolean };

async function goneLine(database: Database, number: string): Promise<GoneLine | null> {
  const { rows } = await database.query<GoneLine>(
    `select antes = $1 as known, guardar_auditoria_meses as months, momento as began,
       coalesce(momento <= now() - make_interval(months => guardar_auditoria_meses) + make_interval(days => $2), false) as due
     from private.auditoria_pontas cross join private.configuracao
       left join (select momento from private.auditoria order by numero limit 1) as primeira on true
     where antes > 0 and antes >= $1`,
    [number, SLACK_DAYS],
  );
  return rows[0] ?? null;
}

function cutInWords({ months, began }: GoneLine): string {
  if (months === null) return ', que se guarda sem prazo.';
  const kept = `${months} ${months === 1 ? 'mês' : 'meses'}`;
  const begins = began ? `começa em ${brazilianDay(began.toISOString())}` : 'está vazio';
  return ` sem que o prazo explique. Ele guarda ${kept} e ${begins}.`;
}

/** The hash at a line, or at either end; null when there is none. */
async function hashOf(database: Database, number: string): Promise<string | null> {
  const { rows } = await database.query<{ elo: string }>(
    `select encode(elo, 'hex') as elo from private.auditoria where numero = $1
     union all select encode(elo_antes, 'hex') from private.auditoria_pontas where antes = $1`,
    [number],
  );
  return rows[0]?.elo ?? null;
}
