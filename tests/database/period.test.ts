import { describe, expect, test } from 'vitest';
import { desk } from '../../server/commands/desk.ts';
import { formSettings } from '../../server/form-settings.ts';
import { runOn } from '../support/copies.ts';
import { enrol, newKey } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { embedded, serverForTests } from '../support/server.ts';

// When the form is closed, for families and for the database.

describe.each(embedded)('$name', (engine) => {
  const server = serverForTests(engine);

  const order = async (valor: object) => {
    const args = ['mudar_ajuste', JSON.stringify({ nome: 'inscricoes', valor })];
    return (await runOn(server, desk, args)).lines.join();
  };
  const close = () => order({ fecha: 'agora' });
  const open = () => order({});
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
  const REFUSED = { code: '23514', constraint: 'inscricoes_projeto_periodo' };

  test('closed now and opened again, with a line in the audit log each; since when stays while it is closed', async () => {
    expect(await period()).toBeNull();
    expect(await open()).toBe('"igual"');
    expect(await close()).toBe('"mudou"');
    expect(await period()).toMatchObject({ fechada: true, ate: null });
    const before = await server.rows('select fecha_em from private.periodo');
    expect(await close()).toBe('"igual"');
    expect(await order({ fecha: 'agora', abre: '2099-02-01' })).toBe('"mudou"');
    expect(await server.rows('select fecha_em from private.periodo')).toEqual(before);
    expect(await open()).toBe('"mudou"');
    expect(await period()).toBeNull();
    expect(await order({ fecha: '2099-05-01' })).toBe('"mudou"');
    expect(await period()).toMatchObject({ fechada: false, de: '2099-05-01T03:00:00+00:00' });
    expect(
      await server.rows(
        `select count(*)::integer as lines from private.auditoria where acao = 'mudou_configuracao' and detalhes -> 'colunas' ? 'fecha_em'`,
      ),
    ).toEqual([{ lines: 3 }]);
    await open();
  });

  test('open from one day to another: closed before, open between, closed after, by the same row', async () => {
    const at = (fecha: number, abre: number, volta: number) =>
      server.database.query(
        `update private.periodo set fecha_em = now() + make_interval(mins => $1), abre_em = now() + make_interval(mins => $2),
           volta_a_fechar_em = now() + make_interval(mins => $3) where unica`,
        [fecha, abre, volta],
      );
    await at(-90, 1, 60);
    expect(await period()).toMatchObject({ fechada: true });
    await expect(insert()).rejects.toMatchObject(REFUSED);
    await at(-90, -60, 60);
    expect(await period()).toMatchObject({ fechada: false });
    await insert();
    await at(-120, -90, -29);
    expect(await period()).toMatchObject({ fechada: true, ate: null });
    await insert();
    await at(-120, -90, -31);
    await expect(insert()).rejects.toMatchObject(REFUSED);
    await open();
    await insert();
  });

  test('half an hour after closing rows are refused with a sentence, but one that is stored hears that it is', async () => {
    const stored = newKey();
    await insert(stored);
    await closedSince(29);
    await insert();
    await closedSince(31);
    await expect(insert()).rejects.toMatchObject({
      ...REFUSED,
      message: 'As inscrições estão fechadas agora. Fale no WhatsApp.',
    });
    await expect(
      server.database.query(
        `insert into public.inscricoes_projeto (${Object.keys(ROW)})
      select ${Object.keys(ROW)} from json_populate_record(null::public.inscricoes_projeto, $1)`,
        [JSON.stringify(ROW)],
      ),
    ).rejects.toMatchObject({ constraint: REFUSED.constraint });
    await expect(insert(stored)).rejects.toMatchObject({ code: '23505' });
    await open();
    await insert();
  });

  test('the places are said in words while the enrolment is open, and nothing invites while it is closed', async () => {
    await server.database.query(`update private.turmas set vagas = 3 where nome = 'Muay Thai'`);
    expect(await places()).toBe('Restam 3 vagas em Muay Thai.');
    await close();
    expect(await places()).toBe('');
    await open();
  });
});
