import { describe, expect, test } from 'vitest';
import { auditActions, auditPage } from '../../content/audit.ts';
import { BY_HAND, erasing, otherReasons } from '../../content/erasing.ts';
import { exporting } from '../../content/exporting.ts';
import { ANSWER_DAYS, SPARED_DAYS } from '../../content/retention.ts';
import { sectionNames } from '../../domain/centre/sections.ts';
import { nationalDigits } from '../../domain/contact.ts';
import { laterDay } from '../../domain/dates.ts';
import { LEFT_BECAUSE, MARKS } from '../../domain/desk/attendance.ts';
import { FILTERS } from '../../domain/desk/filter.ts';
import { fieldOf } from '../../domain/desk/sheet.ts';
import { NEEDS_REASON, SITUATIONS } from '../../domain/desk/situations.ts';
import { WHEREABOUTS } from '../../domain/desk/whereabouts.ts';
import { DOCUMENT_BUCKET, DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from '../../domain/document/document.ts';
import { DEFAULT_RULES } from '../../domain/enrolment/rules.ts';
import { ACTS, ROLES, WITH_PASSWORD } from '../../domain/roles.ts';
import { erasedBecause, settingEntries } from '../../domain/settings.ts';
import { databaseForTests, engines } from '../support/server.ts';

/** Moments, and their days at the centre. */
const MOMENTS = {
  '2026-03-01T02:59:59Z': '2026-02-28',
  '2026-03-01T03:00:00Z': '2026-03-01',
  '2028-02-20T12:00:00Z': '2028-02-20',
};

const HIDDEN = WHEREABOUTS.map((name) => fieldOf(name).column);
const ERASED_FOR = Object.keys({ ...erasing.reasons, ...otherReasons, ...erasedBecause });
const TELEPHONES = [
  ...['(62) 90000-0000', '+55 62 90000-0000', '062900000000', '5562900000000', '55900000000'],
  ...['0055 62 3300-0000', '62 3300 0000'],
];

/** The tables of the code against the SQL, which is written by hand. */
describe.each(engines)('$name', (engine) => {
  const database = databaseForTests(engine);

  const { rows: ask } = database;
  const bodyOf = async (name: string) =>
    (await database.value<string>('select pg_get_functiondef($1::regproc) as body', name)) ?? '';

  /** But when the enrolment is closed, which is a table of its own. */
  const ofColumns = settingEntries.filter(([, { kind }]) => kind !== 'closed');

  test('the settings are the columns of private.configuracao, with their types and defaults', async () => {
    const columns = await ask(`
      select column_name as column, data_type as type, is_nullable as nullable from information_schema.columns
      where table_schema = 'private' and table_name = 'configuracao' and column_name <> 'unica'
      order by ordinal_position`);
    expect(columns).toEqual(
      ofColumns.map(([column, { kind }]) => ({
        column,
        type: kind === 'switch' ? 'boolean' : kind === 'retention' || kind === 'number' ? 'integer' : 'text',
        nullable: kind === 'retention' ? 'YES' : 'NO',
      })),
    );
    const defaults = Object.fromEntries(ofColumns.map(([column, setting]) => [column, setting.default]));
    expect(await ask('select * from private.configuracao')).toEqual([{ unica: true, ...defaults }]);
  });

  test.each<[what: string, sql: string, inCode: unknown]>([
    ['what the form is handed of the settings', `private.formulario() -> 'regras'`, DEFAULT_RULES],
    ['the reasons of an erasing by hand, which waits', 'private.motivos_a_mao()', BY_HAND],
    ['for how many days it waits', 'private.dias_de_espera()', SPARED_DAYS],
    ['what a link of before does not tell', 'private.paradeiro()', HIDDEN],
    [
      'the sections of the site',
      'array(select jsonb_object_keys(private.secoes_do_centro()) order by 1)',
      sectionNames.toSorted(),
    ],
    ['what a spreadsheet may be for', 'private.motivos_de_exportar()', Object.keys(exporting.reasons)],
    [
      'the last days of requests, counted at the centre',
      `array(select private.prazo_do_pedido(m)::text from unnest('{${Object.keys(MOMENTS)}}'::timestamptz[]) as m)`,
      Object.values(MOMENTS).map((day) => laterDay(day, ANSWER_DAYS)),
    ],
    [
      'the day of a moment in an entry, counted at the centre',
      `(select jsonb_agg(private.valor_anotavel(to_jsonb(m))) from unnest('{${Object.keys(MOMENTS)}}'::timestamptz[]) as m)`,
      Object.values(MOMENTS).map((day) => Number(day.replaceAll('-', ''))),
    ],
    [
      'the digits of telephones, which the search compares',
      `array(select private.algarismos_do_telefone(t) from unnest('{${TELEPHONES}}'::text[]) as t)`,
      TELEPHONES.map(nationalDigits),
    ],
    [
      'the limits of documents',
      `(select jsonb_build_array(public, file_size_limit, allowed_mime_types) from storage.buckets where id = '${DOCUMENT_BUCKET}')`,
      [false, DOCUMENT_MAX_BYTES, Object.values(DOCUMENT_TYPES)],
    ],
  ])('%s: the same in SQL and in TypeScript', async (_what, sql, inCode) => {
    expect(await database.value(`select ${sql} as value`)).toEqual(inCode);
  });

  test.each<[what: string, table: string, constraint: string, inCode: readonly string[]]>([
    ['the situations', 'acompanhamentos', 'acompanhamentos_situacao_check', Object.keys(SITUATIONS)],
    ['the situations that need a reason', 'acompanhamentos', 'motivo_obrigatorio', [...NEEDS_REASON]],
    [
      'why participations end',
      'acompanhamentos',
      'acompanhamentos_saiu_porque_check',
      Object.keys(LEFT_BECAUSE),
    ],
    ['the marks of a list', 'presencas', 'presencas_marca_check', Object.keys(MARKS)],
    ['the roles', 'administradores', 'administradores_papel_check', ROLES],
    ['the reasons of an erasing', 'apagamentos', 'apagamentos_motivo_check', ERASED_FOR],
    ['the audit actions', 'auditoria', 'auditoria_acao_check', Object.keys(auditActions)],
  ])('%s are those of the constraint', async (_what, table, constraint, inCode) => {
    const check = await database.value<string>(
      'select pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass and conname = $2',
      `private.${table}`,
      constraint,
    );
    const codes = [...(check ?? '').matchAll(/'([a-z_-]+)'::text/g)].map(([, code]) => code);
    expect(codes.sort()).toEqual(inCode.toSorted());
  });

  test('the choices, the smallest terms and the longest texts are those that SQL accepts', async () => {
    const checks = await ask(`
      select a.attname as column, pg_get_constraintdef(c.oid) as check
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.conrelid = 'private.configuracao'::regclass and c.contype = 'c' and a.attname <> 'unica'`);
    const inSql = checks.map(({ column, check }): [string, unknown] => [
      column,
      [...check.matchAll(/'([^']+)'::text|[<>]=? (\d+)/g)].map(
        ([, choice, bound]) => choice ?? Number(bound),
      ),
    ]);
    const inCode = ofColumns.flatMap(([column, setting]): [string, unknown][] => {
      if (setting.kind === 'choice') return [[column, setting.choices]];
      if (setting.kind === 'retention') return [[column, [setting.min - 1]]];
      if (setting.kind === 'number') return [[column, [setting.min, setting.max]]];
      return setting.kind === 'text' || setting.kind === 'message' ? [[column, [setting.max]]] : [];
    });
    expect(Object.fromEntries(inSql)).toEqual(Object.fromEntries(inCode));
  });

  test('what may be changed, and what each may hold, is what private.ajustes_que_ha says', async () => {
    const kinds = {
      ...{ choice: 'escolha', switch: 'sim_ou_nao', retention: 'prazo', text: 'texto' },
      ...{ message: 'mensagem', number: 'numero', closed: 'inscricoes', version: '' },
    };
    const inCode = settingEntries.flatMap(([nome, setting]) => {
      if (setting.kind === 'version') return [];
      const isText = setting.kind === 'text' || setting.kind === 'message';
      const [minimo, maximo] =
        setting.kind === 'retention' || setting.kind === 'number'
          ? [setting.min, setting.max]
          : isText
            ? [0, setting.max]
            : [null, null];
      const isMessage = setting.kind === 'message';
      const escolhas = setting.kind === 'choice' ? setting.choices : isMessage ? setting.places : null;
      const precisa = isMessage ? setting.needs : null;
      return { nome, tipo: kinds[setting.kind], minimo, maximo, escolhas, precisa };
    });
    const byName = (a: { nome: string }, b: { nome: string }) => a.nome.localeCompare(b.nome);
    const inSql = await ask<{ nome: string }>('select * from private.ajustes_que_ha');
    expect(inSql.sort(byName)).toEqual(inCode.sort(byName));
  });

  test('each version of the declaration promises every period by which an enrolment is erased; each is read, and has words', async () => {
    const columns = await ask(`
      select column_name as column from information_schema.columns
      where table_schema = 'private' and table_name = 'prazos_prometidos' and column_name <> 'versao' order by ordinal_position`);
    const inCode = settingEntries.flatMap(([name, setting]) =>
      setting.kind === 'retention' && setting.erases ? [name] : [],
    );
    expect(columns.map(({ column }) => column)).toEqual(inCode);
    const [promising, terms] = [await bodyOf('private.prometer_prazos'), await bodyOf('private.prazos_com')];
    for (const name of inCode) {
      expect(promising.split(`new.${name}`).length, name).toBe(3); // compared, and written
      expect(terms, name).toContain(`least((c).${name}, o.${name})`);
    }
    const rules = [...terms.matchAll(/^ +\('([a-z_]+)',/gm)].map(([, rule]) => rule);
    expect([...rules, 'documento'].sort()).toEqual(Object.keys(erasedBecause).sort());
  });

  test('the roles, and what each may do, are those of private.atos', async () => {
    const rows = await ask('select * from private.atos');
    expect(Object.fromEntries(rows.map(({ ato, papeis }) => [ato, papeis]))).toEqual(ACTS);
    expect(rows.length).toBe(Object.keys(ACTS).length);
    expect(rows.flatMap(({ ato, com_senha }) => (com_senha ? [ato] : []))).toEqual(WITH_PASSWORD);
  });

  test('what is said of a class can be given and changed, is told to the desk, and has a word in the audit log', async () => {
    const rows = await ask(`
      select column_name as column from information_schema.columns
      where table_schema = 'private' and table_name = 'turmas' and column_name <> 'id' order by ordinal_position`);
    const all = rows.map(({ column }) => column);
    const columns = all.filter((column) => column !== 'modalidade'); // which nobody asks for any more
    const body = await bodyOf('private.salvar_turma');
    const [, taken = ''] = /chaves constant text\[\] := '\{id,([^}]+)\}'/.exec(body) ?? [];
    const keys = taken.split(',');
    const before = [...body.matchAll(/'(\w+)', antes\.(\w+)/g)].map(([, key, column]) => [key, column]);
    expect(before, 'dada of private.salvar_turma').toEqual(columns.map((column, at) => [keys[at], column]));
    const changed = [...body.matchAll(/(\w+) = excluded\.\1\b/g)].map(([, column]) => column);
    expect(changed, 'on conflict of private.salvar_turma').toEqual(columns);
    const given = await database.value<string>(
      `select pg_get_function_result('public.lista_de_turmas()'::regprocedure)`,
    );
    for (const key of keys)
      expect(given, 'public.lista_de_turmas()').toMatch(new RegExp(`[(,]\\s*"?${key}"? `));
    expect(Object.keys(auditPage.classes), 'auditPage.classes').toEqual(all);
  });

  test('the filters are the keys that the search reads, with the same options', async () => {
    const body = await bodyOf('private.condicoes');
    const keys = new Set([...body.matchAll(/->>\s*'+(\w+)'+/g)].map(([, key]) => key));
    const filters: readonly { param: string; options?: object }[] = Object.values(FILTERS);
    expect([...keys].sort()).toEqual(filters.map(({ param }) => param).sort());
    for (const [key, options] of body.matchAll(/case filtro ->> '\w+'(.+?)else '' end/gs)) {
      const name = /'(\w+)'/.exec(key)?.[1];
      const filter = filters.find(({ param }) => param === name);
      const accepted = [...(options ?? '').matchAll(/when '(\w+)'/g)].map(([, option]) => option);
      expect(Object.keys(filter?.options ?? {}), name).toEqual(accepted);
    }
  });
});
