import type { Database } from '../core/database.ts';
import { type Command, notUnderstood } from './command.ts';

const USAGE = `Uso: npm run audit [-- <número> <hash>]

Confere o registro de acessos, linha por linha. Com um número e um hash anotados
antes (a ponta de outra conferência, ou do log do servidor), confere também que
aquela linha ainda é a mesma.`;

/** Checks the hash chain of the audit log. */
export const audit: Command = {
  summary: 'confere o registro de acessos',
  usage: USAGE,
  opens: 'existing or Supabase',
  order: (args) =>
    auditProblem(args) ?? (({ database, terminal }) => runAudit(args, database, terminal.print)),
};

/** Tolerance for the age of the oldest entry: a running server writes at least one a day. */
const SLACK_DAYS = 7;

/** Null for no arguments, or the number and hash of an entry. */
function auditProblem(args: string[]): string | null {
  const [number, hash = '', ...rest] = args;
  if (number === undefined) return null;
  if (!/^\d{1,18}$/.test(number) || rest.length > 0) return notUnderstood(args);
  return /^[0-9a-f]{64}$/.test(hash)
    ? null
    : 'Depois do número vem o hash inteiro: 64 algarismos e letras de a até f.';
}

/** Returns the exit code: 0 the chain is intact, 1 it is not. */
async function runAudit(args: string[], database: Database, print: (line: string) => void): Promise<number> {
  const [number, hash] = args;
  const failures = await database.query<{ numero: string; falha: string }>(
    'select * from private.falhas_da_auditoria()',
  );
  const deleted = number === undefined ? null : await findDeletedEntry(database, number);
  const pruned = deleted?.due === true && !deleted.known;
  const cut = deleted?.due === false;
  const changed = number !== undefined && !pruned && !cut && (await hashOf(database, number)) !== hash;
  for (const { numero, falha } of failures.rows)
    print(
      falha === 'alterada' ? `Linha ${numero}: alterada.` : `Linha ${numero}: falta uma ou mais antes dela.`,
    );
  if (pruned) print(`Linha ${number}: já saiu do registro pelo prazo; não há mais o que comparar.`);
  if (cut) print(`Linha ${number}: saiu do registro sem que o prazo explique.`);
  if (changed) print(`Linha ${number}: não é mais a que foi anotada.`);

  const { rows } = await database.query<{ linhas: number; ultimo: string; elo: string }>(
    `select (select count(*)::integer from private.auditoria) as linhas, ultimo, encode(ultimo_elo, 'hex') as elo
     from private.auditoria_pontas`,
  );
  const [end] = rows;
  if (!end) throw new Error('the audit log has no ends');
  const whole = failures.rows.length === 0 && !changed && !cut;
  print(
    `${end.linhas} ${end.linhas === 1 ? 'linha' : 'linhas'}: ${whole ? 'o registro confere' : 'O REGISTRO NÃO CONFERE'}.`,
  );
  print(`Ponta (anote fora daqui): ${end.ultimo} ${end.elo}`);
  return whole ? 0 : 1;
}

/** An entry that is no longer in the log. */
type DeletedEntry = {
  /** Its hash is still stored, as the one before the oldest entry. */
  known: boolean;
  /** Retention explains that it was deleted. */
  due: boolean;
};

/** Null when the entry is in the log, or never was. */
async function findDeletedEntry(database: Database, number: string): Promise<DeletedEntry | null> {
  const { rows } = await database.query<DeletedEntry>(
    `select antes = $1 as known, coalesce(momento <= now() - make_interval(months => guardar_auditoria_meses) + make_interval(days => $2), false) as due
     from private.auditoria_pontas cross join private.configuracao
       left join (select momento from private.auditoria order by numero limit 1) as primeira on true
     where antes > 0 and antes >= $1`,
    [number, SLACK_DAYS],
  );
  return rows[0] ?? null;
}

/** The hash of an entry, or of the last deleted one; null when it is neither. */
async function hashOf(database: Database, number: string): Promise<string | null> {
  const { rows } = await database.query<{ elo: string }>(
    `select encode(elo, 'hex') as elo from private.auditoria where numero = $1
     union all select encode(elo_antes, 'hex') from private.auditoria_pontas where antes = $1`,
    [number],
  );
  return rows[0]?.elo ?? null;
}
