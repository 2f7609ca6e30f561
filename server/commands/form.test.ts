import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enrol, newKey } from '../../tests/support/documents.ts';
import { ROW } from '../../tests/support/people.ts';
import { embedded, openTestServer, type TestServer } from '../../tests/support/server.ts';
import { formPeriod } from '../form-period.ts';
import { form } from './form.ts';

const TODAY = '2030-01-10';

test.each([
  ['close --from 2030-01-09'],
  ['close --from 2030-02-01 --until 2030-01-31'],
  ['open --from 2030-02-01 --until 2030-02-02'],
  ['close --until'],
  ['close --until amanhã'],
  ['close --from 2030-02-30'],
  ['close --from 2030-02-01 --from 2030-02-02'],
  ['status --from 2030-02-01'],
  ['fecha'],
  [''],
])('"%s" is refused with the usage', (typed) => {
  expect(form.problem(typed.split(' '), TODAY)).toContain('Uso: npm run form');
});

describe.each(embedded)('$name', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());

  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const terminal = { print: (line: string) => void lines.push(line), readPassword: async () => '' };
    const { database, documentsDir } = server;
    if (form.opens === 'nothing') throw new Error('it needs the database');
    expect(form.problem(args, TODAY)).toBeNull();
    expect(await form.run(args, { database, documentsDir, terminal, today: TODAY })).toBe(0);
    return lines.join();
  };
  const period = () => formPeriod(server.database)();
  const insert = (key = newKey()) =>
    server.database
      .query(
        `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1) on conflict do nothing`,
        [key],
      )
      .then(() => enrol(server.database, ROW, key));
  const closedSince = (minutes: number) =>
    server.database.query(
      'update private.periodo set fecha_em = now() - make_interval(mins => $1), abre_em = null where unica',
      [minutes],
    );

  test('closed now and opened again, with each word of the state and a line in the audit log', async () => {
    expect(await run('status')).toBe('Abertas.');
    expect(await period()).toBeNull();
    expect(await run('close')).toMatch(/^Fechadas desde \d\d\/\d\d\/\d{4} \d\d:\d\d, até alguém abrir\.$/);
    expect(await period()).toMatchObject({ fechada: true, ate: null });
    const { rows: before } = await server.database.query('select fecha_em from private.periodo');
    expect(await run('close', '--until', '2099-01-31')).toMatch(
      /, até 01\/02\/2099 \(nesse dia já abertas\)\.$/,
    );
    expect((await server.database.query('select fecha_em from private.periodo')).rows).toEqual(before); // since when stays
    expect(await run('open', '--from', '2099-03-01')).toMatch(/, até 01\/03\/2099/);
    expect(await run('open')).toBe('Abertas.');
    expect(await period()).toBeNull();
    expect(await run('open', '--until', '2099-04-30')).toBe(
      'Abertas; fecham em 01/05/2099 00:00, até alguém abrir.',
    );
    expect(await period()).toMatchObject({ fechada: false, de: new Date('2099-05-01T03:00:00Z') });
    expect(await run('close', '--from', '2099-05-02', '--until', '2099-05-02')).toBe(
      'Abertas; fecham em 02/05/2099 00:00, até 03/05/2099 (nesse dia já abertas).',
    );
    const { rows } = await server.database.query(
      `select count(*)::integer as lines from private.auditoria where acao = 'mudou_configuracao' and detalhes -> 'colunas' ? 'fecha_em'`,
    );
    expect(rows).toEqual([{ lines: 4 }]);
    await run('open');
  });

  test('half an hour after closing rows are refused with a sentence, but one that is stored hears that it is', async () => {
    const stored = newKey();
    await insert(stored);
    await closedSince(29);
    await insert();
    await closedSince(31);
    await expect(insert()).rejects.toMatchObject({
      code: '23514',
      constraint: 'inscricoes_projeto_periodo',
      message: 'As inscrições estão fechadas agora. Fale no WhatsApp.',
    });
    await expect(
      server.database.query(
        `insert into public.inscricoes_projeto (${Object.keys(ROW)})
      select ${Object.keys(ROW)} from json_populate_record(null::public.inscricoes_projeto, $1)`,
        [JSON.stringify(ROW)],
      ),
    ).rejects.toMatchObject({
      constraint: 'inscricoes_projeto_periodo',
    });
    await expect(insert(stored)).rejects.toMatchObject({ code: '23505' });
    await run('open');
    await insert();
  });
});
