import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { isUuid } from '../../server/core/tokens.ts';
import { removeUnclaimed } from '../../server/storage/leftovers.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import {
  addClass,
  auditEntries,
  decidedAgo,
  enrolled,
  get,
  removeEnrolments,
  rpc,
  sentLater,
  uploaded,
} from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { codeOf, enrol, objectUrl } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { engines, forTests } from '../support/server.ts';
import { type SignedIn, signedIn } from '../support/sign-in.ts';

// What a person puts away, for whatever reason, is seen nowhere for seven days, comes back whole, or goes to the
// byte; and what one account can put away is told. Seen on 1.1.0 were 60 enrolments gone in nine seconds.

/** What reads enrolments and does not leave the bin out, and why that is right. */
const EXCEPTED: Record<string, string> = {
  'view decisoes': 'read by prazos alone, which leaves them out',
  'view envios_recentes': 'through intocadas; an upload of the bin is claimed',
  acompanhar_as_que_faltam: 'makes missing rows',
  acompanhar_inscricao: 'makes a row',
  anotar: 'the protocol of an entry',
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
  marcar_pedido: 'called with the row locked',
  mudar_respostas: 'called with the row locked',
  por_de_volta: 'called with the row locked',
  respostas: 'reads the catalogue',
  salvar_turma: 'who is in the bin may come back into the class',
  conferir_regras: 'the type of a row alone',
  pedir: 'called with the row locked',
  inscricao_do_documento: 'whose a document is, for the audit record',
  situacao_para_a_familia: 'of an enrolment that its callers found outside',
  numero_para_a_familia: 'the same',
  desfazer_importacao: 'through intactas_da_importacao, which leaves them out',
  inscrever_no_balcao: 'the uuid stays taken',
  fazer_chamada: 'of whom pessoas_da_chamada finds',
};

describe.each(engines)('the bin on $name', (engine) => {
  const { server, admin: direcao, desk } = familyAndDeskForTests(engine);
  const secretaria = forTests(() => signedIn(server, { administrator: true, role: 'secretaria' }));
  const ask = (name: string, body: object = {}) => desk(name, body);
  /** The answer with its status. */
  const answer = (name: string, body: object) => rpc(server, direcao.token, name, body);
  const { rows: sql, value } = server;
  const { many, tamper } = agedEnrolments(() => server);
  beforeEach(async () => {
    await removeEnrolments(server);
    await sql('delete from storage.objects where true');
    await sql('delete from private.apagamentos where true'); // and would be compared with what comes
    await tamper(`set momento = momento - interval '2 days' where true`); // another day
    await sql(`select private.anotar('retencao')`); // a project's first run would wait
  });

  const visitor = async (name: string, body: object) =>
    (await rpc(server, server.keys.anonKey, name, body)).body;
  type One = { id: string; protocolo: string };
  const erase = ({ id, protocolo }: One, motivo = 'outro', who: Pick<SignedIn, 'token'> = direcao) =>
    rpc(server, who.token, 'apagar_inscricao', { inscricao: id, confirmacao: protocolo, motivo });
  const open = async (path: string) =>
    (await get(server, direcao.token, path, { body: { expiresIn: 60 } })).status;
  /** The page asked the storage to remove documents; what went. */
  const removeDocuments = async (prefixes: string[]): Promise<object[]> => {
    const path = '/storage/v1/object/cadastro_unico_uploads';
    return (await get(server, direcao.token, path, { method: 'DELETE', body: { prefixes } })).json();
  };
  const removable = () =>
    value<string[]>('select array(select d from private.documentos_a_remover(24) as d order by 1)');
  const run = async () => (await sql('select inscricoes, freio from private.apagar_vencidas(100)'))[0];
  /** As if the documents had come a day ago, and the enrolment gone into the bin so much earlier. */
  const older = (keys: string[]) =>
    sql(`update storage.objects set created_at = now() - interval '24:10' where name = any ($1)`, keys);
  const erasedEarlier = (id: string, by: string) =>
    sql(
      'update private.acompanhamentos set apagada_em = apagada_em - $2::interval where inscricao_id = $1',
      ...[id, by],
    );
  /** A person of the direção whose password was given ten minutes ago. */
  const lateDirecao = () => signedIn(server, { administrator: true, signedInAt: Date.now() / 1000 - 600 });

  test('every view and function that reads enrolments leaves it out, or is excepted by name', async () => {
    const texts = await sql<{ name: string; text: string }>(`
      select 'view ' || c.relname as name, pg_get_viewdef(c.oid) as text from pg_class c
        where c.relkind in ('v', 'm') and c.relnamespace in ('private'::regnamespace, 'public'::regnamespace)
      union all
      select p.proname, pg_get_functiondef(p.oid) from pg_proc p
        where p.prokind = 'f' and p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)`);
    const excepted = Object.keys(EXCEPTED).flatMap((name) => /^view (.*)/.exec(name)?.[1] ?? []);
    const reads = new RegExp(`\\b(inscricoes_projeto|acompanhamentos|${excepted.join('|')})\\b`);
    const unaware = texts.filter(
      ({ text }) =>
        reads.test(text.replace(/^CREATE .*$/m, '')) && !/apagada_em|private\.trancar\(/.test(text),
    );
    expect([...new Set(unaware.map(({ name }) => name))].sort()).toEqual(Object.keys(EXCEPTED).sort());
  });

  /** What acts on an enrolment, whose id is added; `outra`: another enrolment. */
  const acts = (versao: number, outra: string) => ({
    ficha: {},
    decidir_situacao: { versao, situacao: 'desistiu' },
    voltar_decisao: { versao },
    conferir_criterio: { versao, criterio: 'cadunico', cumprido: true },
    nova_nota: { texto: 'Nada' },
    juntar_documento: { endereco: `https://x.test/${randomUUID()}` },
    corrigir_respostas: { versao, mudancas: { cidade: 'Nada' }, motivo: 'digitado-errado' },
    anotar_mensagem: { modelo: 'aprovada', para: 'pessoa' },
    comparar_pessoas: { outra, mesma_pessoa: true },
    atender_pedido: { versao, pedido: outra, confirmado: true },
  });

  type Erased = Awaited<ReturnType<typeof enrolled>> & { later: string };
  /** Whatever the desk or the family is shown of this enrolment, by name. */
  async function seen(one: Erased, twin: string, group: string) {
    const found = await ask('lista_de_inscricoes', { filtro: { busca: one.protocolo, colunas: '*' } });
    const rows = await get(server, direcao.token, `/rest/v1/inscricoes_projeto?select=*&id=eq.${one.id}`);
    const code = { codigo: codeOf(one.key) };
    const pair = { protocolo: one.protocolo, nascimento: '2012-03-05' };
    return {
      list: found.rows.length,
      total: (await ask('contagem_de_inscricoes', { filtro: { busca: one.protocolo } })).total,
      doubles: (await ask('contagem_de_inscricoes', { filtro: { repetida: true } })).total,
      row: (await rows.json()).length,
      document: await open(one.path),
      later: await open(one.later),
      sheet: (await ask('ficha', { inscricao: one.id })) !== null,
      twin: (await ask('ficha', { inscricao: twin })).similar.length,
      classes: (await ask('lista_de_turmas')).find(({ id }: { id: string }) => id === group).pupils,
      classList: (await ask('folha_da_turma', { turma: group })).length,
      dates: (await ask('dias_de_guarda', { inscricoes: [one.id] })).length,
      link: (await visitor('situacao_da_inscricao', code)) !== null,
      pair: (await visitor('situacao_por_protocolo', pair)) !== null,
      shares: await value<number>('select count(*)::integer from private.prazos'),
    };
  }

  test('what was erased is seen nowhere, is done nothing with, and comes back whole', async () => {
    const group = await addClass(server, 'Turma Só Dela');
    const person = { data_nascimento: '2012-03-05', nome_completo: 'Pessoa da Lixeira' };
    const made = await enrolled(server, person);
    const other = await enrolled(server, person);
    const one = { ...made, later: objectUrl(await sentLater(server, direcao.token, made), 'sign/') };
    const { id: inscricao } = one;
    const { version: versao } = await ask('ficha', { inscricao });
    await ask('decidir_situacao', { inscricao, versao, situacao: 'aprovada', turma: group });
    await ask('nova_nota', { inscricao, texto: 'Nota que volta.' });
    const state = () => ask('ficha', { inscricao });
    const [before, states] = [await seen(one, other.id, group), await state()];
    expect(before).toMatchObject({
      ...{ list: 1, total: 1, row: 1, document: 200, later: 200, twin: 1, link: true, pair: true },
      doubles: 1, // the other, of whom nobody has decided
    });

    expect(await erase(one)).toEqual({ status: 200, body: null });
    const refused = engine.hosted ? 400 : 404; // storage-api says 404 in the body
    expect(await seen(one, other.id, group)).toEqual({
      ...{ list: 0, total: 0, doubles: 0, row: 0, document: refused, later: refused, sheet: false, twin: 0 },
      ...{ classes: 0, classList: 0, dates: 0, link: false, pair: false },
      shares: (before.shares ?? 0) - 1,
    });
    for (const [name, more] of Object.entries(acts(states.version, other.id)))
      expect([name, await ask(name, { inscricao, ...more })]).toEqual([name, null]);
    const compared = { inscricao: other.id, outra: inscricao, mesma_pessoa: true };
    expect(await ask('comparar_pessoas', compared)).toMatchObject({ repeatedOf: null, history: [] });
    const prints = await answer('anotar_impressao', { inscricoes: [inscricao] });
    expect([prints.status, (await erase(one)).status]).toEqual([400, 400]);
    expect(await sql('select from private.apagamentos where inscricao_id = $1', inscricao)).toEqual([]);
    expect(await sql('select from private.documentos_a_remover(0)')).toEqual([]);

    const listed = await ask('lista_da_lixeira');
    const [{ erasedAt, endsAt }] = listed;
    const row = {
      enrolment: inscricao,
      name: 'Pessoa da Lixeira',
      protocol: one.protocolo,
      erasedAt,
      endsAt,
    };
    expect(listed).toEqual([{ ...row, reason: 'outro', by: direcao.email }]);
    expect(Date.parse(endsAt) - Date.parse(erasedAt)).toBe(7 * 86_400_000);
    const look = { acao: 'viu_lista', quem: direcao.userId, detalhes: { linhas: 1 } };
    expect((await auditEntries(server)).at(-1)).toMatchObject(look);
    await ask('devolver_apagada', { inscricao });
    expect([await seen(one, other.id, group), await state()]).toEqual([before, states]);
    expect(await ask('lista_da_lixeira')).toEqual([]);
    expect((await answer('devolver_apagada', { inscricao })).status).toBe(400);
  });

  test('a secretaria erases what its family asked for, and that alone; it comes back by a fresh password alone', async () => {
    const one = await enrolled(server);
    for (const motivo of ['teste', 'repetida', 'outro', '', 'pedido_da_familia'])
      expect([motivo, (await erase(one, motivo, secretaria)).status]).toEqual([
        ...[motivo, motivo === 'pedido_da_familia' ? 200 : 403],
      ]);
    expect(await ask('lista_da_lixeira')).toMatchObject([{ enrolment: one.id, reason: 'pedido_da_familia' }]);
    const code = { codigo: codeOf(one.key) };
    const giveBack = async (who: SignedIn) =>
      (await rpc(server, who.token, 'devolver_apagada', { inscricao: one.id })).status;
    expect(await giveBack(await lateDirecao())).toBe(403);
    expect(await ask('ficha', { inscricao: one.id })).toBe(null);
    expect(await giveBack(direcao)).toBe(204);
    expect(await visitor('situacao_da_inscricao', code)).not.toBe(null);
    await erase(one, 'teste');
    expect(await giveBack(await lateDirecao())).toBe(204);
  });

  test('all that a stolen session put away, a flood too, loses no document, and one act brings it back, with an entry of each', async () => {
    const thief = await signedIn(server, { administrator: true });
    const made = [];
    for (let at = 0; at < 9; at += 1) made.push(await enrolled(server));
    const [first, early] = [made[0], made.pop()] as [(typeof made)[0], (typeof made)[0]];
    const keys = [...made.map(({ key }) => key), await sentLater(server, thief.token, first)];
    await older(keys);
    await many(494, null, '1 hour');
    await sql(`insert into private.chegadas (inscricao_id, origem, rede, bytes, quando)
       select inscricao_id, decode(repeat('ab', 16), 'hex'), decode(repeat('cd', 16), 'hex'), 1, date_trunc('hour', now()) from private.acompanhamentos
       where not documento`);
    await sql(`delete from private.chegadas where origem <> decode(repeat('ab', 16), 'hex')`);
    await erase(early, 'outro', thief);
    await erasedEarlier(early.id, '1 hour');
    const whole = () =>
      sql(`select to_jsonb(i) as answers, to_jsonb(a) as follow_up from public.inscricoes_projeto i
        join private.acompanhamentos a on a.inscricao_id = i.id order by i.id`);
    const bytes = () => (engine.hosted ? [] : readdirSync(server.documentsDir).filter(isUuid));
    const [before, stored, desde] = [await whole(), bytes(), new Date(Date.now() - 60_000).toISOString()];

    for (const [at, one] of made.entries()) {
      const motivo = ['pedido_da_familia', 'repetida', 'teste', 'outro'][at % 4];
      expect((await erase(one, motivo, thief)).status).toBe(200);
    }
    const [flood, ...others] = await ask('lista_de_enxurradas');
    expect([flood.enrolments, others]).toEqual([494, []]);
    const asked = { origem: flood.origin, hora: flood.hour, confirmacao: 'APAGAR' };
    const { body } = await rpc(server, thief.token, 'recolher_enxurrada', asked);
    expect(body).toEqual({ enrolments: 494, documents: 0, left: 0 });
    expect(await ask('lista_de_enxurradas')).toEqual([]);
    expect(await sql('select from private.apagamentos')).toEqual([]);
    const listed: { enrolment: string; reason: string }[] = await ask('lista_da_lixeira');
    const byHand = [...made.map(({ id }) => id).reverse(), early.id];
    expect(listed.slice(0, 9).map(({ enrolment }) => enrolment)).toEqual(byHand);
    expect(listed.slice(9).map(({ reason }) => reason)).toEqual(Array(291).fill('enxurrada'));
    expect(await removeDocuments(keys)).toEqual([]);
    await run();
    await removeUnclaimed(server);
    expect(await value('select count(*)::integer from storage.objects where name = any ($1)', keys)).toBe(9);
    expect(bytes()).toEqual(stored);

    const back = (who: SignedIn, conta = thief.userId) =>
      rpc(server, who.token, 'devolver_tudo', { conta, desde });
    for (const who of [secretaria, await lateDirecao()]) expect((await back(who)).status).toBe(403);
    expect((await back(direcao, direcao.userId)).body).toEqual({ enrolments: 0, more: false });
    expect((await back(direcao)).body).toEqual({ enrolments: 500, more: true });
    expect((await back(direcao)).body).toEqual({ enrolments: 2, more: false });
    expect(await whole()).toEqual(before); // what the thief put away before that moment stays there
    const noted = (await auditEntries(server)).filter(({ acao }) => acao === 'devolveu').slice(-502);
    expect(new Set(noted.map(({ inscricao }) => inscricao)).size).toBe(502);
    expect(new Set(noted.map(({ quem }) => quem))).toEqual(new Set([direcao.userId]));
  });

  test('after seven days it goes to the byte, as if it had gone when it was erased; what retention erased goes at once', async () => {
    const [first, second] = [await enrolled(server), await enrolled(server)];
    const withLater = async (one: typeof first) => [one.key, await sentLater(server, direcao.token, one)];
    const [keys, others] = [await withLater(first), await withLater(second)];
    await older([...keys, ...others]);
    const same = { inscricao: first.id, outra: second.id, mesma_pessoa: true };
    const { history } = await ask('comparar_pessoas', same);
    expect(history[0]).toMatchObject({ action: 'repetida', from: second.protocolo, to: 'sim' });
    await erase(first, 'teste');
    await decidedAgo(server, second.id, 'desistiu', '7 months');
    await run();
    expect(await removable()).toEqual(others.sort());
    await erasedEarlier(first.id, '6 days 23 hours');
    await run();
    expect([await removable(), (await ask('lista_da_lixeira')).length]).toEqual([others, 1]);
    expect(await removeDocuments(keys)).toEqual([]);
    await erasedEarlier(first.id, '1 hour');
    await run();
    expect([await removable(), await ask('lista_da_lixeira')]).toEqual([[...keys, ...others].sort(), []]);
    expect(await removeDocuments(keys)).toHaveLength(2);
    // of the other tables: own-data.test.ts
    const left = await sql('select from private.comparacoes where $1 in (uma, outra)', first.id);
    expect(left).toEqual([]);
    const noted = await sql(
      `select o_que, motivo, apagado_em < now() - interval '7 days' as "long ago" from private.apagamentos
       where envio = any (array(select private.envio_do_documento(n) from unnest($1::text[]) as n)) order by o_que`,
      keys,
    );
    expect(noted).toEqual(
      ['documento', 'inscricao'].map((o_que) => ({ o_que, motivo: 'teste', 'long ago': true })),
    );
    for (const [name, more] of Object.entries(acts(1, randomUUID())))
      expect([name, await answer(name, { inscricao: first.id, ...more })]).toMatchObject([
        ...[name, { status: 200, body: null }],
      ]);
  });

  test('the owner alone erases one at once, out of the bin too, and the record says why', async () => {
    const one = await enrolled(server);
    const keys = [one.key, await sentLater(server, direcao.token, one)];
    await erase(one);
    const now = (protocol: string, why: string) => sql('select private.apagar_ja($1, $2)', protocol, why);
    await expect(now(one.protocolo, 'porque sim')).rejects.toThrow('O motivo é');
    await expect(now('0', 'ordem_judicial')).rejects.toThrow('Há 0 inscrições');
    expect((await answer('apagar_ja', { protocolo: one.protocolo })).status).toBe(404);
    const twin = one.key.replace(/(?<=^.{42})./, (last) => (last === '0' ? '1' : '0')); // of the same protocol
    await enrol(server.database, ROW, await uploaded(server, undefined, twin));
    await expect(now(one.protocolo, 'ordem_judicial')).rejects.toThrow('Há 2 inscrições');
    await now(one.id, 'conteudo_ilegal');
    await now(one.protocolo, 'ordem_judicial');
    expect(await sql('select from public.inscricoes_projeto')).toEqual([]);
    expect(await removable()).toEqual(expect.arrayContaining(keys));
    const entry = { acao: 'apagou', quem: null, protocolo: one.protocolo };
    const detalhes = { motivo: 'ordem_judicial' };
    expect((await auditEntries(server)).at(-1)).toMatchObject({ ...entry, detalhes });
  });

  test('ten that one account puts away in a day are told, not nine, nor ten of two', async () => {
    await many(20, null, '2 days');
    const all = await sql<One>('select id, protocolo from public.inscricoes_projeto');
    const one = await signedIn(server, { administrator: true });
    const two = await signedIn(server, { administrator: true });
    const puts = async (who: SignedIn) =>
      expect((await erase(all.pop() as One, 'outro', who)).status).toBe(200);
    const alert = () => ask('alerta_da_equipe');
    for (let at = 0; at < 9; at += 1) for (const who of [one, two]) await puts(who);
    expect(await alert()).toEqual({});
    await puts(two);
    expect(await alert()).toEqual({ erased: 10 });
    await tamper(`set momento = momento + interval '400 days' where acao = 'apagou'`); // the clock was ahead
    expect(await alert()).toEqual({ erased: 10 });
    await tamper(`set momento = momento - interval '400 days 23 hours' where acao = 'apagou'`);
    expect(await alert()).toEqual({ erased: 10 });
    await tamper(`set momento = momento - interval '1 hour' where acao = 'apagou'`);
    expect(await alert()).toEqual({});
  });
});
