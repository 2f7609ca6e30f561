import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ApiFunction, argumentsOf, FUNCTIONS, type FunctionName } from '../../domain/functions.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { addClass, DESK_CALLS, enrolled, rpc, uploaded } from '../support/desk.ts';
import { objectUrl } from '../support/documents.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { type SignedIn, signedIn } from '../support/sign-in.ts';

// A call of the desk whose answer was lost is made again with its attempt, and is made once (decision 167).

const ONCE = Object.entries<ApiFunction>(FUNCTIONS).flatMap(([name, fn]) =>
  fn.once ? [name as keyof typeof DESK_CALLS] : [],
);

/** Another value of an argument's type. */
const OTHER: Record<string, unknown> = {
  uuid: randomUUID(),
  'uuid[]': [randomUUID()],
  text: 'outro',
  date: '2001-02-03',
  jsonb: { name: 'Outra' },
};

describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const me = forTests(() => signedIn(server, { administrator: true }));
  const colleague = forTests(() => signedIn(server, { administrator: true }));
  const { ranAgo } = agedEnrolments(() => server);
  const { rows } = server;

  const call = (name: string, body: object, who: SignedIn = me) => rpc(server, who.token, name, body);
  const cpf = '529.982.247-25';
  const person = () => enrolled(server, { cpf });
  const decided = async (situacao = 'aprovada') => {
    const { id: inscricao } = await person();
    await call('decidir_situacao', { inscricao, versao: 1, situacao, motivo: 'As vagas acabaram.' });
    return { inscricao, versao: 2 };
  };

  /** For each function arguments with which it changes something, beside those of `DESK_CALLS`. */
  const GIVEN: Partial<Record<FunctionName, () => Promise<object>>> = {
    anotar_acesso: async () => ({}),
    anotar_impressao: async () => ({ inscricoes: [(await person()).id] }),
    juntar_documento: async () => ({
      inscricao: (await person()).id,
      endereco: `https://x.test${objectUrl(await uploaded(server), 'public/')}`,
    }),
    apagar_inscricao: async () => {
      const { id: inscricao, protocolo } = await person();
      return { inscricao, confirmacao: protocolo };
    },
    comparar_pessoas: async () => ({ inscricao: (await person()).id, outra: (await person()).id }),
    confirmar_dia: async () => {
      await rows(`select private.anotar('retencao')`);
      await ranAgo('5 days');
      const [today] = await rows(
        `select (now() at time zone 'America/Sao_Paulo')::date::text as dia, private.conferir_freio()`,
      );
      return { dia: today?.dia };
    },
    corrigir_respostas: async () => ({ inscricao: (await person()).id, mudancas: { cidade: 'Anápolis' } }),
    mudar_nota: async () => {
      const { id: inscricao } = await person();
      const { body } = await call('nova_nota', { inscricao, texto: 'uma nota' });
      return { nota: body.notes[0].id };
    },
    devolver_apagada: async () => {
      const { id: inscricao, protocolo: confirmacao } = await person();
      await call('apagar_inscricao', { inscricao, confirmacao, motivo: 'outro' });
      return { inscricao };
    },
    voltar_decisao: () => decided(),
    encerrar_turma: async () => ({ turma: await addClass(server, 'Turma que acaba') }),
    salvar_turma: async () => ({ turma: { name: 'Turma nova' } }),
    mudar_acesso: async () => ({ conta: (await signedIn(server, { administrator: true })).userId }),
    mudar_papel: async () => ({ conta: (await signedIn(server, { administrator: true })).userId }),
    mudar_ajuste: async () => ({ nome: 'guardar_espera_meses', valor: 18 }),
    atender_pedido: async () => {
      const { id: inscricao } = await person();
      const asked = { inscricao, tipo: 'desistir', identidade_conferida: true };
      const { body } = await call('registrar_pedido', asked);
      return { inscricao, pedido: body.requests[0].id };
    },
    ...Object.fromEntries(
      (['fechar_links', 'nova_nota', 'conferir_criterio', 'decidir_situacao', 'fazer_link'] as const).map(
        (name) => [name, async () => ({ inscricao: (await person()).id })],
      ),
    ),
    registrar_pedido: async () => ({ inscricao: (await person()).id }),
    anotar_mensagem: async () => ({
      ...(await decided('nao-aprovada')),
      modelo: 'nao-aprovada',
      versao: undefined,
    }),
  };

  /** All that a call may leave: lines of the histories, versions, and what is made. A look at a sheet leaves none. */
  const left = async () =>
    (
      await rows(`select (select count(*) from private.historico) as history, (select count(*) from private.anotacoes) as notes,
        (select count(*) from private.auditoria where acao <> 'viu_ficha') as entries, (select sum(versao) from private.acompanhamentos) as versions,
        (select count(*) from private.links) as links, (select count(*) from private.turmas) as classes, (select count(*) from private.pedidos) as requests,
        (select count(*) from private.documentos_novos) as documents`)
    )[0];
  const attempts = async () => (await rows('select id from private.tentativas_da_equipe')).length;

  test.each(ONCE)('%s is made once, by who asked for it and as it was asked', async (name) => {
    const given = GIVEN[name];
    if (!given) throw new Error(`say in GIVEN with what ${name} changes something`);
    const body = { ...DESK_CALLS[name], ...(await given()), tentativa: randomUUID() };
    const before = await left();
    const first = await call(name, body);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    const after = await left();
    expect(after).not.toEqual(before);
    const again = await call(name, body);
    expect(again.status).toBe(first.status);
    const isState = first.body?.history !== undefined;
    const { code: _, until: __, undoUntil: ___, ...state } = isState ? first.body : {};
    expect(again.body).toEqual(
      isState ? { ...state, undoUntil: first.body.undoUntil, applied: true, repeated: true } : null,
    );
    const [{ name: argument, type } = { name: '', type: '' }] = argumentsOf(FUNCTIONS[name]);
    expect((await call(name, { ...body, [argument]: OTHER[type] })).status).toBe(409);
    const theirs = await call(name, body, colleague);
    expect([theirs.status, theirs.body.message]).toEqual([
      409,
      'Esta tentativa já foi usada para outra coisa. Tente de novo.',
    ]);
    expect(await left()).toEqual(after);
  });

  test('of two at the same time one is made; for another function it is refused', async () => {
    const { id: inscricao } = await person();
    const body = { inscricao, texto: 'uma nota', tentativa: randomUUID() };
    const answers = await Promise.all([0, 1, 2].map(() => call('nova_nota', body)));
    expect(answers.map(({ body }) => body.notes.length)).toEqual([1, 1, 1]);
    expect(answers.filter(({ body }) => body.repeated)).toHaveLength(2);
    expect((await call('fechar_links', { inscricao, tentativa: body.tentativa })).status).toBe(409);
  });

  test('what was refused, or came after somebody else’s change, leaves no attempt: it may be made again', async () => {
    const { inscricao } = await decided();
    const before = await attempts();
    const tentativa = randomUUID();
    for (const name of [
      'decidir_situacao',
      'voltar_decisao',
      'conferir_criterio',
      'corrigir_respostas',
    ] as const) {
      const late = { ...DESK_CALLS[name], inscricao, versao: 1, mudancas: undefined, tentativa };
      if (name === 'corrigir_respostas') Object.assign(late, { mudancas: { cidade: 'Anápolis' } });
      for (const _ of [1, 2])
        expect((await call(name, late)).body).toMatchObject({ applied: false, version: 2 });
    }
    expect((await call('nova_nota', { inscricao, texto: ' ', tentativa })).status).toBe(400);
    expect(await attempts()).toBe(before);
    expect((await call('nova_nota', { inscricao, texto: 'agora', tentativa })).body.notes).toHaveLength(1);
  });

  test('who may not is told what everybody is, also with somebody else’s attempt; a day later it is forgotten', async () => {
    const professor = await signedIn(server, { administrator: true, role: 'professor' });
    const body = { inscricao: (await person()).id, texto: 'uma nota', tentativa: randomUUID() };
    await call('nova_nota', body);
    const before = await attempts();
    for (const tentativa of [body.tentativa, randomUUID()])
      expect((await call('nova_nota', { ...body, tentativa }, professor)).status).toBe(403);
    expect(await attempts()).toBe(before);
    await rows(`update private.tentativas_da_equipe set quando = now() - interval '25 hours'`);
    await rows(`delete from private.freio`);
    await rows(`select private.anotar('retencao')`);
    await rows('select private.encerrar_prazos(0, 0, 0)');
    expect(await attempts()).toBe(0);
  });
});
