import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../domain/functions.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { addClass, auditEntries, DESK_CALLS, enrolled, rpc, uploaded } from '../support/desk.ts';
import { objectUrl } from '../support/documents.ts';
import { IMPORTED } from '../support/people.ts';
import { engines, forTests, serverForTests, waiting } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// A call of the desk whose answer was lost is made again with its attempt, and is made once (decision 167).

type Name = keyof typeof DESK_CALLS;
const ONCE = (Object.keys(DESK_CALLS) as Name[]).filter((name) => (FUNCTIONS[name] as ApiFunction).once);
const USED = { status: 409, body: { code: 'PT409', hint: null } };
/** Another value of an argument, by its type. */
const OTHER = { uuid: randomUUID(), 'uuid[]': [], text: 'outro', date: '2001-02-03', jsonb: {} };

describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const me = forTests(() => signedIn(server, { administrator: true }));
  const [{ ranAgo }, { rows }] = [agedEnrolments(() => server), server];
  const call = (name: string, body: object, who = me) => rpc(server, who.token, name, body);
  const person = async () => (await enrolled(server, { cpf: '529.982.247-25' })).id;
  const attempts = async () => (await rows('select id from private.tentativas_da_equipe')).length;
  /** What calls leave. A look at a sheet leaves no change. */
  const left = () =>
    rows(`select (select count(*) from private.historico) as h, (select count(*) from private.auditoria where acao <> 'viu_ficha') as a,
      (select sum(versao) from private.acompanhamentos) as v, (select count(*) from private.links) as l, (select count(*) from private.turmas) as t`);

  /** Arguments with which a function changes something: those of `DESK_CALLS`, about what is there. */
  async function given(name: Name): Promise<object> {
    const { id: inscricao, protocolo: confirmacao } = await enrolled(server, { cpf: '529.982.247-25' });
    const noted = await call('nova_nota', { inscricao, texto: 'uma nota', pedido: 'desistir' });
    const act = { inscricao, confirmacao, motivo: 'outro' };
    if (name === 'devolver_apagada') await call('apagar_inscricao', act);
    if (name === 'voltar_decisao')
      await call('decidir_situacao', { ...DESK_CALLS.decidir_situacao, inscricao });
    if (name === 'confirmar_dia') await ranAgo('5 days');
    const turma = await addClass(server, randomUUID());
    const of = 'where inscricao_id = $1';
    const approved = `update private.acompanhamentos set situacao = 'aprovada' ${of}`;
    if (name === 'voltou' || name === 'marcar') await rows(approved, inscricao);
    if (name === 'voltou') {
      await rows(
        `insert into private.presencas (turma_id, dia, inscricao_id, marca) values ($2, (now() at time zone 'America/Sao_Paulo')::date, $1, 'falta')`,
        ...[inscricao, turma],
      );
      await rows(`update private.acompanhamentos set faltas_seguidas = 0 ${of}`, inscricao);
    }
    const line = { linha: 2, turma, primeiro_dia: '2024-02-01', respostas: IMPORTED };
    if (name === 'desfazer_importacao')
      await call('importar_participantes', { linhas: [line], guardar: true });
    const there: Record<string, unknown> = {
      ...{ linhas: [line], importacao: (await call('lista_de_importacoes', {})).body[0]?.id },
      ...{ inscricao, confirmacao, pedido: noted.body.requests[0].id },
      ...{ outra: await person(), inscricoes: [inscricao], versao: name === 'voltar_decisao' ? 2 : 1 },
      ...{ mudancas: { cidade: 'Anápolis' }, nome: 'guardar_espera_meses', valor: 18 },
      endereco: `https://x.test${objectUrl(await uploaded(server), 'public/')}`,
      conta: (await signedIn(server, { administrator: true })).userId,
      turma: name === 'salvar_turma' ? { name: 'Turma nova', ofProject: false } : turma,
      dia: await server.value(`select (now() at time zone 'America/Sao_Paulo')::date::text`),
    };
    const calls = Object.entries(DESK_CALLS[name]);
    return Object.fromEntries(calls.map(([key, value]) => [key, there[key] ?? value]));
  }

  test.each(ONCE)('%s is made once, by who asked for it and as it was asked', async (name) => {
    await rows(`select private.anotar('retencao')`);
    const body = { ...(await given(name)), tentativa: randomUUID() };
    if (name === 'confirmar_dia') await rows('select private.conferir_freio()');
    const [before, first, after] = [await left(), await call(name, body), await left()];
    expect(after, JSON.stringify(first)).not.toEqual(before);
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      acao: FUNCTIONS[name].audit,
      quem: me.userId,
    });
    const { code: _, until: __, ...state } = first.body?.history ? first.body : {};
    const seen = first.body?.history ? { ...state, applied: true, repeated: true } : null;
    expect(await call(name, body)).toEqual({ status: first.status, body: seen });
    expect((await auditEntries(server)).at(-1)?.acao).toBe(seen ? 'viu_ficha' : FUNCTIONS[name].audit);
    const [{ name: argument, type } = { name: '', type: '' }] = argumentsOf(FUNCTIONS[name]);
    expect(await call(name, { ...body, [argument]: OTHER[type as keyof typeof OTHER] })).toMatchObject(USED);
    expect(await call(name, body, await signedIn(server, { administrator: true }))).toMatchObject(USED);
    expect(await left()).toEqual(after);
  });

  test('of three at the same time one is made; another function is refused', async () => {
    const body = { inscricao: await person(), texto: 'uma nota', tentativa: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => call('nova_nota', body)));
    const said = answers.map(({ body }) => `${body.notes.length} ${body.repeated ?? 'made'}`);
    expect(said.sort()).toEqual(['1 made', '1 true', '1 true']);
    expect(await call('nova_nota', { ...body, texto: 'outra' })).toMatchObject(USED);
    const one = { inscricao: body.inscricao, tentativa: randomUUID() };
    expect((await call('fazer_link', one)).status).toBe(200);
    expect(await call('fechar_links', one)).toMatchObject(USED);
  });

  test('what two put away at once is put away once', async () => {
    const { id: inscricao, protocolo: confirmacao } = await enrolled(server);
    const put = () => call('apagar_inscricao', { inscricao, confirmacao, motivo: 'outro' });
    const both = await server.database.asOwner(async (tx) => {
      await tx.query('select from public.inscricoes_projeto where id = $1 for update', [inscricao]);
      const calls = [put(), put()];
      await expect.poll(() => waiting(server)).toBe(2);
      return { calls };
    });
    expect((await Promise.all(both.calls)).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('what was refused, or came too late, leaves no attempt; nor does who may not, who learns nothing; a day later it is forgotten', async () => {
    const [tentativa, inscricao] = [randomUUID(), await person()];
    await call('decidir_situacao', { inscricao, versao: 1, situacao: 'em-analise' });
    const before = await attempts();
    for (const name of ONCE.filter((one) => 'versao' in DESK_CALLS[one] && one !== 'atender_pedido')) {
      const mudancas = name === 'corrigir_respostas' ? { cidade: 'Anápolis' } : undefined;
      const late = { ...DESK_CALLS[name], inscricao, mudancas, tentativa };
      for (const _ of [1, 2])
        expect((await call(name, late)).body).toMatchObject({ applied: false, version: 2 });
    }
    expect((await call('nova_nota', { inscricao, texto: ' ', tentativa })).status).toBe(400);
    expect(await attempts()).toBe(before);
    const body = { inscricao, texto: 'agora', tentativa };
    expect((await call('nova_nota', body)).body.notes).toHaveLength(1);
    const professor = await signedIn(server, { administrator: true, role: 'professor' });
    for (const one of [tentativa, randomUUID()])
      expect((await call('nova_nota', { ...body, tentativa: one }, professor)).status).toBe(403);
    expect(await attempts()).toBe(before + 1);
    for (const hours of [191, 193]) {
      await server.database.query(`update private.tentativas_da_equipe set quando = now() - interval '${hours} hours'; delete from private.freio;
        select private.anotar('retencao'); select private.encerrar_prazos(0, 0, 0)`);
      expect(await attempts()).toBe(hours < 8 * 24 ? before + 1 : 0);
    }
  });
});
