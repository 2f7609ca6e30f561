import type { Database } from './core/database.ts';

export const AUDIT_USAGE = `Uso: npm run audit [-- <número> <hash>]

Confere o registro de acessos, linha por linha. Com um número e um hash anotados
antes (a ponta de outra conferência, ou do log do servidor), confere também que
aquela linha ainda é a mesma.`;

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
  const pruned = number !== undefined && (await isPruned(database, number));
  const changed = number !== undefined && !pruned && (await hashOf(database, number)) !== hash;
  for (const { numero, falha } of failures.rows)
    print(
      falha === 'alterada' ? `Linha ${numero}: alterada.` : `Linha ${numero}: falta uma ou mais antes dela.`,
    );
  if (pruned) print(`Linha ${number}: já saiu do registro pelo prazo; não há mais o que comparar.`);
  if (changed) print(`Linha ${number}: não é mais a que foi anotada.`);

  const { rows } = await database.query<{ linhas: number; ultimo: string; elo: string }>(
    `select (select count(*)::integer from private.auditoria) as linhas, ultimo, encode(ultimo_elo, 'hex') as elo
     from private.auditoria_pontas`,
  );
  const [end] = rows;
  if (!end) throw new Error('the audit trail has no ends');
  const whole = failures.rows.length === 0 && !changed;
  print(
    `${end.linhas} ${end.linhas === 1 ? 'linha' : 'linhas'}: ${whole ? 'o registro confere' : 'O REGISTRO NÃO CONFERE'}.`,
  );
  print(`Ponta (anote fora daqui): ${end.ultimo} ${end.elo}`);
  return whole ? 0 : 1;
}

/** Whether a line was older than the record is kept, and went with what was before it. */
async function isPruned(database: Database, number: string): Promise<boolean> {
  const { rows } = await database.query('select from private.auditoria_pontas where antes > $1', [number]);
  return rows.length > 0;
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
