import type { PostgrestClient } from '@supabase/postgrest-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { retain } from '../../server/retention/retention.ts';
import { removeUnclaimed } from '../../server/storage/leftovers.ts';
import {
  addClass,
  auditEntries,
  emptyBin,
  enrolled,
  get,
  restClient,
  rpc,
  uploaded,
} from '../support/desk.ts';
import { codeOf, enrol, newKey, objectUrl } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** Another document by the personal link: who may send it, when, and what becomes of it. */
describe.each(engines)('$name', (engine) => {
  let family: PostgrestClient;
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeAll(async () => {
    family = restClient(server);
  });

  const { rows: ask } = server;
  const decide = async (inscricao: string, situacao: string) => {
    const { body: now } = await rpc(server, admin.token, 'ficha', { inscricao });
    const turma = situacao === 'lista-de-espera' ? await addClass(server, 'Com Fila') : null;
    const asked = { inscricao, versao: now.versao, situacao, motivo: 'O NIS não aparece.', turma };
    return (await rpc(server, admin.token, 'decidir_situacao', asked)).body;
  };
  const upload = async () => {
    const key = await uploaded(server);
    return { key, endereco: `https://x.test${objectUrl(key, 'public/')}` };
  };
  const send = (codigo: string, endereco: string) =>
    family.rpc('enviar_outro_documento', { codigo, endereco });
  /** An enrolment whose document the desk asked for again. */
  const missing = async () => {
    const one = await enrolled(server);
    await decide(one.id, 'falta-documento');
    return { ...one, codigo: codeOf(one.key) };
  };
  /** A signed link, as 'Doc' asks for one. */
  const signedLink = async (name: string) => {
    const signed = await get(server, admin.token, objectUrl(name, 'sign/'), {
      method: 'POST',
      body: JSON.stringify({ expiresIn: 60 }),
      headers: { 'content-type': 'application/json' },
    });
    return `/storage/v1${(await signed.json()).signedURL}`;
  };
  const objectsThere = async (...keys: string[]) =>
    (await ask<{ name: string }>('select name from storage.objects where name = any ($1)', keys)).map(
      ({ name }) => name,
    );

  test('while a document is missing another is bound, once for each upload, and the desk sees it', async () => {
    const one = await missing();
    const { endereco, key } = await upload();
    expect(await family.rpc('situacao_da_inscricao', { codigo: one.codigo })).toMatchObject({
      data: { podeEnviarDocumento: true },
    });
    for (let at = 0; at < 3; at += 1)
      expect(await send(one.codigo, endereco)).toMatchObject({
        status: 200,
        data: { recebido: true, situacao: 'em-analise', podeEnviarDocumento: false },
      });
    const { body: now } = await rpc(server, admin.token, 'ficha', { inscricao: one.id });
    expect(now).toMatchObject({
      situacao: 'em-analise',
      motivo: null,
      versao: 3,
      aAvisar: false,
      documentoNovo: true,
      documentosNovos: [{ endereco }],
      historico: [
        { acao: 'situacao', de: 'falta-documento', para: 'em-analise', quem: null },
        { acao: 'documento-novo', quem: null },
        { acao: 'situacao', para: 'falta-documento' },
      ],
    });
    const { body: list } = await rpc(server, admin.token, 'lista_de_inscricoes', { filtro: {} });
    expect(list.linhas.find(({ id }: { id: string }) => id === one.id)).toMatchObject({
      documentoNovo: true,
      ultimoDocumento: endereco,
    });
    expect(
      (await auditEntries(server)).filter(({ inscricao, quem }) => inscricao === one.id && quem === null),
    ).toMatchObject([
      { acao: 'mudou', detalhes: { que: 'documento-novo' } },
      { acao: 'mudou', detalhes: { que: 'situacao', para: 'em-analise' } },
    ]);
    expect(await decide(one.id, 'aprovada')).toMatchObject({
      documentoNovo: false,
      documentosNovos: [{ endereco }],
    });

    // The desk opens it as it opens the first, with the enrolment, and which of its documents, in the audit log.
    const open = async (name: string) => {
      const opened = await get(server, admin.token, objectUrl(name, 'authenticated/'));
      expect(opened.status).toBe(200);
      return (await auditEntries(server)).at(-1);
    };
    if (engine.hosted) return void (await open(key)); // its storage notes nothing
    expect(await open(key)).toMatchObject({
      acao: 'abriu_documento',
      inscricao: one.id,
      detalhes: { documento: 2 },
    });
    expect(await open(one.key)).toMatchObject({ inscricao: one.id, detalhes: { documento: 1 } });
    const alone = await enrolled(server);
    expect(await open(alone.key)).toMatchObject({ inscricao: alone.id, detalhes: {} });
  });

  test('of several the list names the newest, the audit log tells which was opened, and each has its own warning', async () => {
    const one = await missing();
    const sent: string[] = [];
    for (const active of [[], ['script']]) {
      const { endereco, key } = await upload();
      await ask(
        `update storage.objects set metadata = metadata || jsonb_build_object('conteudoAtivo', $2::jsonb) where name = $1`,
        key,
        JSON.stringify(active),
      );
      expect(await send(one.codigo, endereco)).toMatchObject({ data: { recebido: true } });
      await decide(one.id, 'falta-documento');
      sent.push(endereco);
    }
    const [second, third] = sent;
    const { body: list } = await rpc(server, admin.token, 'lista_de_inscricoes', {
      filtro: { busca: one.protocolo },
    });
    expect(list.linhas).toMatchObject([{ id: one.id, ultimoDocumento: third }]);
    const { body: now } = await rpc(server, admin.token, 'ficha', { inscricao: one.id });
    expect(now).toMatchObject({
      conteudoAtivo: [],
      documentosNovos: [
        { endereco: third, conteudoAtivo: ['script'] },
        { endereco: second, conteudoAtivo: [] },
      ],
    });
    if (engine.hosted) return;
    for (const [at, endereco] of [second, third].entries()) {
      const name = endereco?.split('/cadastro_unico_uploads/')[1] ?? '';
      const link = await signedLink(name);
      expect((await auditEntries(server)).at(-1)).toMatchObject({ detalhes: { documento: at + 2 } });
      expect((await server.app.request(link)).status).toBe(200);
      expect((await auditEntries(server)).at(-1)?.detalhes).toMatchObject({ documento: at + 2 });
    }
  });

  test('in any other situation nothing is taken, and the family hears the situation', async () => {
    const one = await missing();
    const { endereco } = await upload();
    for (const situacao of [
      'nova',
      'em-analise',
      'aprovada',
      'lista-de-espera',
      'nao-aprovada',
      'desistiu',
    ]) {
      await decide(one.id, situacao);
      expect(await send(one.codigo, endereco)).toMatchObject({
        status: 200,
        data: { recebido: false, situacao },
      });
    }
    expect(await ask('select from private.documentos_novos where inscricao_id = $1', one.id)).toEqual([]);
  });

  test('a decision that is taken back leaves the document as new as it was', async () => {
    const one = await missing();
    await send(one.codigo, (await upload()).endereco);
    expect(await decide(one.id, 'aprovada')).toMatchObject({ documentoNovo: false, versao: 4 });
    const undone = await rpc(server, admin.token, 'voltar_decisao', { inscricao: one.id, versao: 4 });
    expect(undone.body).toMatchObject({ aplicada: true, situacao: 'em-analise', documentoNovo: true });
  });

  test('at most three are taken', async () => {
    const one = await missing();
    for (const recebido of [true, true, true, false]) {
      expect(await send(one.codigo, (await upload()).endereco)).toMatchObject({ data: { recebido } });
      if (recebido) await decide(one.id, 'falta-documento');
    }
    expect(await family.rpc('situacao_da_inscricao', { codigo: one.codigo })).toMatchObject({
      data: { situacao: 'falta-documento', podeEnviarDocumento: false },
    });
  });

  test('a document that is not there, of another enrolment, or no address is refused, and nothing changes', async () => {
    const [one, other] = [await missing(), await missing()];
    const { endereco } = await upload();
    expect(await send(other.codigo, endereco)).toMatchObject({ data: { recebido: true } });
    for (const [address, status, code] of [
      [`https://x.test${objectUrl(newKey(), 'public/')}`, 409, '23503'],
      [`https://x.test${objectUrl(one.key, 'public/')}`, 400, '23514'],
      [endereco, 400, '23514'],
      ['https://x.test/nada.pdf', 409, '23503'],
      [null, 409, '23503'],
    ] as const)
      expect(await send(one.codigo, address as string)).toMatchObject({ status, error: { code } });
    expect(await send('0123456789abcdef0123', endereco)).toMatchObject({ status: 200, data: null });
    expect(await family.rpc('situacao_da_inscricao', { codigo: one.codigo })).toMatchObject({
      data: { situacao: 'falta-documento', podeEnviarDocumento: true },
    });
  });

  test('one that an enrolment has is no other enrolment’s first document, also at the same moment', async () => {
    const one = await missing();
    const { endereco, key } = await upload();
    expect(await send(one.codigo, endereco)).toMatchObject({ data: { recebido: true } });
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
      expect([sent.data?.recebido === true, first].filter(Boolean)).toHaveLength(1);
    }
  });

  test('a document and a colleague’s decision at once: one comes first, and neither undoes the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await missing();
      const { endereco } = await upload();
      const asked = { inscricao: one.id, versao: 2, situacao: 'nao-aprovada', motivo: 'teste' };
      const [sent, decided] = await Promise.all([
        send(one.codigo, endereco),
        rpc(server, admin.token, 'decidir_situacao', asked),
      ]);
      const { body: now } = await rpc(server, admin.token, 'ficha', { inscricao: one.id });
      expect([sent.data.recebido, decided.body.aplicada].filter(Boolean)).toHaveLength(1);
      expect(now).toMatchObject({
        versao: 3,
        situacao: sent.data.recebido ? 'em-analise' : 'nao-aprovada',
        documentosNovos: sent.data.recebido ? [{ endereco }] : [],
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
      const loose: string[] = [];
      while (loose.length < 30) loose.push((await upload()).key); // fewer are no flood
      expect(await send(one.codigo, bound.endereco)).toMatchObject({ data: { recebido: true } });
      const [flood] = await ask<{ origem: string; hora: string; objetos: string[] }>(
        `select encode(e.origem, 'hex') as origem, e.hora::text, array_agg(o.name) as objetos
       from private.envios_recentes e join storage.objects o on o.id = e.objeto group by 1, 2`,
      );
      expect(flood?.objetos.sort()).toEqual([...loose].sort());
      const { origem, hora } = flood as { origem: string; hora: string };
      const { body } = await rpc(server, admin.token, 'recolher_enxurrada', {
        origem,
        hora,
        confirmacao: 'APAGAR',
      });
      expect(body).toMatchObject({ inscricoes: 0, documentos: 30 });
      await removeUnclaimed(server);
      expect(await objectsThere(bound.key, ...loose)).toEqual([bound.key]);
    },
  );

  test('the clean-up leaves it alone, and it goes when its time is over, or seven days after its enrolment was erased by hand', async () => {
    const [staying, erased, expired] = [await missing(), await missing(), await missing()];
    const keys: string[] = [];
    for (const { codigo } of [staying, erased, expired]) {
      const { endereco, key } = await upload();
      expect(await send(codigo, endereco)).toMatchObject({ data: { recebido: true } });
      keys.push(key);
    }
    const [stays = '', goes = '', ends = ''] = keys;
    await ask(
      `update storage.objects set created_at = now() - interval '3 days' where name = any ($1)`,
      keys,
    );
    await removeUnclaimed(server);
    expect((await objectsThere(...keys)).sort()).toEqual([...keys].sort());

    await rpc(server, admin.token, 'apagar_inscricao', {
      inscricao: erased.id,
      confirmacao: erased.protocolo,
      motivo: 'pedido_da_familia',
    });
    await ask(
      `update private.acompanhamentos set situacao = 'aprovada', decidida_em = now() - interval '91 days' where inscricao_id = $1`,
      expired.id,
    );
    /** What the desk, its filter and the family are told of the document. */
    const shown = async ({ id, protocolo, codigo }: typeof expired) => {
      const found = async (filtro: object) =>
        (await rpc(server, admin.token, 'lista_de_inscricoes', { filtro: { busca: protocolo, ...filtro } }))
          .body.linhas;
      const [[line], withOne, without] = await Promise.all([
        found({}),
        found({ documento: 'com' }),
        found({ documento: 'sem' }),
      ]);
      const { body: sheet } = await rpc(server, admin.token, 'ficha', { inscricao: id });
      const { body: own } = await rpc(server, server.keys.anonKey, 'meus_dados', { codigo, cpf: ROW.cpf });
      const moments = [line.documentoApagadoEm, sheet.documentoApagadoEm, own.dados.documentoApagadoEm];
      return {
        filtered: `${withOne.length} with, ${without.length} without`,
        later: line.ultimoDocumento !== null,
        erased: moments.map((moment) => typeof moment),
        own: own.dados.documentos.length,
        until: typeof own.dados.guarda?.documentoEm,
      };
    };
    const NEVER = { erased: ['object', 'object', 'object'] };
    expect(await shown(expired)).toEqual({
      ...{ filtered: '1 with, 0 without', later: true, ...NEVER, own: 2, until: 'string' },
    });
    await ask(`select private.anotar('retencao')`); // a project's first run would wait
    await retain(server);
    const ERASED = { erased: ['string', 'string', 'string'] };
    expect(await shown(expired)).toEqual({
      ...{ filtered: '0 with, 1 without', later: false, ...ERASED, own: 0, until: 'object' },
    });
    expect(await retain(server)).toMatchObject({ documentos: 0 });
    expect((await objectsThere(...keys, expired.key)).sort()).toEqual([stays, goes].sort());
    await emptyBin(server);
    await removeUnclaimed(server);
    expect(await objectsThere(...keys, expired.key)).toEqual([stays]);
    const remembered = await ask<{ envio: string }>(
      `select envio::text from private.apagamentos where o_que = 'documento' and inscricao_id = envio`,
    );
    for (const key of [goes, ends])
      expect(remembered).toContainEqual({ envio: key.slice('public/'.length).slice(0, 36) });

    // Asked for again after its time: a new one is not taken for the one that is gone.
    await decide(expired.id, 'falta-documento');
    const again = await upload();
    expect(await send(expired.codigo, again.endereco)).toMatchObject({ data: { recebido: true } });
    await ask(`update storage.objects set created_at = now() - interval '3 days' where name = $1`, again.key);
    await removeUnclaimed(server);
    expect(await objectsThere(again.key)).toEqual([again.key]);
    expect(await shown(expired)).toEqual({
      ...{ filtered: '1 with, 0 without', later: true, ...ERASED, own: 1, until: 'object' },
    });
    await ask(
      `update private.acompanhamentos set situacao = 'aprovada', decidida_em = now() - interval '91 days' where inscricao_id = $1`,
      expired.id,
    );
    expect(
      await ask('select documentos from private.configuracao c, private.vencidas_com(c, now())'),
    ).toEqual([{ documentos: 1 }]);
    expect(await retain(server)).toMatchObject({ documentos: 1 });
    expect(await shown(expired)).toMatchObject({ filtered: '0 with, 1 without', own: 0 });
  });
});
