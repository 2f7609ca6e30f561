import { describe, expect, test } from 'vitest';
import { auditPage } from '../../content/audit.ts';
import { BY_HAND, erasing, otherReasons } from '../../content/erasing.ts';
import { exporting } from '../../content/exporting.ts';
import { ANSWER_DAYS, SPARED_DAYS } from '../../content/retention.ts';
import { laterDay } from '../../domain/dates.ts';
import { FILTERS } from '../../domain/desk/filter.ts';
import { fieldOf } from '../../domain/desk/sheet.ts';
import { WHEREABOUTS } from '../../domain/desk/whereabouts.ts';
import { DEFAULT_RULES } from '../../domain/enrolment/rules.ts';
import { ACTS, ROLES, WITH_PASSWORD } from '../../domain/roles.ts';
import type { Setting } from '../../domain/rule-settings.ts';
import { erasedBecause, SETTINGS, settingEntries } from '../../domain/settings.ts';
import { databaseForTests, engines } from '../support/server.ts';

/** The tables of settings and filters against the SQL, which is written by hand. */
describe.each(engines)('$name', (engine) => {
  const database = databaseForTests(engine);

  const { rows: ask } = database;
  const bodyOf = async (name: string) =>
    (await database.value<string>('select pg_get_functiondef($1::regproc) as body', name)) ?? '';

  /** But when the enrolment is closed, which is a table of its own. */
  const ofColumns = settingEntries.filter(([, { kind }]) => kind !== 'closed');

  test('the settings are the columns of private.configuracao, with their types', async () => {
    const columns = await ask<{ column: string; type: string; nullable: string }>(`
      select column_name as column, data_type as type, is_nullable as nullable from information_schema.columns
      where table_schema = 'private' and table_name = 'configuracao' and column_name <> 'unica'
      order by ordinal_position`);
    const types = {
      choice: 'text',
      text: 'text',
      message: 'text',
      version: 'text',
      switch: 'boolean',
      retention: 'integer',
    };
    expect(columns).toEqual(
      ofColumns.map(([column, { kind }]) => ({
        column,
        type: types[kind as keyof typeof types],
        nullable: kind === 'retention' ? 'YES' : 'NO',
      })),
    );
  });

  test('a new database has the defaults', async () => {
    const defaults = Object.fromEntries(ofColumns.map(([column, setting]) => [column, setting.default]));
    expect(await ask('select * from private.configuracao')).toEqual([{ unica: true, ...defaults }]);
  });

  test('a request is answered within as many days as families are told, counted at the centre', async () => {
    const moments = {
      '2026-03-01T02:59:59Z': '2026-02-28',
      '2026-03-01T03:00:00Z': '2026-03-01',
      '2028-02-20T12:00:00Z': '2028-02-20',
    };
    for (const [moment, day] of Object.entries(moments))
      expect(await ask('select private.prazo_do_pedido($1)::text as until', moment)).toEqual([
        { until: laterDay(day, ANSWER_DAYS) },
      ]);
  });

  test('the form is handed every setting that it obeys, and no other', async () => {
    const [given] = await ask<{ rules: object }>(`select private.formulario() -> 'regras' as rules`);
    expect(given?.rules).toEqual(DEFAULT_RULES);
  });

  test('the choices and the smallest terms are those that SQL accepts', async () => {
    const checks = await ask<{ column: string; check: string }>(`
      select a.attname as column, pg_get_constraintdef(c.oid) as check
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.conrelid = 'private.configuracao'::regclass and c.contype = 'c' and a.attname <> 'unica'`);
    const bounds = checks.map(({ column, check }): [string, unknown] => [
      column,
      />/.test(check)
        ? /> 0\b/.test(check) && 1
        : /<= \d+/.test(check)
          ? Number(/<= (\d+)/.exec(check)?.[1])
          : [...check.matchAll(/'([^']+)'::text/g)].map(([, choice]) => choice),
    ]);
    const bound = (setting: Setting) =>
      setting.kind === 'choice'
        ? setting.choices
        : setting.kind === 'retention'
          ? setting.min
          : setting.kind === 'text' || setting.kind === 'message'
            ? setting.max
            : undefined;
    const inCode = ofColumns.map(([column, setting]): [string, unknown] => [column, bound(setting)]);
    expect(Object.fromEntries(bounds)).toEqual(Object.fromEntries(inCode));
  });

  test('what may be changed, and what each may hold, is what private.ajustes_que_ha says', async () => {
    const kinds = {
      choice: 'escolha',
      switch: 'sim_ou_nao',
      retention: 'prazo',
      text: 'texto',
      message: 'mensagem',
      closed: 'inscricoes',
      version: '',
    };
    const inCode = settingEntries.flatMap(([nome, setting]) => {
      if (setting.kind === 'version') return [];
      const [minimo, maximo] =
        setting.kind === 'retention'
          ? [setting.min, setting.max]
          : setting.kind === 'text' || setting.kind === 'message'
            ? [0, setting.max]
            : [null, null];
      const escolhas =
        setting.kind === 'choice' ? setting.choices : setting.kind === 'message' ? setting.places : null;
      const precisa = setting.kind === 'message' ? setting.needs : null;
      return { nome, tipo: kinds[setting.kind], minimo, maximo, escolhas, precisa };
    });
    const byName = (a: { nome: string }, b: { nome: string }) => a.nome.localeCompare(b.nome);
    const inSql = await ask<{ nome: string }>('select * from private.ajustes_que_ha');
    expect(inSql.sort(byName)).toEqual(inCode.sort(byName));
  });

  test('each version of the declaration promises every period by which an enrolment is erased', async () => {
    const columns = await ask<{ column: string }>(`
      select column_name as column from information_schema.columns
      where table_schema = 'private' and table_name = 'prazos_prometidos' and column_name <> 'versao' order by ordinal_position`);
    const inCode = settingEntries.flatMap(([name, setting]) =>
      setting.kind === 'retention' && setting.erases ? [name] : [],
    );
    expect(columns.map(({ column }) => column)).toEqual(inCode);
    const body = await bodyOf('private.prometer_prazos');
    for (const name of inCode) expect(body.split(`new.${name}`).length, name).toBe(3); // compared, and written
    const terms = await bodyOf('private.prazos_com');
    for (const name of inCode)
      expect(terms, name).toMatch(new RegExp(`least\\(\\(c\\)\\.${name}, o\\.${name}\\)`));
  });

  test('every reason of retention has words, and every term that erases is read', async () => {
    const body = await bodyOf('private.prazos_com');
    for (const [column, setting] of settingEntries) {
      if (setting.kind !== 'retention' || !setting.erases) continue;
      expect(body, column).toContain(column);
    }
    const rules = [...body.matchAll(/^ +\('([a-z_]+)',/gm)].map(([, rule]) => rule);
    expect([...rules, 'documento'].sort()).toEqual(Object.keys(erasedBecause).sort());

    const [recorded] = await ask<{ check: string }>(`
      select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'apagamentos_motivo_check'`);
    const reasons = [...(recorded?.check ?? '').matchAll(/'([a-z_]+)'::text/g)].map(([, reason]) => reason);
    expect(reasons.sort()).toEqual(
      [erasing.reasons, otherReasons, erasedBecause].flatMap((reasons) => Object.keys(reasons)).sort(),
    );
  });

  test('what waits after an erasing by hand, and for how long, is what pages and copies say', async () => {
    expect(await ask('select private.motivos_a_mao() as reasons, private.dias_de_espera() as days')).toEqual([
      { reasons: BY_HAND, days: SPARED_DAYS },
    ]);
  });

  test('the roles, and what each may do, are those of private.atos', async () => {
    const rows = await ask<{ ato: string; papeis: string[]; com_senha: boolean }>(
      'select * from private.atos',
    );
    expect(Object.fromEntries(rows.map(({ ato, papeis }) => [ato, papeis]))).toEqual(ACTS);
    expect(rows.length).toBe(Object.keys(ACTS).length);
    expect(rows.flatMap(({ ato, com_senha }) => (com_senha ? [ato] : []))).toEqual(WITH_PASSWORD);
    const [{ check = '' } = {}] = await ask<{ check: string }>(
      `select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'administradores_papel_check'`,
    );
    expect([...check.matchAll(/'([a-z]+)'::text/g)].map(([, role]) => role)).toEqual(ROLES);
  });

  test('what a link of before does not tell is what asks about the links, when it is corrected', async () => {
    expect(await database.value('select private.paradeiro() as columns')).toEqual(
      WHEREABOUTS.map((name) => fieldOf(name).column),
    );
  });

  test('what a spreadsheet may be for is what the page asks', async () => {
    expect(await ask('select private.motivos_de_exportar() as reasons')).toEqual([
      { reasons: Object.keys(exporting.reasons) },
    ]);
  });

  test('what is said of a class can be given and changed, is told to the desk, and has a word in the audit log', async () => {
    const rows = await ask<{ column: string }>(`
      select column_name as column from information_schema.columns
      where table_schema = 'private' and table_name = 'turmas' and column_name <> 'id' order by ordinal_position`);
    const columns = rows.map(({ column }) => column);
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
    for (const key of keys) expect(given, 'public.lista_de_turmas()').toMatch(new RegExp(`[(,]\\s*"?${key}"? `));
    expect(Object.keys(auditPage.classes), 'auditPage.classes').toEqual(columns);
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

test('a rule of the form names its setting once', () => {
  const rules = Object.values(SETTINGS).flatMap((setting) => ('rule' in setting ? [setting.rule] : []));
  expect(new Set(rules).size).toBe(rules.length);
});
