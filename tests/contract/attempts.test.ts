import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../domain/functions.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { addClass, DESK_CALLS, enrolled, rpc, uploaded } from '../support/desk.ts';
import { objectUrl } from '../support/documents.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// A call of the desk whose answer was lost is made again with its attempt, and is made once (decision 167).

type Name = keyof typeof DESK_CALLS;
const ONCE = Object.entries<ApiFunction>(FUNCTIONS).flatMap(([name, { once }]) =>
  once ? [name as Name] : [],
);
const used = { code: 'PT409', message: 'Esta tentativa já foi usada para outra coisa. Tente de novo.' };
/** Another value of an argument, by its type. */
const OTHER = new Map<string, unknown>([
  ...Object.entries({ uuid: randomUUID(), 'uuid[]': [], text: 'outro', date: '2001-02-03', jsonb: {} }),
]);

describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const me = forTests(() => signedIn(server, { administrator: true }));
  const { ranAgo } = agedEnrolments(() => server);
  const { rows } = server;
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
    const noted = await call('nova_nota', { inscricao, texto: 'uma nota' });
    const asked = await call('registrar_pedido', { inscricao, tipo: 'desistir', identidade_conferida: true });
    if (name === 'devolver_apagada')
      await call('apagar_inscricao', { inscricao, confirmacao, motivo: 'outro' });
    if (name === 'voltar_decisao')
      await call('decidir_situacao', { inscricao, versao: 1, situacao: 'aprovada' });
    if (name === 'confirmar_dia') await ranAgo('5 days');
    const there: Record<string, unknown> = {
      ...{ inscricao, confirmacao, nota: noted.body.notes[0].id, pedido: asked.body.requests[0].id },
      ...{ outra: await person(), inscricoes: [inscricao], versao: name === 'voltar_decisao' ? 2 : 1 },
      ...{ mudancas: { cidade: 'Anápolis' }, nome: 'guardar_espera_meses', valor: 18 },
      endereco: `https://x.test${objectUrl(await uploaded(server), 'public/')}`,
      conta: (await signedIn(server, { administrator: true })).userId,
      turma: name === 'salvar_turma' ? { name: 'Turma nova' } : await addClass(server, randomUUID()),
      dia: await server.value(`select (now() at time zone 'America/Sao_Paulo')::date::text`),
    };
    return Object.fromEntries(
      Object.entries(DESK_CALLS[name]).map(([key, value]) => [key, there[key] ?? value]),
    );
  }

  test.each(ONCE)('%s is made once, by who asked for it and as it was asked', async (name) => {
    await rows(`select private.anotar('retencao')`);
    const body = { ...(await given(name)), tentativa: randomUUID() };
    if (name === 'confirmar_dia') await rows('select private.conferir_freio()');
    const before = await left();
    const first = await call(name, body);
    const after = await left();
    expect(after, JSON.stringify(first)).not.toEqual(before);
    const again = await call(name, body);
    const { code: _, until: __, ...state } = first.body?.history ? first.body : {};
    const isState = first.body?.history !== undefined;
    expect(again).toEqual({
      status: first.status,
      body: isState ? { ...state, applied: true, repeated: true } : null,
    });
    const [{ name: argument, type } = { name: '', type: '' }] = argumentsOf(FUNCTIONS[name]);
    const colleague = await signedIn(server, { administrator: true });
    expect(await call(name, { ...body, [argument]: OTHER.get(type) })).toMatchObject({
      status: 409,
      body: used,
    });
    expect(await call(name, body, colleague)).toMatchObject({ status: 409, body: used });
    expect(await left()).toEqual(after);
  });

  test('of three at the same time one is made; another function is refused', async () => {
    const body = { inscricao: await person(), texto: 'uma nota', tentativa: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => call('nova_nota', body)));
    expect(answers.map(({ body }) => [body.notes.length, body.repeated ?? false]).sort()).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ]);
    expect((await call('fechar_links', { ...body, texto: undefined })).body).toMatchObject(used);
  });

  test('what was refused, or came too late, leaves no attempt; nor does who may not, who learns nothing; a day later it is forgotten', async () => {
    const tentativa = randomUUID();
    const inscricao = await person();
    await call('decidir_situacao', { inscricao, versao: 1, situacao: 'em-analise' });
    const before = await attempts();
    for (const name of [
      'decidir_situacao',
      'voltar_decisao',
      'conferir_criterio',
      'corrigir_respostas',
    ] as const)
      for (const _ of [1, 2]) {
        const late = {
          ...DESK_CALLS[name],
          ...(name === 'corrigir_respostas' && { mudancas: { cidade: 'Anápolis' } }),
        };
        expect((await call(name, { ...late, inscricao, tentativa })).body).toMatchObject({
          applied: false,
          version: 2,
        });
      }
    expect((await call('nova_nota', { inscricao, texto: ' ', tentativa })).status).toBe(400);
    expect(await attempts()).toBe(before);
    const body = { inscricao, texto: 'agora', tentativa };
    expect((await call('nova_nota', body)).body.notes).toHaveLength(1);
    const professor = await signedIn(server, { administrator: true, role: 'professor' });
    for (const one of [tentativa, randomUUID()])
      expect((await call('nova_nota', { ...body, tentativa: one }, professor)).status).toBe(403);
    expect(await attempts()).toBe(before + 1);
    await rows(`update private.tentativas_da_equipe set quando = now() - interval '25 hours'`);
    await rows(`delete from private.freio`);
    await rows(`select private.anotar('retencao')`);
    await rows('select private.encerrar_prazos(0, 0, 0)');
    expect(await attempts()).toBe(0);
  });
});
