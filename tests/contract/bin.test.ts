import { describe, expect, test } from 'vitest';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { addClass, auditEntries, enrolled, get, rpc, sentLater } from '../support/desk.ts';
import { codeOf, objectUrl } from '../support/documents.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { callerOf, signedIn } from '../support/sign-in.ts';

// The bin: what a person puts away, for whatever reason, is seen nowhere for seven days, comes back whole, or
// goes to the byte. What a thief of a session can do with it: stolen-session.test.ts.

/** What reads enrolments and does not leave the bin out, and why that is right. */
const EXCEPTED: Record<string, string> = {
  'view decisoes': 'read by prazos alone, which leaves them out',
  'view envios_recentes': 'through intocadas; an upload of the bin is claimed',
  acompanhar_as_que_faltam: 'makes missing rows',
  acompanhar_inscricao: 'makes a row',
  anotar: 'the protocol of an entry',
  anotar_impressao: 'asks anotar_acesso of each',
  recolher_enxurrada: 'through envios_recentes',
  apagar_ja: 'of the owner, out of the bin too',
  documento_na_lixeira: 'asks na_lixeira of each',
  cabem_documentos: 'counts uploads that nobody claimed: those of the bin are claimed',
  completar_inscricao: 'the uuid stays taken',
  da_enxurrada: 'through envios_recentes',
  documento_em_uso: 'the bytes stay',
  documentos_a_remover: 'through documento_em_uso',
  encerrar_prazos: 'what was erased and is there all the same',
  lista_de_enxurradas: 'through envios_recentes',
  derivar: 'derives columns of one row',
  guardar_telefone_do_responsavel: 'called with the row locked',
  desfazer_correcao: 'called with the row locked',
  mudar_respostas: 'called with the row locked',
  por_de_volta: 'called with the row locked',
  respostas: 'reads the catalogue',
  conferir_regras: 'the type of a row alone',
  pedir: 'called with the row locked',
  inscricao_do_documento: 'whose a document is, for the audit record',
  vencidas_com: 'through prazos_com, which leaves them out',
  situacao_para_a_familia: 'of an enrolment that its callers found outside',
  numero_para_a_familia: 'the same',
};

describe.each(engines)('the bin on $name', (engine) => {
  const server = serverForTests(engine);
  const direcao = forTests(() => signedIn(server, { administrator: true }));
  const secretaria = forTests(() => signedIn(server, { administrator: true, role: 'secretaria' }));

  const ask = async (name: string, body: object = {}) => (await rpc(server, direcao.token, name, body)).body;
  const { rows: sql } = server;
  const removable = () =>
    server.value<string[]>('select array(select private.documentos_a_remover(24)) as n');
  const { many } = agedEnrolments(() => server);
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
      .filter(
        ({ text }) =>
          reads.test(text.replace(/^CREATE .*$/m, '')) && !/apagada_em|private\.trancar\(/.test(text),
      )
      .map(({ name }) => name);
    expect([...new Set(open)].sort()).toEqual(Object.keys(EXCEPTED).sort());
  });

  type Erased = Awaited<ReturnType<typeof enrolled>> & { later: string };
  /** Whatever the desk or the family is shown of this enrolment, by name. */
  async function seen(one: Erased, twin: string, city: string, group: string) {
    const found = await ask('lista_de_inscricoes', { filtro: { busca: one.protocolo, colunas: '*' } });
    const counted = await ask('contagem_de_inscricoes', { filtro: { cidade: city } });
    const rows = await get(server, direcao.token, `/rest/v1/inscricoes_projeto?select=*&id=eq.${one.id}`);
    const open = (path: string) => get(server, direcao.token, path, { body: { expiresIn: 60 } });
    const code = { codigo: codeOf(one.key) };
    const pair = { protocolo: one.protocolo, nascimento: '2012-03-05' };
    return {
      list: found.rows.length,
      total: counted.total,
      doubles: (await ask('contagem_de_inscricoes', { filtro: { repetida: true } })).total,
      row: (await rows.json()).length,
      document: (await open(one.path)).status,
      later: (await open(one.later)).status,
      sheet: (await ask('ficha', { inscricao: one.id })) !== null,
      twin: (await ask('ficha', { inscricao: twin })).similar.length,
      cities: (await ask('cidades_das_inscricoes')).includes(city),
      arrived: await ask('chegaram_depois', { momento: '2020-01-01' }),
      classes: (await ask('lista_de_turmas')).find(({ id }: { id: string }) => id === group).pupils,
      classList: (await ask('folha_da_turma', { turma: group })).length,
      dates: (await ask('dias_de_guarda', { inscricoes: [one.id] })).length,
      link: (await rpc(server, server.keys.anonKey, 'situacao_da_inscricao', code)).body !== null,
      pair: (await rpc(server, server.keys.anonKey, 'situacao_por_protocolo', pair)).body !== null,
      shares: await server.value<number>('select count(*)::integer as n from private.prazos'),
    };
  }

  test('what was erased is seen nowhere, is done nothing with, and comes back whole', async () => {
    const [city, group] = ['Cidade Só Dela', await addClass(server, 'Turma Só Dela')];
    const person = { data_nascimento: '2012-03-05', nome_completo: 'Pessoa da Lixeira', cidade: city };
    const made = await enrolled(server, person);
    const other = await enrolled(server, { ...person, cidade: 'Outra Cidade' });
    const one = { ...made, later: objectUrl(await sentLater(server, direcao.token, made), 'sign/') };
    const { version: versao } = await ask('ficha', { inscricao: one.id });
    await ask('decidir_situacao', { inscricao: one.id, versao, situacao: 'aprovada', turma: group });
    await ask('nova_nota', { inscricao: one.id, texto: 'Nota que volta.' });
    const state = () => ask('ficha', { inscricao: one.id });
    const [before, states] = [await seen(one, other.id, city, group), await state()];
    expect(before).toMatchObject({
      list: 1,
      total: 1,
      doubles: 1, // the other, of whom nobody has decided
      row: 1,
      document: 200,
      later: 200,
      twin: 1,
      link: true,
      pair: true,
    });

    expect(await erase(one)).toEqual({ status: 200, body: null });
    expect(await seen(one, other.id, city, group)).toEqual({
      ...{ list: 0, total: 0, doubles: 0, row: 0, document: 400, later: 400, sheet: false, twin: 0 },
      ...{ cities: false, classes: 0, classList: 0, dates: 0, link: false, pair: false },
      ...{ arrived: before.arrived - 1, shares: (before.shares ?? 0) - 1 },
    });
    const { version = 1, ...rest } = { version: states.version, inscricao: one.id };
    for (const [name, body] of Object.entries({
      decidir_situacao: { ...rest, versao: version, situacao: 'desistiu' },
      voltar_decisao: { ...rest, versao: version },
      conferir_criterio: { ...rest, versao: version, criterio: 'cadunico', cumprido: true },
      nova_nota: { ...rest, texto: 'Nada' },
      juntar_documento: { ...rest, endereco: `https://x.test/${one.key}` },
      corrigir_respostas: {
        ...rest,
        versao: version,
        mudancas: { cidade: 'Nada' },
        motivo: 'digitado-errado',
      },
      mudar_nota: { nota: states.notes[0].id, texto: 'Nada' },
      anotar_mensagem: { ...rest, modelo: 'aprovada', para: 'pessoa' },
      comparar_pessoas: { ...rest, outra: other.id, mesma_pessoa: true },
      atender_pedido: { ...rest, versao: version, pedido: other.id, confirmado: true },
    }))
      expect([name, await ask(name, body)]).toEqual([name, null]);
    const prints = await rpc(server, direcao.token, 'anotar_impressao', { inscricoes: [one.id] });
    expect([prints.status, (await erase(one)).status]).toEqual([400, 400]);
    expect(await sql('select from private.apagamentos where inscricao_id = $1', one.id)).toEqual([]);
    expect(await sql('select from private.documentos_a_remover(0)')).toEqual([]);

    expect((await rpc(server, secretaria.token, 'lista_da_lixeira')).status).toBe(403);
    expect((await rpc(server, secretaria.token, 'devolver_apagada', { inscricao: one.id })).status).toBe(403);
    expect(await ask('lista_da_lixeira')).toMatchObject([
      {
        enrolment: one.id,
        name: 'Pessoa da Lixeira',
        protocol: one.protocolo,
        reason: 'outro',
        email: direcao.email,
      },
    ]);
    await ask('devolver_apagada', { inscricao: one.id });
    expect([await seen(one, other.id, city, group), await state()]).toEqual([before, states]);
    expect(await ask('lista_da_lixeira')).toEqual([]);
    expect((await rpc(server, direcao.token, 'devolver_apagada', { inscricao: one.id })).status).toBe(400);
  });

  test('what its family asked for is closed at once, and comes back by a fresh password alone', async () => {
    const one = await enrolled(server, { data_nascimento: '2012-03-05' });
    const asked = { inscricao: one.id, confirmacao: one.protocolo, motivo: 'pedido_da_familia' };
    expect((await rpc(server, secretaria.token, 'apagar_inscricao', asked)).status).toBe(200);
    const code = { codigo: codeOf(one.key) };
    expect((await rpc(server, server.keys.anonKey, 'situacao_da_inscricao', code)).body).toBe(null);
    const own = { ...code, cpf: '529.982.247-25' };
    expect((await rpc(server, server.keys.anonKey, 'meus_dados', own)).body?.dados).toBeUndefined();
    const link = await get(server, direcao.token, one.path, { body: { expiresIn: 60 } });
    expect([link.status, await ask('ficha', { inscricao: one.id })]).toEqual([400, null]);
    expect(await ask('lista_da_lixeira')).toMatchObject([{ enrolment: one.id, reason: 'pedido_da_familia' }]);
    const old = await signedIn(server, { administrator: true, signedInAt: Date.now() / 1000 - 600 });
    expect((await rpc(server, old.token, 'devolver_apagada', { inscricao: one.id })).status).toBe(403);
    expect(await ask('ficha', { inscricao: one.id })).toBe(null);
    expect((await rpc(server, direcao.token, 'devolver_apagada', { inscricao: one.id })).status).toBe(204);
    expect((await rpc(server, server.keys.anonKey, 'situacao_da_inscricao', code)).body).not.toBe(null);
  });

  test('a flood goes into the bin behind what was erased by hand, is listed no more, and comes back with one act', async () => {
    const { id, protocolo } = await enrolled(server, { nome_completo: 'Já Vista' });
    await sql(`delete from private.chegadas where true`);
    await many(35, null, '1 hour');
    await sql(`insert into private.chegadas (inscricao_id, origem, rede, bytes, quando)
       select inscricao_id, decode(repeat('ab', 16), 'hex'), decode(repeat('cd', 16), 'hex'), 1, date_trunc('hour', now()) from private.acompanhamentos
       where apagada_em is null and situacao = 'nova' and versao = 1 and criada_em < now() - interval '50 minutes'`);
    const [flood, ...others] = await ask('lista_de_enxurradas');
    expect([flood.enrolments, others]).toEqual([35, []]);
    const since = new Date(Date.now() - 60_000).toISOString();
    await erase({ id, protocolo });
    const asked = { origem: flood.origin, hora: flood.hour, confirmacao: 'APAGAR' };
    expect(await ask('recolher_enxurrada', asked)).toEqual({ enrolments: 35, documents: 0, left: 0 });
    expect(await ask('lista_de_enxurradas')).toEqual([]);
    expect(await sql(`select from private.apagamentos where motivo = 'enxurrada'`)).toEqual([]);
    const reasons = (await ask('lista_da_lixeira')).map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual(['outro', ...Array(35).fill('enxurrada')]);
    const all = { conta: direcao.userId, desde: since };
    expect(await ask('devolver_tudo', all)).toEqual({ enrolments: 36, more: false });
    expect(await ask('lista_da_lixeira')).toEqual([]);
    await sql(`delete from public.inscricoes_projeto where id <> $1`, id);
  });

  test('after seven days it goes to the byte, as if it had gone when it was erased', async () => {
    const one = await enrolled(server);
    const keys = [one.key, await sentLater(server, direcao.token, one)];
    await erase(one, 'teste');
    const earlier =
      'update private.acompanhamentos set apagada_em = apagada_em - $2::interval where inscricao_id = $1';
    await sql(
      `update storage.objects set created_at = now() - interval '30 days' where name = any ($1)`,
      keys,
    );
    await sql(`select private.anotar('retencao')`); // a project's first run would wait
    await sql(earlier, one.id, '6 days 23 hours');
    await sql('select private.apagar_vencidas(100)');
    expect((await ask('lista_da_lixeira')).length).toBe(1);
    await sql(earlier, one.id, '1 hour');
    await sql('select private.apagar_vencidas(100)');
    expect(await ask('lista_da_lixeira')).toEqual([]);
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
    expect(await removable()).toEqual(expect.arrayContaining(keys));
  });

  test('emptying much of it at once waits for a person', async () => {
    await sql(`delete from public.inscricoes_projeto where true`);
    await many(60, null, '2 days');
    const put = (count: number) =>
      sql(
        `select private.por_na_lixeira(array(select inscricao_id from private.acompanhamentos
           where apagada_em is null limit $1), 'pedido_da_familia', null, now() - interval '8 days')`,
        count,
      );
    await sql(`select private.anotar('retencao')`);
    const run = () =>
      server.row<{ inscricoes: number; freio: object }>('select * from private.apagar_vencidas(100)');
    await put(12);
    expect(await run()).toMatchObject({ inscricoes: 12, freio: null });
    await put(30);
    expect(await run()).toMatchObject({ inscricoes: 0, freio: { enrolments: 30, ofEnrolments: 48 } });
    await sql(`select private.soltar_freio()`);
    expect(await run()).toMatchObject({ inscricoes: 30 });
  });

  test('the owner alone erases one at once, out of the bin too, and the record says why', async () => {
    const one = await enrolled(server);
    const keys = [one.key, await sentLater(server, direcao.token, one)];
    await erase(one);
    await expect(sql(`select private.apagar_ja($1, 'porque sim')`, one.protocolo)).rejects.toThrow(
      'O motivo é',
    );
    await expect(sql(`select private.apagar_ja('0', 'ordem_judicial')`)).rejects.toThrow('Há 0 inscrições');
    expect((await rpc(server, direcao.token, 'apagar_ja', { protocolo: one.protocolo })).status).toBe(404);
    await sql(`select private.apagar_ja($1, 'ordem_judicial')`, one.protocolo);
    expect(await sql('select from public.inscricoes_projeto where id = $1', one.id)).toEqual([]);
    expect(await removable()).toEqual(expect.arrayContaining(keys));
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      acao: 'apagou',
      quem: null,
      protocolo: one.protocolo,
      detalhes: { motivo: 'ordem_judicial' },
    });
  });

  test('a page of the list, its counts, an enrolment and a document cost no more with thousands in it', async () => {
    await sql(`delete from public.inscricoes_projeto where true`);
    const { id, key } = await enrolled(server);
    await many(60, null, '2 days');
    const asked = [
      `select public.lista_de_inscricoes('{}')`,
      `select public.contagem_de_inscricoes('{}')`,
      `select from public.inscricoes_projeto where id = '${id}'`,
      `select * from public.inscricoes_projeto order by created_at desc limit 1000`, // SPEC §7, call 4
      `select from storage.objects where name = '${key}'`,
    ];
    const blocks = async () => {
      await server.database.housekeeping([
        'vacuum (analyze) private.acompanhamentos',
        'vacuum (analyze) public.inscricoes_projeto',
      ]);
      const each: number[] = [];
      for (const statement of asked)
        each.push(
          await server.database.as(callerOf(direcao), async (tx) => {
            await tx.query(statement); // plans are made
            const { rows } = await tx.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
              `explain (analyze, buffers, format json) ${statement}`,
            );
            const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } =
              rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
            return hit + read;
          }),
        );
      return each;
    };
    const empty = await blocks();
    await many(3_000, null, '1 day');
    await sql(
      `select private.por_na_lixeira(array(select inscricao_id from private.acompanhamentos
         where criada_em between now() - interval '36 hours' and now() - interval '12 hours'), 'enxurrada', null)`,
    );
    const full = await blocks();
    // SPEC's call passes over all that are newer: each once, and not its row in the bin besides
    const allowed = asked.map((statement) => (statement.includes('order by created_at') ? 1.2 * 3_000 : 60));
    expect(
      full.map((count, at) => count - (empty[at] ?? 0)).filter((more, at) => more > (allowed[at] ?? 0)),
    ).toEqual([]);
  });
});
