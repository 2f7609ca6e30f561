import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { uploadIdOf } from '../../domain/personal-code.ts';
import { addClass, auditEntries, enrolled, enrolledAlone, rpc, uploaded } from '../support/desk.ts';
import { codeOf, objectUrl } from '../support/documents.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** A family's link is a secret: what is known of an enrolment opens nothing, and links by version 1.1's rule end. */
describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeEach(() => ask('delete from private.tentativas where true'));

  const { rows: ask } = server;
  const call = async (name: string, body: object) =>
    (await rpc(server, server.keys.anonKey, name, body)).body;
  const opens = async (codigo: string) => (await call('situacao_da_inscricao', { codigo })) !== null;

  test('the uuid of a personal code is the same in SQL and in TypeScript, of version 8, and no other text has one', async () => {
    const codes = fc.sample(fc.stringMatching(/^[0-9a-f]{32}$/), 200);
    const rows = await ask<{ envio: string; of_capitals: string }>(
      `select private.envio_do_codigo(c)::text as envio, private.envio_do_codigo(upper(c))::text as of_capitals
       from unnest($1::text[]) with ordinality as t(c, n) order by n`,
      codes,
    );
    expect(rows.map(({ envio }) => envio)).toEqual(codes.map(uploadIdOf));
    expect(rows.map(({ of_capitals }) => of_capitals)).toEqual(codes.map(uploadIdOf));
    for (const { envio } of rows)
      expect(envio).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const odd of ['', 'x'.repeat(32), 'a'.repeat(31), 'a'.repeat(33), ` ${'a'.repeat(32)}`])
      expect(await ask('select private.envio_do_codigo($1) as envio', odd)).toEqual([{ envio: null }]);
  });

  test('uuid, row, protocol and the code of 1.1 open nothing of an enrolment whose uuid is of version 8', async () => {
    const one = await enrolled(server);
    expect(await opens(codeOf(one.key))).toBe(true);
    const envio = uploadOf(one.key);
    const known = [
      oldCodeOf(envio),
      ...[envio, one.id].flatMap((uuid) => [
        uuid,
        uuid.replaceAll('-', ''),
        uploadIdOf(uuid.replaceAll('-', '')),
      ]),
      createHash('sha256').update(envio).digest('hex').slice(0, 32),
      one.protocolo,
      one.key,
      codeOf(one.key).slice(0, 20),
    ];
    for (const codigo of known) {
      expect([codigo, await opens(codigo)]).toEqual([codigo, false]);
      expect(await call('pedir_pela_familia', { codigo, tipo: 'desistir' })).toBeNull();
      expect(await call('enviar_outro_documento', { codigo, endereco: 'x' })).toBeNull();
    }
  });

  const desk = async (name: string, body: object) => (await rpc(server, admin.token, name, body)).body;
  const madeFor = (inscricao: string) => desk('fazer_link', { inscricao });

  test('a link that the desk makes opens the same page, is stored as a hash alone, and is noted', async () => {
    const one = await enrolled(server);
    const made = await madeFor(one.id);
    expect(made).toMatchObject({
      code: expect.stringMatching(/^[0-9a-f]{32}$/),
      until: laterDay(todayInBrazil(), 29),
      situation: 'nova',
      history: [{ action: 'novo-link', by: expect.any(String) }],
    });
    const other = await madeFor(one.id);
    expect(other.code).not.toBe(made.code);
    for (const codigo of [made.code, made.code.toUpperCase(), other.code, codeOf(one.key)])
      expect(await opens(codigo)).toBe(true);
    const asked = { codigo: made.code, tipo: 'telefone', telefone: '62988880009' };
    expect(await call('pedir_pela_familia', asked)).toMatchObject({ recebido: true });
    const stored = await ask<{ hash: Buffer }>(
      'select hash from private.links where inscricao_id = $1',
      one.id,
    );
    expect(stored.map(({ hash }) => hash.toString('hex')).sort()).toEqual(
      [made.code, other.code].map((codigo) => createHash('sha256').update(codigo).digest('hex')).sort(),
    );
    for (const { hash } of stored)
      for (const codigo of [hash.toString('hex'), hash.toString('hex').slice(0, 32)])
        expect(await opens(codigo)).toBe(false);
    const entries = (await auditEntries(server)).filter(({ inscricao }) => inscricao === one.id);
    expect(entries.filter(({ detalhes }) => detalhes.que === 'novo-link')).toHaveLength(2);
    expect(JSON.stringify(await desk('ficha', { inscricao: one.id }))).not.toContain(made.code);
  });

  test('it ends after thirty days, with a clock that was ahead, and with the enrolment', async () => {
    const one = await enrolled(server);
    const { code: codigo } = await madeFor(one.id);
    for (const [made, expected] of [
      ['-29 days -23 hours', true],
      ['-30 days -1 hour', false],
      ['400 days', false],
      ['0 days', true],
    ] as const) {
      await ask(
        'update private.links set feito_em = now() + $2::interval where inscricao_id = $1',
        one.id,
        made,
      );
      expect([made, await opens(codigo)]).toEqual([made, expected]);
    }
    await ask(
      `update private.links set feito_em = now() - interval '31 days' where inscricao_id = $1`,
      one.id,
    );
    await madeFor((await enrolled(server)).id); // clears what is over
    expect(await ask('select from private.links where inscricao_id = $1', one.id)).toEqual([]);
    const last = await madeFor(one.id);
    await desk('apagar_inscricao', {
      inscricao: one.id,
      confirmacao: one.protocolo,
      motivo: 'pedido_da_familia',
    });
    expect(await opens(last.code)).toBe(false);
    expect(await madeFor(one.id)).toBeNull();
  });

  test('the desk ends all links of an enrolment, and one that it makes afterwards opens', async () => {
    const one = await enrolled(server);
    const other = await enrolled(server);
    const made = await madeFor(one.id);
    expect((await desk('fechar_links', { inscricao: one.id })).history[0]).toMatchObject({
      action: 'links-encerrados',
    });
    for (const codigo of [codeOf(one.key), made.code])
      expect([codigo, await opens(codigo)]).toEqual([codigo, false]);
    expect(await opens(codeOf(other.key))).toBe(true);
    expect(await opens((await madeFor(one.id)).code)).toBe(true);
    expect(await opens(codeOf(one.key))).toBe(false);
    expect(await desk('fechar_links', { inscricao: randomUUID() })).toBeNull();
  });

  test('the reason is read where the family has to, class and first day for thirty days, by the link alone', async () => {
    const one = await enrolled(server);
    const seen = () => call('situacao_da_inscricao', { codigo: codeOf(one.key) });
    const decide = (versao: number, situacao: string, more: object = {}) =>
      desk('decidir_situacao', {
        inscricao: one.id,
        versao,
        situacao,
        motivo: 'O NIS não aparece.',
        ...more,
      });
    const turma = await addClass(server, 'Turma de Teste');
    for (const [at, situacao] of [
      'falta-documento',
      'nao-aprovada',
      'lista-de-espera',
      'desistiu',
    ].entries()) {
      await decide(at + 1, situacao, situacao === 'lista-de-espera' ? { turma } : {});
      expect(await seen()).toMatchObject({ situacao, motivo: at < 2 ? 'O NIS não aparece.' : null });
    }
    await decide(5, 'aprovada', { turma, primeiro_dia: '2026-12-01' });
    for (const [days, shown] of [
      [29, true],
      [31, false],
    ] as const) {
      await ask(
        'update private.acompanhamentos set decidida_em = now() - make_interval(days => $2) where inscricao_id = $1',
        one.id,
        days,
      );
      expect(await seen()).toMatchObject({
        situacao: 'aprovada',
        motivo: null,
        turma: shown ? 'Turma de Teste' : null,
        primeiroDia: shown ? '2026-12-01' : null,
      });
    }
    const pair = { protocolo: one.protocolo, nascimento: '2012-03-05' };
    expect(Object.keys(await call('situacao_por_protocolo', pair)).sort()).toEqual(['desde', 'situacao']);
  });

  test('what a link sends is counted: after twenty in a day no document and no guardian is taken', async () => {
    const one = await enrolledAlone(server, { nome_responsavel: null });
    for (let at = 0; at < 20; at += 1)
      expect(
        await call('pedir_pela_familia', {
          codigo: one.codigo,
          tipo: 'telefone',
          telefone: `62 98888-01${String(at).padStart(2, '0')}`,
        }),
      ).toMatchObject({ recebido: true });
    await desk('decidir_situacao', {
      inscricao: one.id,
      versao: 1,
      situacao: 'falta-documento',
      motivo: 'teste',
    });
    const endereco = `https://x.test${objectUrl(await uploaded(server), 'public/')}`;
    const enough = { recebido: false, limite: true };
    expect(await call('enviar_outro_documento', { codigo: one.codigo, endereco })).toMatchObject({
      ...enough,
      podeEnviarDocumento: true,
    });
    const guardian = { codigo: one.codigo, nome: 'Responsável', telefone: '62988880001' };
    expect(await call('enviar_responsavel', guardian)).toMatchObject(enough);
    const { code: codigo } = await madeFor(one.id);
    expect(await call('enviar_outro_documento', { codigo, endereco })).toMatchObject({ recebido: true });
    const asked = { codigo, tipo: 'telefone', telefone: '62988880001' };
    expect(await call('pedir_pela_familia', asked)).toMatchObject({ recebido: true });
  });

  test('a link ends when the enrolment goes', async () => {
    const one = await enrolled(server);
    await ask('delete from public.inscricoes_projeto where id = $1', one.id);
    expect(await opens(codeOf(one.key))).toBe(false);
  });
});

/** The uuid that begins the name of a key. */
const uploadOf = (key: string) => key.slice('public/'.length, 'public/'.length + 36);

/** The code that version 1.1 made of the uuid of an upload, which opens nothing any more. */
function oldCodeOf(uuid: string): string {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  return createHash('sha256')
    .update('construindo-campeoes situacao ')
    .update(bytes)
    .digest('hex')
    .slice(0, 20);
}
