import { describe, expect, test } from 'vitest';
import { SITUATIONS } from '../../domain/desk/situations.ts';
import { retain } from '../../server/retention/retention.ts';
import { removeUnclaimed } from '../../server/storage/leftovers.ts';
import { addClass, auditEntries, decidedAgo, get } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { addressOf, enrol, newKey, objectUrl, pdf } from '../support/documents.ts';
import { insertOf, ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';

/**
 * Further documents: by the personal link (`enviar_outro_documento`) while one is missing, and what the desk attaches
 * (`juntar_documento`, decision 144): who may, when, and what becomes of it.
 */
describe.each(engines)('$name', (engine) => {
  const made = familyAndDeskForTests(engine);
  const { server, admin, desk, asked, state, seenBy, decide, correct, undo, listed, noted } = made;
  const { open, send, upload } = made;
  const { rows: sql } = server;

  /** An enrolment whose document the desk asked for again. */
  const missing = async () => {
    const one = await made.enrol();
    await decide(one.id, 'falta-documento');
    return one;
  };
  const attach = (inscricao: string, endereco: string) => asked('juntar_documento', { inscricao, endereco });
  const areStored = async (keys: string[]) => {
    const found = await sql<{ name: string }>('select name from storage.objects where name = any ($1)', keys);
    return keys.map((key) => found.some(({ name }) => name === key));
  };
  /** Makes documents look three days old, and has the clean-up look for unclaimed ones. */
  const cleanUp = async (keys: string[]) => {
    const old = `update storage.objects set created_at = now() - interval '3 days' where name = any ($1)`;
    await sql(old, keys);
    await removeUnclaimed(server);
  };
  /** Approves somebody so long ago that the documents' time is over. */
  const approvedLongAgo = (id: string) => decidedAgo(server, id, 'aprovada', '91 days');
  /** What a document that was asked for makes of the enrolment. */
  const LOOKED_AT = { situation: 'em-analise', reason: null, version: 3, toNotify: false };

  test('while a document is missing another is bound, once for each upload, and the desk sees it', async () => {
    const one = await missing();
    const { endereco } = await upload();
    expect(await seenBy(one.codigo)).toMatchObject({ podeEnviarDocumento: true });
    const taken = { recebido: true, situacao: 'em-analise', podeEnviarDocumento: false };
    for (let at = 0; at < 3; at += 1)
      expect(await send(one.codigo, endereco)).toMatchObject({ status: 200, body: taken });
    expect(await state(one.id)).toMatchObject({
      ...{ ...LOOKED_AT, hasNewDocument: true, laterDocuments: [{ address: endereco }] },
      history: [
        { action: 'situacao', from: 'falta-documento', to: 'em-analise', by: null },
        { action: 'documento-novo', by: null },
        { action: 'situacao', to: 'falta-documento' },
      ],
    });
    expect(await listed(one.id)).toMatchObject([{ hasNewDocument: true, newestDocument: endereco }]);
    expect((await noted(one.id)).filter(({ quem }) => quem === null)).toMatchObject([
      { acao: 'mudou', detalhes: { que: 'documento-novo' } },
      { acao: 'mudou', detalhes: { que: 'situacao', para: 'em-analise' } },
    ]);
    const decided = await decide(one.id, 'aprovada');
    expect(decided).toMatchObject({ hasNewDocument: false, laterDocuments: [{ address: endereco }] });
  });

  test('of several the list names the newest, the audit log tells which was opened, and each has its own warning', async () => {
    const one = await missing();
    const sent: Awaited<ReturnType<typeof upload>>[] = [];
    for (const active of [[], ['script']]) {
      const later = await upload();
      await sql(
        `update storage.objects set metadata = metadata || jsonb_build_object('conteudoAtivo', $2::jsonb) where name = $1`,
        ...[later.key, JSON.stringify(active)],
      );
      expect(await send(one.codigo, later.endereco)).toMatchObject({ body: { recebido: true } });
      await decide(one.id, 'falta-documento');
      sent.push(later);
    }
    const [second, third] = sent.map(({ endereco }) => endereco);
    expect(await listed(one.id)).toMatchObject([{ newestDocument: third }]);
    expect(await state(one.id)).toMatchObject({
      activeContent: [],
      laterDocuments: [
        { address: third, activeContent: ['script'] },
        { address: second, activeContent: [] },
      ],
    });
    if (engine.hosted) return; // its storage notes nothing
    for (const [at, { key }] of [one, ...sent].entries()) {
      const body = { expiresIn: 60 };
      const { signedURL } = await (await get(server, admin.token, objectUrl(key, 'sign/'), { body })).json();
      const entry = { inscricao: one.id, detalhes: { documento: at + 1 } };
      expect((await auditEntries(server)).at(-1)).toMatchObject({ acao: 'abriu_documento', ...entry });
      expect((await server.app.request(`/storage/v1${signedURL}`)).status).toBe(200);
      expect((await auditEntries(server)).at(-1)).toMatchObject(entry);
    }
  });

  test('in any other situation nothing is taken of a family, which hears the situation; the desk attaches', async () => {
    const one = await missing();
    const turma = await addClass(server, 'Com Fila');
    for (const situacao of Object.keys(SITUATIONS).filter((code) => code !== 'falta-documento')) {
      await decide(one.id, situacao, { turma });
      const { endereco } = await upload();
      expect(await send(one.codigo, endereco)).toMatchObject({ body: { recebido: false, situacao } });
      expect((await attach(one.id, endereco)).body).toMatchObject({ situation: situacao });
    }
    expect((await state(one.id)).laterDocuments).toHaveLength(Object.keys(SITUATIONS).length - 1);
  });

  test('one that an enrolment has is no other enrolment’s first document, also at the same moment', async () => {
    const one = await missing();
    const { endereco, key } = await upload();
    expect(await send(one.codigo, endereco)).toMatchObject({ body: { recebido: true } });
    await expect(enrol(server.database, ROW, key)).rejects.toMatchObject({ code: '23514' });
    for (let round = 0; round < 5; round += 1) {
      const [late, both] = [await missing(), await upload()];
      const first = enrol(server.database, ROW, both.key).then(
        () => true,
        () => false,
      );
      const [sent, enrolled] = await Promise.all([send(late.codigo, both.endereco), first]);
      expect([sent.body.recebido === true, enrolled].filter(Boolean)).toHaveLength(1);
    }
  });

  test('a document and a colleague’s decision at once: one comes first, and neither undoes the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await missing();
      const { endereco } = await upload();
      const decision = { inscricao: one.id, versao: 2, situacao: 'nao-aprovada', motivo: 'teste' };
      const [{ body }, { applied }] = await Promise.all([
        send(one.codigo, endereco),
        desk('decidir_situacao', decision),
      ]);
      expect([body.recebido, applied].filter(Boolean)).toHaveLength(1);
      expect(await state(one.id)).toMatchObject({
        version: 3,
        situation: body.recebido ? 'em-analise' : 'nao-aprovada',
        laterDocuments: body.recebido ? [{ address: endereco }] : [],
      });
    }
  });

  test('the desk uploads as itself, and what it attaches stands as a further document with who and when', async () => {
    const one = await made.enrol();
    const key = newKey('papel.pdf');
    const headers = { 'Content-Type': 'application/pdf' };
    const sent = await get(server, admin.token, objectUrl(key), { headers, body: pdf() });
    expect(sent.status).toBe(200);
    const address = addressOf(key);
    const attached = { address, fromDesk: true, attachedBy: admin.email, activeContent: [] };
    for (let again = 0; again < 2; again += 1)
      expect(await attach(one.id, address)).toMatchObject({
        status: 200,
        body: {
          ...{ situation: 'nova', version: 1, hasNewDocument: false },
          laterDocuments: [{ ...attached, receivedAt: expect.any(String) }],
          history: [{ action: 'documento-anexado', by: admin.email, from: null, to: null }],
        },
      });
    const entry = { acao: 'mudou', quem: admin.userId, detalhes: { que: 'documento-anexado' } };
    expect(await noted(one.id)).toMatchObject([entry, { acao: 'viu_ficha' }]);
    expect(await listed(one.id)).toMatchObject([{ newestDocument: address, hasNewDocument: false }]);
    const link = await get(server, admin.token, objectUrl(key, 'sign/'), { body: { expiresIn: 60 } });
    expect(link.status).toBe(200);
  });

  test('who came without a document has one, and still has it after a correction, until its time is over', async () => {
    await server.database.query(...insertOf({ ...ROW, nome_completo: 'Sem Documento' }));
    const named = `select id from public.inscricoes_projeto where nome_completo = 'Sem Documento'`;
    const id = (await server.value<string>(named)) ?? '';
    const without = () => listed(id, { documento: 'sem' });
    expect(await without()).toHaveLength(1);
    const { key, endereco } = await upload();
    await attach(id, endereco);
    expect(await without()).toEqual([]);
    await correct(id, { cpf: '1' });
    expect(await without()).toEqual([]);
    await approvedLongAgo(id);
    await sql(`select private.anotar('retencao')`); // a project's first run would wait
    expect([await retain(server), await areStored([key])]).toMatchObject([{ documentos: 1 }, [false]]);
    expect((await attach(id, (await upload()).endereco)).status).toBe(400); // it would go at once
  });

  test('three are the family’s own, beside those of the desk', async () => {
    const one = await made.enrol();
    const attachOne = async () => attach(one.id, (await upload()).endereco);
    for (let at = 0; at < 4; at += 1) expect((await attachOne()).status).toBe(200);
    for (let at = 0; at < 4; at += 1) {
      await decide(one.id, 'falta-documento');
      const body = at < 3 ? { recebido: true } : { recebido: false, podeEnviarDocumento: false };
      expect(await send(one.codigo, (await upload()).endereco)).toMatchObject({ body });
    }
    const { laterDocuments } = (await attachOne()).body;
    expect(laterDocuments.map(({ fromDesk }: { fromDesk: boolean }) => fromDesk)).toEqual([
      ...[true, false, false, false, true, true, true, true],
    ]);
  });

  test('what was missing and is attached is to be looked at, and that can be taken back', async () => {
    const one = await missing();
    expect((await attach(one.id, (await upload()).endereco)).body).toMatchObject({
      ...{ ...LOOKED_AT, hasNewDocument: false },
      history: [
        { action: 'situacao', from: 'falta-documento', to: 'em-analise', by: admin.email },
        { action: 'documento-anexado' },
        { action: 'situacao', to: 'falta-documento' },
      ],
    });
    const shownToFamily = { situacao: 'em-analise', podeEnviarDocumento: false };
    expect(await seenBy(one.codigo)).toMatchObject(shownToFamily);
    const before = { situation: 'falta-documento', reason: 'O NIS não aparece.', laterDocuments: [{}] };
    expect((await undo(one.id)).body).toMatchObject(before);
  });

  test('what is nobody’s, somebody else’s, too many or too late is refused, in a sentence at the desk, and nothing changes', async () => {
    const [one, other] = [await missing(), await missing()];
    const bound = await upload();
    expect(await send(other.codigo, bound.endereco)).toMatchObject({ body: { recebido: true } });
    const notFound = [409, '23503', 'O documento não foi encontrado. Envie de novo.'] as const;
    const others = [400, '23514', 'Este documento é de outra inscrição.'] as const;
    for (const [address, [status, code, message]] of [
      [addressOf(newKey()), notFound],
      [addressOf('public/../x.pdf'), notFound],
      [addressOf(one.key), others],
      [addressOf(other.key), others],
      [bound.endereco, others],
    ] as const) {
      expect([address, await send(one.codigo, address)]).toMatchObject([address, { status, body: { code } }]);
      const refused = { status, body: { code, message } };
      expect([address, await attach(one.id, address)]).toMatchObject([address, refused]);
    }
    expect(await send(one.codigo, null)).toMatchObject({ status: 409, body: { code: '23503' } });
    const { endereco } = await upload();
    expect(await send('0123456789abcdef0123', endereco)).toEqual({ status: 200, body: null });
    const unchanged = { situation: 'falta-documento', version: 2, laterDocuments: [] };
    expect(await state(one.id)).toMatchObject(unchanged);
    await sql(
      `insert into private.documentos_novos (envio, inscricao_id, endereco, anexado_por)
       select u, $1, 'https://x.test/storage/v1/object/public/cadastro_unico_uploads/public/' || u || '_a.pdf', $2
       from (select gen_random_uuid() as u from generate_series(1, 20) offset 0) as t`,
      ...[one.id, admin.userId],
    );
    const tooMany = 'Esta inscrição já tem vinte documentos anexados.';
    expect(await attach(one.id, endereco)).toMatchObject({ status: 400, body: { message: tooMany } });
    const first = '(select min(endereco) from private.documentos_novos where inscricao_id = $1)';
    await sql(`update private.documentos_novos set anexado_por = null where endereco = ${first}`, one.id);
    expect((await attach(one.id, (await upload()).endereco)).status).toBe(200); // the family's do not count
    await approvedLongAgo(other.id);
    const tooLate =
      'O prazo de guardar documentos desta inscrição já passou: a limpeza apagaria este também.';
    expect(await attach(other.id, endereco)).toMatchObject({ status: 400, body: { message: tooLate } });
  });

  // only our server writes down from where an upload came
  test.skipIf(engine.hosted)(
    'it is no unclaimed upload of a flood, whose erasing leaves it alone, and what lies in the bin',
    async () => {
      await sql('delete from private.origens where true');
      const [one, binned] = [await missing(), await made.enrol()];
      const erase = { inscricao: binned.id, confirmacao: binned.protocolo, motivo: 'outro' };
      expect((await asked('apagar_inscricao', erase)).status).toBe(200);
      const bound = await upload();
      for (let at = 0; at < 30; at += 1) await upload(); // fewer are no flood
      expect(await send(one.codigo, bound.endereco)).toMatchObject({ body: { recebido: true } });
      const flood = await server.row(
        `select encode(origem, 'hex') as origem, hora::text, count(*)::integer as documentos from private.envios_recentes group by 1, 2`,
      );
      expect(flood?.documentos).toBe(30);
      const { origem, hora } = flood ?? {};
      const erased = await desk('recolher_enxurrada', { origem, hora, confirmacao: 'APAGAR' });
      expect(erased).toMatchObject({ enrolments: 0, documents: 30 });
      await cleanUp([bound.key, binned.key]);
      expect(await areStored([bound.key, binned.key])).toEqual([true, true]);
      const left =
        'select o.name from storage.objects o join private.origens g on g.objeto = o.id where g.apagar';
      expect(await sql(left)).toEqual([]);
    },
  );

  test('a flood is counted by people: twenty with their documents are none', async () => {
    for (const table of ['public.inscricoes_projeto', 'private.origens'])
      await sql(`delete from ${table} where true`);
    for (let at = 0; at < 20; at += 1) await made.enrol();
    const [from, when] = [`decode(repeat('ab', 16), 'hex')`, `date_trunc('hour', now())`];
    await sql(`insert into private.chegadas (inscricao_id, origem, rede, bytes, quando)
      select inscricao_id, ${from}, ${from}, 1, ${when} from private.acompanhamentos`);
    await sql(`update private.origens set origem = ${from}, rede = ${from}, quando = ${when}`);
    const [seen] = await sql(
      'select hora, count(*)::integer as seen from private.envios_recentes group by hora',
    );
    expect(seen?.seen).toBe(engine.hosted ? 20 : 40); // only our server writes down from where a document came
    expect(await desk('lista_de_enxurradas', {})).toEqual([]);
    const asked = { origem: 'ab'.repeat(16), hora: seen?.hora, confirmacao: 'APAGAR' };
    expect(await desk('recolher_enxurrada', asked)).toEqual({ enrolments: 0, documents: 0, left: 0 });
  });

  test('it goes when its time is over, which desk and family are told; one that is asked for after that stays its own time', async () => {
    const one = await missing();
    const [attached, sent] = [await upload(), await upload()];
    expect(await send(one.codigo, sent.endereco)).toMatchObject({ body: { recebido: true } });
    await attach(one.id, attached.endereco);
    const keys = [one.key, sent.key, attached.key];
    await cleanUp(keys);
    expect(await areStored(keys)).toEqual([true, true, true]);
    /** What the desk, its filter and the family are told of the documents. */
    const shown = async () => {
      const [line] = await listed(one.id);
      const { dados } = await open(one.codigo);
      const { documentErasedAt } = await state(one.id);
      const moments = [line.documentErasedAt, documentErasedAt, dados.documentoApagadoEm];
      return {
        has: (await listed(one.id, { documento: 'com' })).length > 0,
        hasNone: (await listed(one.id, { documento: 'sem' })).length > 0,
        later: line.newestDocument !== null,
        firstErased: moments.map((moment) => moment !== null),
        own: dados.documentos.length,
        until: dados.guarda?.documentoEm != null,
      };
    };
    const [NOT, ERASED] = [Array(3).fill(false), Array(3).fill(true)];
    const WITH = { has: true, hasNone: false, later: true };
    const NONE = { has: false, hasNone: true, later: false, firstErased: ERASED, own: 0, until: false };
    await approvedLongAgo(one.id);
    expect(await shown()).toEqual({ ...WITH, firstErased: NOT, own: 3, until: true });
    await sql(`select private.anotar('retencao')`); // a project's first run would wait
    await retain(server);
    expect([await areStored(keys), await shown()]).toEqual([[false, false, false], NONE]);
    expect(await retain(server)).toMatchObject({ documentos: 0 });

    // Asked for again after its time: a new one is not taken for the one that is gone.
    await decide(one.id, 'falta-documento');
    const again = await upload();
    expect(await send(one.codigo, again.endereco)).toMatchObject({ body: { recebido: true } });
    await cleanUp([again.key]);
    expect(await areStored([again.key])).toEqual([true]);
    expect(await shown()).toEqual({ ...WITH, firstErased: ERASED, own: 1, until: false });
    await approvedLongAgo(one.id);
    expect(await retain(server)).toMatchObject({ documentos: 1 });
    expect(await shown()).toEqual(NONE);
  });
});
