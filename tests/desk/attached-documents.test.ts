import { describe, expect, test } from 'vitest';
import { retain } from '../../server/retention/retention.ts';
import { removeUnclaimed } from '../../server/storage/leftovers.ts';
import { auditEntries, emptyBin, enrolled, get, rpc, uploaded } from '../support/desk.ts';
import { codeOf, newKey, objectUrl, pdf } from '../support/documents.ts';
import { insertOf, ROW } from '../support/people.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** What the desk attaches: a paper of the counter, a photo of WhatsApp. Decision 144. */
describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const person = forTests(() => signedIn(server, { administrator: true, role: 'secretaria' }));

  const { rows: ask } = server;
  const addressOf = (key: string) => `https://x.test${objectUrl(key, 'public/')}`;
  const upload = async () => addressOf(await uploaded(server));
  const attach = (inscricao: string, endereco: string, token = person.token) =>
    rpc(server, token, 'juntar_documento', { inscricao, endereco });
  const decide = async (inscricao: string, situacao: string) => {
    const { version: versao } = (await rpc(server, person.token, 'ficha', { inscricao })).body;
    const asked = { inscricao, versao, situacao, motivo: 'O NIS não aparece.' };
    return (await rpc(server, person.token, 'decidir_situacao', asked)).body;
  };
  const send = async (one: { key: string }, endereco: string) =>
    (await rpc(server, server.keys.anonKey, 'enviar_outro_documento', { codigo: codeOf(one.key), endereco }))
      .body;

  test('the desk uploads as itself, and what it attaches stands as a further document with who and when', async () => {
    const one = await enrolled(server);
    const key = newKey('papel.pdf');
    const sent = await get(server, person.token, objectUrl(key), {
      method: 'POST',
      headers: { 'Content-Type': 'application/pdf' },
      body: pdf() as never,
    });
    expect(sent.status).toBe(200);
    const { status, body } = await attach(one.id, addressOf(key));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ situation: 'nova', version: 1, hasNewDocument: false },
      laterDocuments: [
        {
          address: addressOf(key),
          fromDesk: true,
          attachedBy: person.email,
          receivedAt: expect.any(String),
          activeContent: [],
        },
      ],
      history: [{ action: 'documento-anexado', by: person.email, from: null, to: null }],
    });
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      acao: 'mudou',
      quem: person.userId,
      inscricao: one.id,
      detalhes: { que: 'documento-anexado' },
    });
    const { body: found } = await rpc(server, person.token, 'lista_de_inscricoes', {
      filtro: { busca: one.protocolo },
    });
    expect(found.rows).toMatchObject([{ newestDocument: addressOf(key), hasNewDocument: false }]);
    expect((await attach(one.id, addressOf(key))).body).toMatchObject({
      laterDocuments: [{}],
      history: [{}],
    }); // sent again
    expect((await get(server, person.token, objectUrl(key, 'authenticated/'))).status).toBe(200);
  });

  test('who came without a document has one, and still has it after a correction', async () => {
    await server.database.query(...insertOf({ ...ROW, nome_completo: 'Sem Documento' }));
    const [one] = await ask<{ id: string }>(
      `select id from public.inscricoes_projeto where nome_completo = 'Sem Documento'`,
    );
    const without = async () =>
      (await rpc(server, person.token, 'contagem_de_inscricoes', { filtro: { documento: 'sem' } })).body
        .total;
    expect(await without()).toBe(1);
    const inscricao = one?.id ?? '';
    const { version: versao } = (await attach(inscricao, await upload())).body;
    expect(await without()).toBe(0);
    await rpc(server, person.token, 'corrigir_respostas', {
      inscricao,
      versao,
      mudancas: { cpf: '1' },
      motivo: 'digitado-errado',
    });
    expect(await without()).toBe(0);
  });

  test('the family’s three are its own', async () => {
    const one = await enrolled(server);
    for (let at = 0; at < 4; at += 1) expect((await attach(one.id, await upload())).status).toBe(200);
    for (let at = 0; at < 3; at += 1) {
      await decide(one.id, 'falta-documento');
      expect(await send(one, await upload())).toMatchObject({ recebido: true });
    }
    await decide(one.id, 'falta-documento');
    expect(await send(one, await upload())).toMatchObject({ recebido: false, podeEnviarDocumento: false });
    const { body } = await attach(one.id, await upload());
    expect(body.laterDocuments.map(({ fromDesk }: { fromDesk: boolean }) => fromDesk)).toEqual([
      ...[true, false, false, false, true, true, true, true],
    ]);
  });

  test('what was missing is there: it is to be looked at, and that can be taken back', async () => {
    const one = await enrolled(server);
    await decide(one.id, 'falta-documento');
    const { body } = await attach(one.id, await upload());
    expect(body).toMatchObject({
      ...{ situation: 'em-analise', reason: null, version: 3, toNotify: false, hasNewDocument: false },
      history: [
        { action: 'situacao', from: 'falta-documento', to: 'em-analise', by: person.email },
        { action: 'documento-anexado' },
        { action: 'situacao', to: 'falta-documento' },
      ],
    });
    const family = await rpc(server, server.keys.anonKey, 'situacao_da_inscricao', {
      codigo: codeOf(one.key),
    });
    expect(family.body).toMatchObject({ situacao: 'em-analise', podeEnviarDocumento: false });
    const { body: undone } = await rpc(server, person.token, 'voltar_decisao', {
      inscricao: one.id,
      versao: 3,
    });
    expect(undone).toMatchObject({
      situation: 'falta-documento',
      reason: 'O NIS não aparece.',
      laterDocuments: [{}],
    });
    for (const situacao of ['aprovada', 'desistiu']) {
      await decide(one.id, situacao);
      expect((await attach(one.id, await upload())).body).toMatchObject({ situation: situacao });
    }
  });

  test('what is nobody’s, somebody else’s, too many or too late is refused in a sentence', async () => {
    const [one, other] = [await enrolled(server), await enrolled(server)];
    const refused = async (endereco: string, status: number, message: string) =>
      expect(await attach(one.id, endereco)).toMatchObject({ status, body: { message } });
    await refused(addressOf(newKey()), 409, 'O documento não foi encontrado. Envie de novo.');
    for (const odd of ['', 'javascript:alert(1)', addressOf('public/../x.pdf')])
      await refused(odd, 409, 'O documento não foi encontrado. Envie de novo.');
    await refused(addressOf(other.key), 400, 'Este documento é de outra inscrição.');
    await refused(addressOf(one.key), 400, 'Este documento é de outra inscrição.');
    await ask(
      `insert into private.documentos_novos (envio, inscricao_id, endereco, anexado_por)
       select u, $1, 'https://x.test/storage/v1/object/public/cadastro_unico_uploads/public/' || u || '_a.pdf', $2
       from (select gen_random_uuid() as u from generate_series(1, 20) offset 0) as t`,
      one.id,
      person.userId,
    );
    await refused(await upload(), 400, 'Esta inscrição já tem vinte documentos anexados.');
    await decide(other.id, 'aprovada');
    await ask(
      `update private.acompanhamentos set decidida_em = now() - interval '91 days' where inscricao_id = $1`,
      other.id,
    );
    expect(await attach(other.id, await upload())).toMatchObject({
      status: 400,
      body: {
        message: 'O prazo de guardar documentos desta inscrição já passou: a limpeza apagaria este também.',
      },
    });
    const professor = await signedIn(server, { administrator: true, role: 'professor' });
    expect((await attach(one.id, await upload(), professor.token)).status).toBe(403);
  });

  test('it goes to the byte: with the enrolment, and with the documents whose time is over', async () => {
    const [erased, approved] = [await enrolled(server), await enrolled(server)];
    const keys: string[] = [];
    for (const { id } of [erased, approved]) {
      const key = await uploaded(server);
      keys.push(key);
      await attach(id, addressOf(key));
    }
    const there = async () =>
      (await ask<{ name: string }>('select name from storage.objects where name = any ($1)', keys)).map(
        ({ name }) => name,
      );
    await ask(
      `update storage.objects set created_at = now() - interval '30 days' where name = any ($1)`,
      keys,
    );
    await removeUnclaimed(server);
    expect((await there()).sort()).toEqual([...keys].sort());
    await rpc(server, person.token, 'apagar_inscricao', {
      inscricao: erased.id,
      confirmacao: erased.protocolo,
      motivo: 'pedido_da_familia',
    });
    await removeUnclaimed(server);
    expect((await there()).sort()).toEqual([...keys].sort());
    await emptyBin(server);
    expect(
      await ask(
        `select motivo from private.apagamentos where envio = private.envio_do_documento($1)`,
        keys[0],
      ),
    ).toEqual([{ motivo: 'pedido_da_familia' }]);
    await decide(approved.id, 'aprovada');
    await ask(
      `update private.acompanhamentos set decidida_em = now() - interval '91 days' where inscricao_id = $1`,
      approved.id,
    );
    await ask(`select private.anotar('retencao')`); // a project's first run would wait
    if (engine.hosted) return;
    await retain(server);
    expect(await there()).toEqual([]);
  });
});
