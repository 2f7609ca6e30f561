import { describe, expect, test } from 'vitest';
import { addClass, enrolled, get, rpc, sentLater } from '../support/desk.ts';
import { codeOf } from '../support/documents.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// The bin: what was erased by hand, and not because a family asked, is seen nowhere for seven days,
// comes back whole, or goes to the byte.

/** What reads enrolments and does not leave the bin out, and why that is right. */
const EXCEPTED: Record<string, string> = {
  'view chaves_das_inscricoes': 'derives columns of one row',
  'view decisoes': 'read by prazos alone, which leaves them out',
  'view envios_recentes': 'through intocadas; an upload of the bin is claimed',
  acompanhar_as_que_faltam: 'makes missing rows',
  acompanhar_inscricao: 'makes a row, and marks by rever_repetidas',
  anotar: 'the protocol of an entry',
  anotar_impressao: 'asks anotar_acesso of each',
  apagar_enxurrada: 'through envios_recentes',
  cabem_documentos: 'counts uploads that nobody claimed: those of the bin are claimed',
  completar_inscricao: 'the uuid stays taken',
  conferir_freio: 'through prazos',
  da_enxurrada: 'through envios_recentes',
  documento_em_uso: 'the bytes stay',
  documentos_a_remover: 'through documento_em_uso',
  encerrar_prazos: 'what was erased and is there all the same',
  enxurradas: 'through envios_recentes',
  esperar_a_vez_de: 'locks',
  guardar_telefone_do_responsavel: 'called with the row locked',
  mudar_respostas: 'called with the row locked',
  por_de_volta: 'called with the row locked',
  respostas: 'reads the catalogue',
  conferir_proposta: 'the type of a row alone',
  conferir_regras: 'the type of a row alone',
  pedir: 'called with the row locked',
  inscricao_do_documento: 'whose a document is, for the audit record',
  vencidas_com: 'through prazos_com, which leaves them out',
  situacao_para_a_familia: 'of an enrolment that its callers found outside',
};

describe.each(engines)('the bin on $name', (engine) => {
  const server = serverForTests(engine);
  const direcao = forTests(() => signedIn(server, { administrator: true }));
  const secretaria = forTests(() => signedIn(server, { administrator: true, role: 'secretaria' }));

  const ask = async (name: string, body: object = {}) => (await rpc(server, direcao.token, name, body)).body;
  const { rows: sql } = server;
  const erase = ({ id, protocolo }: { id: string; protocolo: string }, motivo = 'outro') =>
    rpc(server, direcao.token, 'apagar_inscricao', { inscricao: id, confirmacao: protocolo, motivo });

  test('every view and function that reads enrolments leaves it out, or is excepted by name', async () => {
    const texts = await sql<{ name: string; text: string }>(`
      select 'view ' || c.relname as name, pg_get_viewdef(c.oid) as text from pg_class c
        where c.relkind in ('v', 'm') and c.relnamespace in ('private'::regnamespace, 'public'::regnamespace)
      union all
      select p.proname, pg_get_functiondef(p.oid) from pg_proc p
        where p.prokind = 'f' and p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)`);
    const excepted = Object.keys(EXCEPTED).flatMap((name) => /^view (.*)/.exec(name)?.[1] ?? []);
    const reads = new RegExp(`\\b(inscricoes_projeto|acompanhamentos|${excepted.join('|')})\\b`);
    const open = texts
      .filter(({ text }) => reads.test(text.replace(/^CREATE .*$/m, '')) && !text.includes('apagada_em'))
      .map(({ name }) => name);
    expect([...new Set(open)].sort()).toEqual(Object.keys(EXCEPTED).sort());
  });

  /** Whatever the desk or the family is shown of this enrolment, by name. */
  async function seen(one: Awaited<ReturnType<typeof enrolled>>, twin: string, city: string, group: string) {
    const found = await ask('buscar_inscricoes', { filtro: { busca: one.protocolo, colunas: '*' } });
    const counted = await ask('contar_inscricoes', { filtro: { cidade: city } });
    const rows = await get(server, direcao.token, `/rest/v1/inscricoes_projeto?select=*&id=eq.${one.id}`);
    const link = await get(server, direcao.token, one.path, { body: { expiresIn: 60 } });
    const code = { codigo: codeOf(one.key) };
    const pair = { protocolo: one.protocolo, nascimento: '2012-03-05' };
    return {
      list: found.linhas.length,
      total: counted.total,
      doubles: (await ask('contar_inscricoes', { filtro: { repetida: true } })).total,
      row: (await rows.json()).length,
      document: link.status,
      sheet: (await ask('acompanhamento', { inscricao: one.id })) !== null,
      twin: (await ask('acompanhamento', { inscricao: twin })).semelhantes.length,
      cities: (await ask('cidades_das_inscricoes')).includes(city),
      arrived: await ask('chegaram_depois', { momento: '2020-01-01' }),
      classes: (await ask('turmas')).find(({ id }: { id: string }) => id === group).alunos,
      classList: (await ask('lista_da_turma', { turma: group })).length,
      dates: (await ask('prazos_de_guarda', { inscricoes: [one.id] })).length,
      link: (await rpc(server, server.keys.anonKey, 'situacao_da_inscricao', code)).body !== null,
      pair: (await rpc(server, server.keys.anonKey, 'situacao_por_protocolo', pair)).body !== null,
      shares: await server.value<number>('select count(*)::integer as n from private.prazos'),
    };
  }

  test('what was erased is seen nowhere, is done nothing with, and comes back whole', async () => {
    const [city, group] = ['Cidade Só Dela', await addClass(server, 'Turma Só Dela')];
    const person = { data_nascimento: '2012-03-05', nome_completo: 'Pessoa da Lixeira', cidade: city };
    const one = await enrolled(server, person);
    const other = await enrolled(server, { ...person, cidade: 'Outra Cidade' });
    await sentLater(server, direcao.token, one);
    const { versao } = await ask('acompanhamento', { inscricao: one.id });
    await ask('mudar_situacao', { inscricao: one.id, versao, situacao: 'aprovada', turma: group });
    await ask('escrever_nota', { inscricao: one.id, texto: 'Nota que volta.' });
    const state = () => ask('acompanhamento', { inscricao: one.id });
    const [before, states] = [await seen(one, other.id, city, group), await state()];
    expect(before).toMatchObject({
      list: 1,
      total: 1,
      doubles: 2,
      row: 1,
      document: 200,
      twin: 1,
      link: true,
      pair: true,
    });

    expect(await erase(one)).toEqual({ status: 200, body: null });
    expect(await seen(one, other.id, city, group)).toEqual({
      ...{ list: 0, total: 0, doubles: 0, row: 0, document: 400, sheet: false, twin: 0, cities: false },
      ...{ arrived: before.arrived - 1, classes: 0, classList: 0, dates: 0, link: false, pair: false },
      shares: (before.shares ?? 0) - 1,
    });
    const { version = 1, ...rest } = { version: states.versao, inscricao: one.id };
    for (const [name, body] of Object.entries({
      mudar_situacao: { ...rest, versao: version, situacao: 'desistiu' },
      desfazer_decisao: { ...rest, versao: version },
      marcar_criterio: { ...rest, versao: version, criterio: 'cadunico', cumprido: true },
      escrever_nota: { ...rest, texto: 'Nada' },
      anexar_documento: { ...rest, endereco: `https://x.test/${one.key}` },
      corrigir_inscricao: {
        ...rest,
        versao: version,
        mudancas: { cidade: 'Nada' },
        motivo: 'digitado-errado',
      },
      corrigir_nota: { nota: states.notas[0].id, texto: 'Nada' },
      preparar_mensagem: { ...rest, modelo: 'aprovada', para: 'pessoa' },
      comparar_inscricoes: { ...rest, outra: other.id, mesma_pessoa: true },
      responder_pedido: { ...rest, versao: version, pedido: other.id, confirmado: true },
    }))
      expect([name, await ask(name, body)]).toEqual([name, null]);
    const prints = await rpc(server, direcao.token, 'anotar_impressao', { inscricoes: [one.id] });
    expect([prints.status, (await erase(one)).status]).toEqual([400, 400]);
    expect(await sql('select from private.apagamentos where inscricao_id = $1', one.id)).toEqual([]);
    expect(await sql('select from private.documentos_a_remover(0)')).toEqual([]);

    expect((await rpc(server, secretaria.token, 'apagadas_ha_pouco')).status).toBe(403);
    expect((await rpc(server, secretaria.token, 'devolver_apagada', { inscricao: one.id })).status).toBe(403);
    expect(await ask('apagadas_ha_pouco')).toMatchObject([
      {
        inscricao: one.id,
        nome: 'Pessoa da Lixeira',
        protocolo: one.protocolo,
        motivo: 'outro',
        email: direcao.email,
      },
    ]);
    await ask('devolver_apagada', { inscricao: one.id });
    expect([await seen(one, other.id, city, group), await state()]).toEqual([before, states]);
    expect(await ask('apagadas_ha_pouco')).toEqual([]);
    expect((await rpc(server, direcao.token, 'devolver_apagada', { inscricao: one.id })).status).toBe(400);
  });

  test('what its family asked for is in no bin', async () => {
    const one = await enrolled(server);
    expect((await erase(one, 'pedido_da_familia')).status).toBe(200);
    expect(await ask('apagadas_ha_pouco')).toEqual([]);
    expect(await sql('select from public.inscricoes_projeto where id = $1', one.id)).toEqual([]);
  });

  test('after seven days it goes to the byte, as if it had gone when it was erased', async () => {
    const one = await enrolled(server);
    const keys = [one.key, await sentLater(server, direcao.token, one)];
    await erase(one, 'teste');
    const later = (interval: string) =>
      sql(
        `update private.acompanhamentos set apagada_em = apagada_em - $2::interval where inscricao_id = $1`,
        one.id,
        interval,
      );
    await sql(
      `update storage.objects set created_at = now() - interval '30 days' where name = any ($1)`,
      keys,
    );
    await sql(`select private.anotar('retencao')`); // a project's first run would wait
    await later('6 days 23 hours');
    await sql('select private.apagar_vencidas(100)');
    expect((await ask('apagadas_ha_pouco')).length).toBe(1);
    await later('1 hour');
    await sql('select private.apagar_vencidas(100)');
    expect(await ask('apagadas_ha_pouco')).toEqual([]);
    expect(await sql('select from public.inscricoes_projeto where id = $1', one.id)).toEqual([]);
    expect(
      await sql(
        `select o_que, motivo, apagado_em < now() - interval '7 days' as "long ago" from private.apagamentos
         where envio = any (array(select private.envio_do_documento(n) from unnest($1::text[]) as n)) order by o_que`,
        keys,
      ),
    ).toEqual([
      { o_que: 'documento', motivo: 'teste', 'long ago': true },
      { o_que: 'inscricao', motivo: 'teste', 'long ago': true },
    ]);
    const remove = await sql<{ name: string }>('select d as name from private.documentos_a_remover(24) as d');
    expect(remove.map(({ name }) => name)).toEqual(expect.arrayContaining(keys));
  });

  test('of a full day another direção lets the team go on, and nobody who filled it', async () => {
    const rows = [];
    for (let at = 0; at < 7; at += 1) rows.push(await enrolled(server));
    await sql(`select private.liberar_equipe()`);
    const statuses = [];
    for (const one of rows.slice(0, 6)) statuses.push((await erase(one)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 400]);
    const own = await rpc(server, direcao.token, 'liberar_freio_da_equipe');
    expect([own.status, own.body.message]).toEqual([
      400,
      expect.stringContaining('Peça a outra pessoa da direção'),
    ]);
    const another = await signedIn(server, { administrator: true });
    const old = await signedIn(server, { administrator: true, signedInAt: Date.now() / 1000 - 600 });
    expect((await rpc(server, old.token, 'liberar_freio_da_equipe')).status).toBe(403);
    expect((await rpc(server, another.token, 'liberar_freio_da_equipe')).status).toBe(204);
    expect((await erase(rows[6] as (typeof rows)[0])).status).toBe(200);
  });
});
