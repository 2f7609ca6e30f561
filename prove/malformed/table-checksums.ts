import { listOf } from './attempt.ts';

/** Asks the owner's connection. */
export type Query = <Row extends Record<string, unknown>>(
  sql: string,
  values?: unknown[],
) => Promise<{ rows: Row[] }>;

/**
 * For each table its number of rows and a checksum of them. Of the audit log only entries of changes count,
 * because it also records refused and read-only calls.
 */
export type Checksums = ReadonlyMap<string, string>;

/** Counters of the throttles, and how long the server ran: they change by themselves. */
const CHANGING = new Set(
  listOf(
    'servidor.limites private.auditoria_pontas private.freio private.tentativas private.cpf_errados private.chave_dos_enderecos',
  ),
);

/** Audit entries of looking, of failing, and of the day's own clean-up. */
const NOTED = listOf(
  'viu_lista viu_ficha abriu_documento baixou_documento falha_de_login errou_senha meus_dados retencao',
);

/** Reads the checksums of all tables of the product, also of those added later. */
export async function readChecksums(query: Query): Promise<Checksums> {
  const { rows: tables } = await query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'auth', 'storage', 'servidor') order by 1`);
  const checksums = new Map<string, string>();
  for (const { name } of tables) {
    if (CHANGING.has(name)) continue;
    const [where, values] = name === 'private.auditoria' ? ['where acao <> all ($1)', [NOTED]] : ['', []];
    const { rows } = await query<{ checksum: string }>(
      `select count(*) || ' rows, ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as checksum from ${name} as t ${where}`,
      values,
    );
    checksums.set(name, rows[0]?.checksum ?? '');
  }
  return checksums;
}

/** The tables that changed, each with its checksum before and after; empty for none. */
export function changesBetween(before: Checksums, after: Checksums): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) =>
    before.get(name) === after.get(name) ? [] : [`${name}: ${before.get(name)} → ${after.get(name)}`],
  );
}
