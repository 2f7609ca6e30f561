import type pg from 'pg';

/** What PostgreSQL brings itself, and what belongs to an extension, is left out. */
const OURS = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;
const apart = (catalogue: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = o.oid and e.deptype = 'e')`;

/** The rights of an object of which nobody has said any, by its catalogue. */
const DEFAULT_ACL: Record<string, string> = {
  pg_class: `case o.relkind when 'S' then 's' else 'r' end::"char"`,
  pg_namespace: `'n'`,
  pg_proc: `'f'`,
  pg_type: `'T'`,
};

/** Owner, rights in one order, and comment. */
const heldBy = (owner: string, acl: string, catalogue: string) =>
  `concat_ws(' ', ${owner}::regrole,
    array(select unnest(coalesce(${acl}, acldefault(${DEFAULT_ACL[catalogue]}, ${owner})))::text order by 1), obj_description(o.oid, '${catalogue}'))`;

const RELATION = `pg_class o join pg_namespace n on n.oid = o.relnamespace`;

/** Each gives `what` an object is, its name, and what the database says of it. */
const CATALOGUE = [
  `select 'schema' as what, n.nspname::text as name, ${heldBy('n.nspowner', 'n.nspacl', 'pg_namespace').replaceAll('o.oid', 'n.oid')} as says
    from pg_namespace n where ${OURS}`,
  `select 'default rights', concat_ws(' ', d.defaclrole::regrole, n.nspname, d.defaclobjtype), array(select unnest(d.defaclacl)::text order by 1)::text
    from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`,
  `select 'extension', o.extname, n.nspname from pg_extension o join pg_namespace n on n.oid = o.extnamespace`,
  `select 'relation', o.oid::regclass::text, concat_ws(' ', o.relkind, o.relpersistence, o.relrowsecurity, o.relforcerowsecurity, o.reloptions,
      ${heldBy('o.relowner', 'o.relacl', 'pg_class')}, case when o.relkind in ('v', 'm') then pg_get_viewdef(o.oid) end)
    from ${RELATION} where ${OURS} and o.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${apart('pg_class')}`,
  `select 'column', o.oid::regclass || '.' || a.attname, concat_ws(' ',
      (select count(*) from pg_attribute b where b.attrelid = a.attrelid and b.attnum between 1 and a.attnum and not b.attisdropped),
      format_type(a.atttypid, a.atttypmod), nullif(a.attcollation, 0)::regcollation, 'sample ' || a.attstattarget, a.attnotnull, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid), array(select unnest(a.attacl)::text order by 1), col_description(o.oid, a.attnum))
    from ${RELATION} join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
    where ${OURS} and o.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and ${apart('pg_class')}`,
  `select 'constraint', concat_ws(' ', nullif(o.conrelid, 0)::regclass, nullif(o.contypid, 0)::regtype, o.conname),
      concat_ws(' ', pg_get_constraintdef(o.oid), obj_description(o.oid, 'pg_constraint'))
    from pg_constraint o join pg_namespace n on n.oid = o.connamespace where ${OURS}`,
  `select 'index', o.oid::regclass::text, concat_ws(' ', pg_get_indexdef(o.oid), i.indisvalid, obj_description(o.oid, 'pg_class'))
    from ${RELATION} join pg_index i on i.indexrelid = o.oid where ${OURS}`,
  `select 'sequence', s.seqrelid::regclass::text, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle,
      (select d.refobjid::regclass || '.' || d.refobjsubid from pg_depend d where d.objid = s.seqrelid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass))
    from pg_sequence s`,
  `select 'function', o.oid::regprocedure::text, concat_ws(' ', case when o.prokind in ('f', 'p') then pg_get_functiondef(o.oid) end,
      ${heldBy('o.proowner', 'o.proacl', 'pg_proc')})
    from pg_proc o join pg_namespace n on n.oid = o.pronamespace where ${OURS} and ${apart('pg_proc')}`,
  `select 'trigger', o.tgrelid::regclass || ' ' || o.tgname, concat_ws(' ', pg_get_triggerdef(o.oid), o.tgenabled, obj_description(o.oid, 'pg_trigger'))
    from pg_trigger o where not o.tgisinternal`,
  `select 'policy', o.polrelid::regclass || ' ' || o.polname, concat_ws(' ', o.polcmd, o.polpermissive,
      array(select case r when 0 then 'public' else r::regrole::text end from unnest(o.polroles) as r order by 1),
      pg_get_expr(o.polqual, o.polrelid), 'check', pg_get_expr(o.polwithcheck, o.polrelid), obj_description(o.oid, 'pg_policy'))
    from pg_policy o`,
  `select 'type', o.oid::regtype::text, concat_ws(' ', o.typtype, case when o.typtype = 'd' then format_type(o.typbasetype, o.typtypmod) end, o.typnotnull, o.typdefault,
      array(select e.enumlabel from pg_enum e where e.enumtypid = o.oid order by e.enumsortorder), ${heldBy('o.typowner', 'o.typacl', 'pg_type')})
    from pg_type o join pg_namespace n on n.oid = o.typnamespace
    where ${OURS} and o.typtype <> 'b' and ${apart('pg_type')}`,
  `select 'rule', o.ev_class::regclass || ' ' || o.rulename, pg_get_ruledef(o.oid) from pg_rewrite o where o.oid >= 16384 and o.rulename <> '_RETURN'`,
].join('\nunion all ');

/** Functions of ours that columns, checks and indexes are built on, by name. */
export const NEEDED_BY_TABLES = `
  with recursive needed (oid) as (
    select d.refobjid from pg_depend d where d.refclassid = 'pg_proc'::regclass
      and d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)
    union select d.refobjid from needed t join pg_depend d
      on d.classid = 'pg_proc'::regclass and d.objid = t.oid and d.refclassid = 'pg_proc'::regclass)
  select distinct p.pronamespace::regnamespace || '.' || p.proname as name from needed join pg_proc p using (oid)
  where p.pronamespace = 'private'::regnamespace order by 1`;

/** What a new site begins with: every row but for ids and moments. */
export async function readFirstRows(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r'
     and relnamespace in ('private'::regnamespace, 'public'::regnamespace, 'storage'::regnamespace)`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(
      `select '${name} ' || (to_jsonb(t) - '{id,desde,created_at,updated_at}'::text[])::text as line from ${name} t
       where '${name}' <> 'storage.buckets' or to_jsonb(t) ->> 'id' = 'cadastro_unico_uploads'`,
    );
    lines.push(...rows.map(({ line }) => line));
  }
  return lines.sort();
}

/** Everything that a database is made of, its rows left out: one text an object, in order. */
export async function readCatalogue(client: pg.Client): Promise<string[]> {
  await client.query(`set search_path = ''`); // each name is said in full
  const { rows } = await client.query<{ what: string; name: string; says: string }>(
    `select * from (${CATALOGUE}) as c order by what collate "C", name collate "C"`,
  );
  await client.query('reset search_path');
  return rows.map(({ what, name, says }) => `${what} ${name}: ${says}`);
}
