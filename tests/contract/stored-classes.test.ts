import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schedule } from '../../content/home.ts';
import { CLASSES } from '../../domain/desk/classes.ts';
import { MIGRATIONS, migrate } from '../../server/site-data/open/migrate.ts';
import { insertOf, ROW } from '../support/people.ts';
import { engines, openEmpty, openTestDatabase } from '../support/server.ts';

// Up to 1.1 the class of an approved person was a text. The migration finds its class, or makes one by
// that text which nobody is offered.

/** Ways in which people wrote the classes of the timetable. */
const SPELLINGS: Record<string, readonly [string, string, string, string]> = {
  'Jiu-Jitsu Infantil': [
    'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta',
    '  jiu jitsu infantil - 18h - segunda a sexta',
    'JIU-JITSU INFANTIL, 18h00, Seg. a Sex.',
    'Jiu–Jitsu  Infantil 18:00',
  ],
  'Jiu-Jitsu Juvenil e Adulto': [
    'Jiu-Jitsu Juvenil e Adulto · 20:00 · Segunda a sexta',
    'jiu-jitsu juvenil e adulto - 20 h - segunda-feira a sexta-feira',
    'JIU JITSU JUVENIL E ADULTO, às 20h, SEGUNDA À SEXTA',
    'Jiu-Jitsu Juvenil e Adulto - 20.00',
  ],
  'Muay Thai': [
    'Muay Thai · 19:00 · Segunda a quinta',
    'muay-thai – 19 horas – segunda à quinta',
    'MUAY THÁI,19:00h,segunda a quinta',
    'Muay Thai 19h',
  ],
};

/** Texts that name no class of the timetable for certain. */
const DOUBTFUL = [
  'Jiu-Jitsu Infantil',
  'Jiu-Jitsu · 18:00 · Segunda a sexta',
  'Jiu-Jitsu Infantil · 19:00 · Segunda a sexta',
  'Jiu-Jitsu Infantil · 18:00 · Terça e quinta',
  'Jiu-Jitsu Infantil e Juvenil · 18:00',
  'Jiu-Jitsu Infantil 18',
  'Muay Thai · 19:00 às 20:00 · Segunda a quinta',
  'Segunda a quinta · 19:00',
  '♥',
  '★',
  'Turma do João (62) 90000-0000',
] as const;

test.each(engines)('a new site has the classes of the public timetable on $name', async (engine) => {
  const database = await openTestDatabase(engine);
  const { rows } = await database.query<Record<string, unknown>>(
    `select t.nome, t.horario, t.dias, t.modalidade, t.do_projeto, t.ativa, private.turma_em_palavras(t) as palavras,
       coalesce(t.idade_de, t.idade_ate, t.vagas) is null as "nobody has said more"
     from private.turmas t`,
  );
  await database.close();
  const wanted = schedule.map(({ name, time, days }, at) => ({
    ...{ nome: name, horario: time, dias: days, modalidade: name.replace(/ (Infantil|Juvenil.*)$/, '') },
    ...{ do_projeto: name !== 'Personal Fight', ativa: true, palavras: CLASSES[at] },
    'nobody has said more': true,
  }));
  expect(rows).toHaveLength(wanted.length);
  expect(rows).toEqual(expect.arrayContaining(wanted));
});

describe.skipIf(engines[0]?.hosted).each(engines)('classes stored as texts, on $name', (engine) => {
  let opened: Awaited<ReturnType<typeof openEmpty>>;
  const [me, session] = [randomUUID(), randomUUID()];
  const people = new Map<string, string[]>(); // ids by the text of their class
  const ask = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await opened.client.query<Row>(sql, values)).rows;
  const enrol = async (name: string) => {
    await ask(
      ...([insertOf({ ...ROW, nome_completo: name })].map(([sql, values]) => [sql, ...values])[0] as [
        string,
      ]),
    );
    const [row] = await ask<{ id: string }>(
      'select id from public.inscricoes_projeto where nome_completo = $1',
      name,
    );
    return row?.id ?? '';
  };
  const stateOf = async (id: string) =>
    (await ask<{ estado: Record<string, unknown> }>('select private.estado($1) as estado', id))[0]?.estado;
  let moved = '';
  let waiting = '';

  beforeAll(async () => {
    opened = await openEmpty(engine);
    const before = MIGRATIONS.map(({ name }) => name).filter((name) => name < '20261125000060');
    await migrate(opened.client, new Set(before));
    await ask(
      'insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())',
      me,
      'a@example.com',
    );
    await ask('insert into auth.sessions (id, user_id) values ($1, $2)', session, me);
    await ask(
      `insert into auth.refresh_tokens (token, user_id, session_id) values ('x', $1, $2)`,
      me,
      session,
    );
    await ask(`insert into private.administradores (user_id) values ($1)`, me);
    await ask(
      `select set_config('request.jwt.claims', $1, false)`,
      JSON.stringify({ sub: me, session_id: session }),
    );
    const texts = [
      ...Object.values(SPELLINGS).flatMap((spellings) =>
        spellings.flatMap((text) => Array.from({ length: 25 }, () => text)),
      ),
      ...[...DOUBTFUL, 'Personal Fight', 'Judô · 18:00', 'JUDO - 18h'],
    ];
    for (const [at, text] of texts.entries()) {
      const id = await enrol(`Pessoa ${at}`);
      people.set(text, [...(people.get(text) ?? []), id]);
    }
    for (const [text, ids] of people)
      await ask(
        `update private.acompanhamentos set situacao = 'aprovada', turma = $2, primeiro_dia = '2027-01-11' where inscricao_id = any ($1)`,
        ids,
        text,
      );
    const decide = (id: string, version: number, situation: string, text: string | null) =>
      ask('select private.mudar_situacao($1, $2, $3, null, $4, null)', id, version, situation, text);
    [moved, waiting] = [await enrol('Quem Mudou'), await enrol('Quem Espera')];
    await decide(moved, 1, 'aprovada', 'muay thai - 19h');
    await decide(moved, 2, 'aprovada', 'Turma de Sábado');
    await decide(waiting, 1, 'lista-de-espera', null);
    await migrate(opened.client);
  });
  afterAll(() => opened.close());

  test('three hundred approved people in four spellings are in the right classes', async () => {
    for (const [name, spellings] of Object.entries(SPELLINGS)) {
      const ids = spellings.flatMap((text) => people.get(text) ?? []);
      expect(ids).toHaveLength(100);
      expect(
        await ask(
          `select t.nome, t.ativa, count(*)::integer as people from private.acompanhamentos a left join private.turmas t on t.id = a.turma_id
           where a.inscricao_id = any ($1) and a.situacao = 'aprovada' and a.primeiro_dia = '2027-01-11' group by 1, 2`,
          ids,
        ),
      ).toEqual([{ nome: name, ativa: true, people: 100 }]);
    }
  });

  test('a class without a time is named by its name alone', async () => {
    const [id = ''] = people.get('Personal Fight') ?? [];
    expect(await stateOf(id)).toMatchObject({ turmaNome: 'Personal Fight' });
    expect(await ask(`select from private.turmas where nome = 'Personal Fight'`)).toHaveLength(1);
  });

  test.each(DOUBTFUL)('who was in “%s” is in a class by that name, which nobody is offered', async (text) => {
    const [id = ''] = people.get(text) ?? [];
    expect(await stateOf(id)).toMatchObject({ turmaNome: text });
    expect(
      await ask(
        `select t.nome, t.ativa, t.horario, t.dias from private.turmas t join private.acompanhamentos a on a.turma_id = t.id
         where a.inscricao_id = $1`,
        id,
      ),
    ).toEqual([{ nome: text, ativa: false, horario: null, dias: null }]);
  });

  test('two spellings of a class that the timetable has not are one class', async () => {
    const found = await ask<{ nome: string }>(
      'select distinct t.nome from private.turmas t join private.acompanhamentos a on a.turma_id = t.id where a.inscricao_id = any ($1)',
      ['Judô · 18:00', 'JUDO - 18h'].flatMap((text) => people.get(text) ?? []),
    );
    expect(found).toHaveLength(1);
    expect(['Judô · 18:00', 'JUDO - 18h']).toContain(found[0]?.nome);
  });

  test('the history says the class after each decision, and one made before is undone to the class before it', async () => {
    const before = await stateOf(moved);
    expect(before).toMatchObject({ turmaNome: 'Turma de Sábado', versao: 3 });
    expect(before?.historico).toMatchObject([
      { acao: 'situacao', turmaNome: 'Turma de Sábado' },
      { acao: 'situacao', turmaNome: CLASSES[2] },
    ]);
    const [undone] = await ask<{ estado: object }>('select private.desfazer_decisao($1, 3) as estado', moved);
    expect(undone?.estado).toMatchObject({ aplicada: true, situacao: 'aprovada', turmaNome: CLASSES[2] });
  });

  test('who waited already has waited since then', async () => {
    const [row] = await ask<{ same: boolean }>(
      'select espera_desde = decidida_em as same from private.acompanhamentos where inscricao_id = $1',
      waiting,
    );
    expect(row?.same).toBe(true);
  });
});
