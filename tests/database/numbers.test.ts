import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ageOn, laterDay } from '../../domain/dates.ts';
import { LEFT_BECAUSE } from '../../domain/desk/attendance.ts';
import { AGE_BANDS } from '../../domain/desk/numbers.ts';
import { FIELDS } from '../../domain/enrolment/fields.ts';
import { eraseAgain } from '../../server/site-data/restore/repeat-erasures.ts';
import { addClass, auditEntries, enrolled, rpc } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { ROW } from '../support/people.ts';
import { engines, forTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

const [DE, ATE] = ['2025-01-01', '2025-06-30'];
const period = { de: DE, ate: ATE };
const REASONS = Object.keys(LEFT_BECAUSE);
const optionsOf = (column: string) => {
  const field = FIELDS.find((one) => one.column === column);
  return field && 'options' in field ? Object.keys(field.options) : [];
};
const TOWNS = ['Goiânia', 'GOIANIA', 'Anápolis', 'Trindade'];

/** The same half-year in every run. */
let seed = 20_250_630;
const below = (n: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * n);
};
const oneOf = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
const from = (day: string, days: number) => laterDay(day, below(days));

type Stay = { class: number; de: string; ate: string; began: boolean; why: string | null };
type Kind = 'here' | 'left' | 'moved' | 'paused' | 'bin' | 'erased' | 'new' | 'refused' | 'imported';
const KINDS: readonly Kind[] = [
  'here',
  'left',
  'moved',
  'paused',
  'bin',
  'erased',
  'new',
  'refused',
  'imported',
  'here',
];
const FOREVER = '9999-12-31';

function person(at: number) {
  const kind = KINDS[at % KINDS.length] as Kind;
  const first = from('2024-09-01', 290);
  const end = laterDay(first, 20 + below(200));
  const back = laterDay(end, 5 + below(60));
  const one = { class: below(3), de: first, began: true };
  const why = oneOf([...REASONS, '']);
  const stays: Record<Kind, Stay[]> = {
    here: [{ ...one, ate: FOREVER, why: null }],
    imported: [{ ...one, ate: FOREVER, why: null }],
    bin: [{ ...one, ate: FOREVER, why: null }],
    left: [{ ...one, ate: end, why }],
    erased: [{ ...one, ate: end, why }],
    moved: [
      { ...one, ate: laterDay(end, -1), why: null },
      { class: (one.class + 1) % 3, de: end, ate: FOREVER, began: false, why: null },
    ],
    paused: [
      { ...one, ate: end, why },
      { class: below(3), de: back, ate: FOREVER, began: true, why: null },
    ],
    new: [],
    refused: [],
  };
  return {
    kind,
    id: '',
    stays: stays[kind],
    arrived: kind === 'new' || kind === 'refused' ? from('2024-11-01', 200) : laterDay(first, -10),
    marks: [] as { class: number; day: string; mark: string }[],
    row: {
      nome_completo: `Pessoa ${String(at).padStart(2, '0')} de Teste`,
      cpf: `${String(at).padStart(9, '0')}-00`,
      data_nascimento: from(oneOf(['1980-01-01', '2008-03-01', '2013-06-01', '2018-01-01']), 900),
      sexo: oneOf(optionsOf('sexo')),
      nivel_escolaridade: oneOf(optionsOf('nivel_escolaridade')),
      renda_familiar: oneOf(optionsOf('renda_familiar')),
      cidade: oneOf(TOWNS),
    },
  };
}
type Person = ReturnType<typeof person>;

describe.each(engines)('accountability on $name', (engine) => {
  const { server, admin, asked, desk } = familyAndDeskForTests(engine);
  const { rows: sql } = server;

  async function store(one: Person, classes: readonly string[]) {
    one.id = (await enrolled(server, one.row)).id;
    const of = (moment: string) => `${moment} 12:00-03`;
    await sql('update public.inscricoes_projeto set created_at = $2 where id = $1', one.id, of(one.arrived));
    let antes: Record<string, unknown> = { turma: null };
    let de = 'nova';
    const step = async (para: string, turma: string | null, day: string) => {
      await sql(
        `insert into private.historico (inscricao_id, acao, de, para, versao, turma_id, antes, quando) values ($1, 'situacao', $2, $3, 2, $4, $5, $6)`,
        ...[one.id, de, para, turma, antes, of(day)],
      );
      de = para;
    };
    let now: Record<string, unknown> = {
      situacao: one.kind === 'refused' ? 'nao-aprovada' : 'nova',
      motivo: one.kind === 'refused' ? 'teste' : null,
    };
    for (const [at, stay] of one.stays.entries()) {
      const turma = classes[stay.class] ?? null;
      await step('aprovada', turma, stay.began ? laterDay(stay.de, -2) : stay.de);
      const primeiro_dia = one.stays[at - (stay.began ? 0 : 1)]?.de;
      now = { situacao: 'aprovada', turma_id: turma, primeiro_dia };
      antes = { turma, primeiro_dia };
      if (stay.why === null) continue;
      await step('desistiu', null, stay.ate);
      now = { situacao: 'desistiu', turma_id: null, saiu_em: stay.ate, saiu_porque: stay.why || null };
      antes = { ...now, turma: null };
    }
    const stored = {
      ...now,
      importacao: one.kind === 'imported' ? one.id : null,
      decidida_em: of(one.arrived),
      apagada_em: one.kind === 'bin' ? of(ATE) : null,
    };
    const columns = Object.keys(stored);
    await sql(
      `update private.acompanhamentos a set (${columns}) = (select ${columns.map((name) => `n.${name}`)} from jsonb_populate_record(a, $2) as n) where inscricao_id = $1`,
      ...[one.id, stored],
    );
    for (const stay of one.stays)
      for (let day = '2024-12-03'; day < '2025-07-20'; day = laterDay(day, 5 + below(4))) {
        if (day < stay.de || day > stay.ate) continue;
        one.marks.push({
          class: stay.class,
          day,
          mark: oneOf(['presente', 'presente', 'presente', 'falta', 'justificada']),
        });
      }
    await sql(
      `insert into private.presencas (turma_id, dia, inscricao_id, marca)
       select ($2::uuid[])[m.class + 1], m.day, $1, m.mark from jsonb_to_recordset($3) as m (class integer, day date, mark text)`,
      ...[one.id, classes, JSON.stringify(one.marks)],
    );
  }

  /** Retention erases somebody who left. */
  async function erase({ id }: Person, motivo: string) {
    await sql(
      `insert into private.apagamentos (inscricao_id, o_que, motivo) values ($1, 'inscricao', $2)`,
      id,
      motivo,
    );
    await sql('delete from public.inscricoes_projeto where id = $1', id);
  }

  const names = ['Aikido', 'Boxe', 'Capoeira'];
  const half = forTests(async () => {
    const classes: string[] = [];
    for (const name of names) classes.push(await addClass(server, name));
    const people = Array.from({ length: 60 }, (_, at) => person(at));
    for (const one of people) await store(one, classes);
    const before = await desk('numeros_do_periodo', period);
    for (const one of people.filter(({ kind }) => kind === 'erased')) await erase(one, 'participante');
    for (const one of people.filter(({ kind }) => kind === 'refused').slice(0, 3))
      await erase(one, 'nao_aprovada');
    return { people, before, after: await desk('numeros_do_periodo', period), close: async () => {} };
  });

  const during = ({ de, ate }: Stay) => de <= ATE && ate >= DE;
  const inPeriod = (day: string) => day >= DE && day <= ATE;
  const number = (people: readonly Person[], has: (one: Person) => boolean) =>
    people.filter((one) => one.kind !== 'bin' && has(one)).length;
  const countsBy = (values: readonly (string | null)[]) => {
    const counts = new Map<string | null, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  };

  type Counts = { of: string; answer: string | null; count: number }[];
  const found = (of: string, counts: Counts) =>
    new Map(counts.flatMap((one) => (one.of === of ? [[one.answer, one.count] as const] : [])));

  test('the numbers of a half-year are those of its people, one by one, and stay when retention erases some', () => {
    const { people, before, after } = half;
    const took = people.filter(({ kind, stays }) => kind !== 'bin' && stays.some(during));
    const erased = took.filter(({ kind }) => kind === 'erased');
    const has = (test: (stay: Stay) => boolean) => number(people, ({ stays }) => stays.some(test));
    const by = (keys: readonly string[], counted: (key: string, at: number) => number) =>
      new Map(keys.map((key, at) => [key, counted(key, at)] as const).filter(([, count]) => count > 0));
    const marks = (at: number, mark: string) =>
      people
        .filter(({ kind }) => kind !== 'bin')
        .flatMap((one) => one.marks)
        .filter((one) => one.class === at && one.mark === mark && inPeriod(one.day)).length;
    const isEnrolled = ({ kind, arrived }: Person) => kind !== 'imported' && inPeriod(arrived);
    const totals: Record<string, Map<string | null, number>> = {
      enrolled: new Map([[null, number(people, isEnrolled)]]),
      tookPart: new Map([[null, took.length]]),
      began: new Map([[null, has(({ began, de }) => began && inPeriod(de))]]),
      ended: by([...REASONS, ''], (why) => has((stay) => stay.why === why && inPeriod(stay.ate))),
      class: by(names, (_, at) => has((stay) => stay.class === at && during(stay))),
      presente: by(names, (_, at) => marks(at, 'presente')),
      falta: by(names, (_, at) => marks(at, 'falta')),
    };
    expect([Number(totals.ended?.size) > 3, totals.class?.size, erased.length > 2]).toEqual([true, 3, true]);
    for (const counts of [before, after])
      for (const [of, expected] of Object.entries(totals))
        expect([of, found(of, counts)]).toEqual([of, expected]);
    expect(found('erased', before)).toEqual(new Map([[null, 0]]));
    expect(found('erased', after)).toEqual(new Map([[null, erased.length]]));

    const columns = { sex: 'sexo', schooling: 'nivel_escolaridade', income: 'renda_familiar' } as const;
    for (const [of, column] of Object.entries(columns)) {
      expect(found(of, before)).toEqual(countsBy(took.map(({ row }) => row[column])));
      const left = took.map(({ kind, row }) => (kind === 'erased' ? null : row[column]));
      expect(found(of, after)).toEqual(countsBy(left));
    }
    const towns = new Map(
      [...found('town', before)].map(([name, count]) => [name === 'GOIANIA' ? 'Goiânia' : name, count]),
    );
    expect(towns).toEqual(
      countsBy(took.map(({ row }) => (row.cidade === 'GOIANIA' ? 'Goiânia' : row.cidade))),
    );
    const lastOf = ({ stays }: Person) => stays.filter(during).at(-1)?.ate ?? '';
    const atEnd = (one: Person) => [lastOf(one), ATE].sort()[0] ?? '';
    const ages = (dayOf: (one: Person) => string) =>
      countsBy(
        took.map((one) => {
          const age = ageOn(one.row.data_nascimento, dayOf(one)) ?? 0;
          return String(AGE_BANDS.findLast((first) => first <= age));
        }),
      );
    expect(found('age', before)).toEqual(ages(atEnd));
    expect(found('age', after)).toEqual(ages((one) => (one.kind === 'erased' ? lastOf(one) : atEnd(one))));
    const order = [...found('age', before).keys()];
    expect(order).toEqual(order.toSorted((one, other) => Number(one) - Number(other)));
  });

  test('of the erased nothing leads to a person, nor the order of the rows, after a run and after a restore', async () => {
    const inOrder = async () =>
      (await sql<{ pessoa: string }>('select pessoa from private.pessoas_passadas order by ctid')).map(
        ({ pessoa }) => pessoa,
      );
    const came = await inOrder();
    expect(came).not.toEqual(came.toSorted());
    for (const ready of ["anotar('retencao')", 'conferir_freio()', 'soltar_freio()'])
      await sql(`select private.${ready}`);
    const owner = { query: (text: string, values?: unknown[]) => server.database.query(text, values) };
    for (const mixing of [
      () => eraseAgain(owner as unknown as pg.Client, [], [], 'storage.objects'),
      () => sql('select private.encerrar_prazos(0, 0, 0)'),
    ]) {
      await mixing();
      expect(await inOrder()).toEqual(came.toSorted());
      await sql(`with todas as (delete from private.pessoas_passadas where pessoa is not null returning *)
        insert into private.pessoas_passadas select * from todas order by pessoa desc`);
    }
    const left = await sql<Record<string, unknown>>('select * from private.pessoas_passadas');
    expect(left.length).toBeGreaterThan(8);
    const known = new Set(half.people.map(({ id }) => id));
    for (const { pessoa, turma_id, de, ate, comecou, porque, idade, ...more } of left) {
      expect([known.has(String(pessoa)), more]).toEqual([false, {}]);
      if (ate === null) expect([turma_id, comecou, porque, idade]).toEqual([null, null, null, null]);
    }
  });

  test('the people of each reason come with what it needs and nothing else, without bin and erased, and the record keeps reason, period and how many', async () => {
    const live = half.people.filter(
      ({ kind, stays }) => !['bin', 'erased'].includes(kind) && stays.some(during),
    );
    const listOf = async (motivo: string) => desk('participantes_do_periodo', { ...period, motivo });
    const accountability = await listOf('prestacao_de_contas');
    const expected = live.flatMap((one) =>
      [0, 1, 2].flatMap((at) => {
        const stays = one.stays.filter((stay) => stay.class === at && during(stay));
        if (stays.length === 0) return [];
        const marks = one.marks.filter((mark) => mark.class === at && inPeriod(mark.day));
        const last = stays.at(-1)?.ate ?? '';
        return {
          ...{
            row: { nome_completo: one.row.nome_completo },
            className: names[at],
            firstDay: stays[0]?.de,
            lastDay: last <= ATE ? last : null,
          },
          present: marks.filter(({ mark }) => mark === 'presente').length,
          held: marks.filter(({ mark }) => mark !== 'justificada').length,
        };
      }),
    );
    type Row = { row: { nome_completo: string }; firstDay?: string | undefined };
    const key = ({ row, firstDay }: Row) => `${row.nome_completo} ${firstDay}`;
    const sorted = (rows: Row[]) => rows.toSorted((one, other) => key(one).localeCompare(key(other)));
    expect(accountability).toEqual(sorted(accountability));
    expect(accountability).toEqual(sorted(expected));
    const first = live[0] as Person;
    await server.rows(
      `insert into private.marcas (inscricao_id, especie, texto)
        select i.id, 'faixa', 'Cinza' from public.inscricoes_projeto i where i.nome_completo = $1`,
      first.row.nome_completo,
    );
    const [cup] = await listOf('copa');
    expect(cup.belt).toBe('Cinza');
    const { nome_completo, data_nascimento, sexo, cpf, cidade } = first.row;
    expect(cup.row).toEqual({
      ...{ nome_completo, data_nascimento, sexo, cpf, cidade },
      peso: Number(ROW.peso),
    });
    const [contact] = await listOf('contato');
    const { nome_responsavel, telefone_responsavel, telefone_whatsapp } = ROW;
    expect(contact).toMatchObject({
      className: names[first.stays[0]?.class ?? 0],
      ...{ newPhone: null, guardianName: null, guardianPhone: null, hasNewGuardian: false },
    });
    expect(contact.row).toEqual({ nome_completo, nome_responsavel, telefone_responsavel, telefone_whatsapp });
    expect((await auditEntries(server)).slice(-3)).toMatchObject(
      [accountability.length, live.length, live.length].map((linhas, at) => ({
        ...{ acao: 'exportou', quem: admin.userId, inscricao: null, protocolo: null },
        detalhes: {
          motivo: ['prestacao_de_contas', 'copa', 'contato'][at],
          ...{ linhas, inicio: 20250101, fim: 20250630, colunas: expect.any(Array) },
        },
      })),
    );
    const colunas = (await auditEntries(server)).at(-2)?.detalhes.colunas as string[];
    const given = [...Object.keys(cup.row), 'turma', 'primeiro_dia', 'faixa'];
    expect([...colunas].sort()).toEqual(given.sort());
    await server.rows(`update private.configuracao set marcas_sem_uso = 'faixa'`);
    expect((await listOf('copa'))[0].belt).toBeNull();
    await server.rows(`update private.configuracao set marcas_sem_uso = ''`);
  });

  test('direção and secretaria read them, a professor and a stranger do not; a reason that is none gives nothing', async () => {
    const calls = [
      ['numeros_do_periodo', period],
      ['participantes_do_periodo', { ...period, motivo: 'copa' }],
    ] as const;
    const [secretaria, professor, stranger] = await Promise.all([
      signedIn(server, { administrator: true, role: 'secretaria' }),
      signedIn(server, { administrator: true, role: 'professor' }),
      signedIn(server, { administrator: false }),
    ]);
    for (const [name, body] of calls) {
      for (const who of [admin, secretaria]) expect((await asked(name, body, who)).status).toBe(200);
      const before = await auditEntries(server);
      for (const who of [professor, stranger])
        expect(await asked(name, body, who)).toMatchObject({ status: 403, body: { code: '42501' } });
      expect((await rpc(server, server.keys.anonKey, name, body)).status).toBeGreaterThan(400);
      expect(await auditEntries(server)).toEqual(before);
    }
    expect((await asked('participantes_do_periodo', { ...period, motivo: 'outro' })).status).toBe(400);
  });
});
