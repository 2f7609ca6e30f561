import { describe, expect, test } from 'vitest';
import { SITUATIONS } from '../../domain/desk/situations.ts';
import { retain } from '../../server/retention/retention.ts';
import { removeUnclaimed } from '../../server/storage/leftovers.ts';
import { addClass, auditEntries, get, uploaded } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { enrol, newKey, objectUrl } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';

/** Another document by the personal link: who may send it, when, and what becomes of it. */
describe.each(engines)('$name', (engine) => {
  const made = familyAndDeskForTests(engine);
  const { server, admin, desk, family, state, seenBy, decide, listed } = made;
  const { rows: ask } = server;

  const addressOf = (key: string) => `https://x.test${objectUrl(key, 'public/')}`;
  const upload = async () => {
    const key = await uploaded(server);
    return { key, endereco: addressOf(key) };
  };
  const send = (codigo: string, endereco: string | null) =>
    family('enviar_outro_documento', { codigo, endereco });
  /** An enrolment whose document the desk asked for again. */
  const missing = async () => {
    const one = await made.enrol();
    await decide(one.id, 'falta-documento');
    return one;
  };
  const stored = async (key: string) =>
    (await ask('select from storage.objects where name = $1', key)).length === 1;
  /** Makes documents look three days old, and has the clean-up look for unclaimed ones. */
  const cleanUp = async (...keys: string[]) => {
    await ask(
      `update storage.objects set created_at = now() - interval '3 days' where name = any ($1)`,
      keys,
    );
    await removeUnclaimed(server);
  };

  test('while a document is missing another is bound, once for each upload, and the desk sees it', async () => {
    const one = await missing();
    const { endereco } = await upload();
    expect(await seenBy(one.codigo)).toMatchObject({ podeEnviarDocumento: true });
    const taken = { recebido: true, situacao: 'em-analise', podeEnviarDocumento: false };
    for (let at = 0; at < 3; at += 1)
      expect(await send(one.codigo, endereco)).toMatchObject({ status: 200, body: taken });
    expect(await state(one.id)).toMatchObject({
      ...{ situation: 'em-analise', reason: null, version: 3, toNotify: false, hasNewDocument: true },
      laterDocuments: [{ address: endereco }],
      history: [
        { action: 'situacao', from: 'falta-documento', to: 'em-analise', by: null },
        { action: 'documento-novo', by: null },
        { action: 'situacao', to: 'falta-documento' },
      ],
    });
    expect(await listed(one.id)).toMatchObject([{ hasNewDocument: true, newestDocument: endereco }]);
    const entries = await auditEntries(server);
    expect(entries.filter(({ inscricao, quem }) => inscricao === one.id && quem === null)).toMatchObject([
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
      await ask(
        `update storage.objects set metadata = metadata || jsonb_build_object('conteudoAtivo', $2::jsonb) where name = $1`,
        later.key,
        JSON.stringify(active),
      );
      expect(await send(one.codigo, later.endereco)).toMatchObject({ body: { recebido: true } });
      await decide(one.id, 'falta-documento');
      sent.push(later);
    }
    const [second, third] = sent.map(({ endereco }) => endereco);
    expect(await listed(one.id, { busca: one.protocolo })).toMatchObject([{ newestDocument: third }]);
    expect(await state(one.id)).toMatchObject({
      activeContent: [],
      laterDocuments: [
        { address: third, activeContent: ['script'] },
        { address: second, activeContent: [] },
      ],
    });
    if (engine.hosted) return; // its storage notes nothing
    for (const [at, { key }] of [one, ...sent].entries()) {
      const asked = { method: 'POST', body: { expiresIn: 60 } };
      const { signedURL } = await (await get(server, admin.token, objectUrl(key, 'sign/'), asked)).json();
      const noted = { inscricao: one.id, detalhes: { documento: at + 1 } };
      expect((await auditEntries(server)).at(-1)).toMatchObject({ acao: 'abriu_documento', ...noted });
      expect((await server.app.request(`/storage/v1${signedURL}`)).status).toBe(200);
      expect((await auditEntries(server)).at(-1)).toMatchObject(noted);
    }
  });

  test('in any other situation nothing is taken, and the family hears the situation', async () => {
    const one = await missing();
    const { endereco } = await upload();
    const turma = await addClass(server, 'Com Fila');
    for (const situacao of Object.keys(SITUATIONS).filter((code) => code !== 'falta-documento')) {
      await decide(one.id, situacao, { turma });
      expect(await send(one.codigo, endereco)).toMatchObject({ body: { recebido: false, situacao } });
    }
    expect(await state(one.id)).toMatchObject({ laterDocuments: [] });
  });

  test('a document that is not there, of another enrolment, or no address is refused, and nothing changes', async () => {
    const [one, other] = [await missing(), await missing()];
    const { endereco } = await upload();
    expect(await send(other.codigo, endereco)).toMatchObject({ body: { recebido: true } });
    for (const [address, status, code] of [
      [addressOf(newKey()), 409, '23503'],
      [addressOf(one.key), 400, '23514'],
      [endereco, 400, '23514'],
      ['https://x.test/nada.pdf', 409, '23503'],
      [null, 409, '23503'],
    ] as const)
      expect(await send(one.codigo, address)).toMatchObject({ status, body: { code } });
    expect(await send('0123456789abcdef0123', endereco)).toEqual({ status: 200, body: null });
    expect(await seenBy(one.codigo)).toMatchObject({
      situacao: 'falta-documento',
      podeEnviarDocumento: true,
    });
  });

  test('one that an enrolment has is no other enrolment’s first document, also at the same moment', async () => {
    const one = await missing();
    const { endereco, key } = await upload();
    expect(await send(one.codigo, endereco)).toMatchObject({ body: { recebido: true } });
    await expect(enrol(server.database, ROW, key)).rejects.toMatchObject({ code: '23514' });
    for (let round = 0; round < 5; round += 1) {
      const [late, both] = [await missing(), await upload()];
      const [sent, first] = await Promise.all([
        send(late.codigo, both.endereco),
        enrol(server.database, ROW, both.key).then(
          () => true,
          () => false,
        ),
      ]);
      expect([sent.body.recebido === true, first].filter(Boolean)).toHaveLength(1);
    }
  });

  test('a document and a colleague’s decision at once: one comes first, and neither undoes the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await missing();
      const { endereco } = await upload();
      const asked = { inscricao: one.id, versao: 2, situacao: 'nao-aprovada', motivo: 'teste' };
      const [{ body }, { applied }] = await Promise.all([
        send(one.codigo, endereco),
        desk('decidir_situacao', asked),
      ]);
      expect([body.recebido, applied].filter(Boolean)).toHaveLength(1);
      expect(await state(one.id)).toMatchObject({
        version: 3,
        situation: body.recebido ? 'em-analise' : 'nao-aprovada',
        laterDocuments: body.recebido ? [{ address: endereco }] : [],
      });
    }
  });

  // only our server writes down from where an upload came
  test.skipIf(engine.hosted)(
    'it is no unclaimed upload of a flood, whose erasing leaves it alone',
    async () => {
      await ask('delete from private.origens where true');
      const one = await missing();
      const bound = await upload();
      for (let at = 0; at < 30; at += 1) await upload(); // fewer are no flood
      expect(await send(one.codigo, bound.endereco)).toMatchObject({ body: { recebido: true } });
      const [flood] = await ask(
        `select encode(origem, 'hex') as origem, hora::text, count(*)::integer as documentos from private.envios_recentes group by 1, 2`,
      );
      expect(flood?.documentos).toBe(30);
      const erased = await desk('recolher_enxurrada', {
        ...flood,
        documentos: undefined,
        confirmacao: 'APAGAR',
      });
      expect(erased).toMatchObject({ enrolments: 0, documents: 30 });
      await cleanUp(bound.key);
      expect(await stored(bound.key)).toBe(true);
      const left =
        'select o.name from storage.objects o join private.origens g on g.objeto = o.id where g.apagar';
      expect(await ask(left)).toEqual([]);
    },
  );

  test('it goes when its time is over, which desk and family are told; one that is asked for after that stays its own time', async () => {
    const one = await missing();
    const first = await upload();
    expect(await send(one.codigo, first.endereco)).toMatchObject({ body: { recebido: true } });
    await cleanUp(first.key);
    expect(await stored(first.key)).toBe(true);
    const approvedLongAgo = () =>
      ask(
        `update private.acompanhamentos set situacao = 'aprovada', decidida_em = now() - interval '91 days' where inscricao_id = $1`,
        one.id,
      );
    /** What the desk, its filter and the family are told of the documents. */
    const shown = async () => {
      const [line] = await listed(one.id);
      const { dados } = (await family('meus_dados', { codigo: one.codigo, cpf: ROW.cpf })).body;
      const moments = [
        ...[line, await state(one.id)].map(({ documentErasedAt: moment }) => moment),
        dados.documentoApagadoEm,
      ];
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
    await approvedLongAgo();
    expect(await shown()).toEqual({ ...WITH, firstErased: NOT, own: 2, until: true });
    await ask(`select private.anotar('retencao')`); // a project's first run would wait
    await retain(server);
    expect([await stored(first.key), await stored(one.key), await shown()]).toEqual([false, false, NONE]);
    expect(await retain(server)).toMatchObject({ documentos: 0 });

    // Asked for again after its time: a new one is not taken for the one that is gone.
    await decide(one.id, 'falta-documento');
    const again = await upload();
    expect(await send(one.codigo, again.endereco)).toMatchObject({ body: { recebido: true } });
    await cleanUp(again.key);
    expect(await stored(again.key)).toBe(true);
    expect(await shown()).toEqual({ ...WITH, firstErased: ERASED, own: 1, until: false });
    await approvedLongAgo();
    expect(await retain(server)).toMatchObject({ documentos: 1 });
    expect(await shown()).toEqual(NONE);
  });
});
