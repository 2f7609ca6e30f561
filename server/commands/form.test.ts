import { describe, expect, test } from 'vitest';
import { runOn } from '../../tests/support/copies.ts';
import { enrol, newKey } from '../../tests/support/documents.ts';
import { ROW } from '../../tests/support/people.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';
import { formSettings } from '../form-settings.ts';
import { form } from './form.ts';

const TODAY = '2030-01-10';

test.each([
  ['close --from 2030-01-09', 'O dia 09/01/2030 já passou: hoje é 10/01/2030. Para agora, tire --from.'],
  ['open --until 09/01/2030', 'O dia 09/01/2030 já passou: hoje é 10/01/2030. Para agora, tire --until.'],
  [
    'close --from 2030-02-01 --until 2030-01-31',
    'O dia de --until, 31/01/2030, vem antes do dia de --from, 01/02/2030.',
  ],
  [
    'open --from 02/02/2030 --until 01/02/2030',
    'O dia de --until, 01/02/2030, vem antes do dia de --from, 02/02/2030.',
  ],
  ['close --until', 'Falta o dia depois de --until.'],
  ['close --until=', 'Falta o dia depois de --until.'],
  ['close --until amanhã', 'Não entendi o dia “amanhã”: escreva dd/mm/aaaa, como 10/01/2030.'],
  ['close --until 01/02/30', 'Não entendi o dia “01/02/30”: escreva dd/mm/aaaa, como 10/01/2030.'],
  ['close --from 2030-02-30', 'O dia 2030-02-30 não existe.'],
  ['close --from 2030-02-01 --from 2030-02-02', '--from está duas vezes.'],
  ['open 01/02/2030', 'Não entendi “01/02/2030”: os dias vêm depois de --from e --until.'],
  ['status --from 2030-02-01', 'status não leva mais nada.'],
  ['fecha', 'Não entendi “fecha”: diga open, close ou status.'],
  ['', 'Não entendi “”: diga open, close ou status.'],
])('"%s" is refused with the usage and "%s"', (typed, sentence) => {
  const problem = form.problem(typed.split(' '), TODAY) ?? '';
  expect(problem).toMatch(/^Uso: npm run form/);
  expect(problem.split('\n\n').at(-1)).toBe(sentence);
});

describe.each(embedded)('$name', (engine) => {
  const server = serverForTests(engine);

  const order = async (...args: string[]) => {
    const { code, lines } = await runOn(server, form, args, TODAY);
    return { code, said: lines.join() };
  };
  const run = async (...args: string[]) => {
    const { code, said } = await order(...args);
    expect(code).toBe(0);
    return said;
  };
  const places = async () => (await formSettings(server.database)()).avisoDeVagas;
  const period = async () => (await formSettings(server.database)()).periodo;
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

  const OPEN = 'As inscrições estão abertas, sem dia para fechar. As famílias veem o formulário.';
  const SINCE = String.raw`As inscrições estão fechadas desde \d\d/\d\d/\d{4} \d\d:\d\d`;
  const READ = String.raw`As famílias leem: “As inscrições estão fechadas desde \d\d/\d\d/\d{4}\.`;
  const BEGUN = String.raw` Quem já tinha começado envia até \d\d:\d\d\.$`;

  test('closed now and opened again, each answer says what is now and what families see, with a line in the audit log', async () => {
    for (const args of [[], ['status']]) expect(await run(...args)).toBe(OPEN);
    expect(await period()).toBeNull();
    expect(await run('open')).toBe(`Já era assim. ${OPEN}`);
    expect(await run('close')).toMatch(new RegExp(`^${SINCE}, até alguém abrir\\. ${READ}”${BEGUN}`));
    expect(await period()).toMatchObject({ fechada: true, ate: null });
    const before = await server.rows('select fecha_em from private.periodo');
    expect(await run('close')).toMatch(/^Já era assim\. As inscrições estão fechadas/);
    expect(await run('close', '--until', '2099-01-31')).toMatch(
      new RegExp(`^${SINCE}, e abrem no começo do dia 01/02/2099\\. ${READ} Abrem de novo em 01/02/2099\\.”`),
    );
    expect(await server.rows('select fecha_em from private.periodo')).toEqual(before); // since when stays
    expect(await run('open', '--from', '01/03/2099')).toMatch(/, e abrem no começo do dia 01\/03\/2099\. /);
    expect(await run('open')).toBe(OPEN);
    expect(await period()).toBeNull();
    expect(await run('open', '--until=30/04/2099')).toBe(
      'As inscrições estão abertas até o fim do dia 30/04/2099; depois fecham até alguém abrir. As famílias veem o formulário e leem: “Inscrições abertas até 30/04/2099, às 23:59.”',
    );
    expect(await period()).toMatchObject({ fechada: false, de: '2099-05-01T03:00:00+00:00' });
    expect(await run('close', '--from', '2099-05-02', '--until', '2099-05-02')).toMatch(
      /^As inscrições estão abertas até o fim do dia 01\/05\/2099; depois fecham até o fim do dia 02\/05\/2099\. /,
    );
    expect(
      await server.rows(
        `select count(*)::integer as lines from private.auditoria where acao = 'mudou_configuracao' and detalhes -> 'colunas' ? 'fecha_em'`,
      ),
    ).toEqual([{ lines: 4 }]);
    await run('open');
  });

  test('today is now, and who was filling in has half an hour from then', async () => {
    expect(await run('close', '--from', '10/01/2030')).toMatch(new RegExp(`^${SINCE}.*${BEGUN}`));
    await run('open', '--from', '10/01/2030');
    expect(await period()).toBeNull();
  });

  test('open from one day to another: closed before, open between, closed after, by the same row', async () => {
    const words =
      /^As inscrições estão fechadas desde .*, e abrem no começo do dia 01\/02\/2099, até o fim do dia 15\/02\/2099\. /;
    expect(await run('open', '--from', '01/02/2099', '--until', '15/02/2099')).toMatch(words);
    const both = await server.database.query('select * from private.periodo');
    await run('open', '--from', '01/02/2099');
    expect(await run('close', '--from', '16/02/2099')).toMatch(words); // said in two orders
    expect(await server.rows('select abre_em, volta_a_fechar_em from private.periodo')).toEqual(
      both.rows.map(({ abre_em, volta_a_fechar_em }) => ({ abre_em, volta_a_fechar_em })),
    );
    const at = (fecha: number, abre: number, volta: number) =>
      server.database.query(
        `update private.periodo set fecha_em = now() + make_interval(mins => $1), abre_em = now() + make_interval(mins => $2),
           volta_a_fechar_em = now() + make_interval(mins => $3) where unica`,
        [fecha, abre, volta],
      );
    await at(-90, 1, 60);
    expect(await run()).toMatch(/^As inscrições estão fechadas desde/);
    await expect(insert()).rejects.toMatchObject({ constraint: 'inscricoes_projeto_periodo' });
    await at(-90, -60, 60);
    expect(await run()).toMatch(/^As inscrições estão abertas até o fim do dia/);
    await insert();
    await at(-120, -90, -29);
    expect(await run()).toMatch(/^As inscrições estão fechadas desde .*, até alguém abrir\. /);
    await insert();
    await at(-120, -90, -31);
    await expect(insert()).rejects.toMatchObject({ constraint: 'inscricoes_projeto_periodo' });
    await run('open');
    await insert();
  });

  test('to close on a day what is closed already is refused with the order that is meant, and changes nothing', async () => {
    await run('close');
    const { code, said } = await order('close', '--from', '01/02/2099');
    expect(code).toBe(3);
    expect(said).toMatch(
      /^Nada mudou: já estão fechadas, até alguém abrir\. Para abrir até lá: npm run form -- open --until 31\/01\/2099\. As famílias leem: /,
    );
    expect(await period()).toMatchObject({ fechada: true });
    expect(await run('open', '--until', '31/01/2099')).toMatch(
      /^As inscrições estão abertas até o fim do dia 31/,
    );
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

  test('the places are said in words while the enrolment is open, and nothing invites while it is closed', async () => {
    await server.database.query(`update private.turmas set vagas = 3 where nome = 'Muay Thai'`);
    expect(await places()).toBe('Restam 3 vagas em Muay Thai.');
    await run('close');
    expect(await places()).toBe('');
    await run('open');
  });
});
