import { beforeEach, describe, expect, test } from 'vitest';
import { agedEnrolments } from '../../tests/support/aged-enrolments.ts';
import { auditEntries, decidedAgo, get, rpc } from '../../tests/support/desk.ts';
import { objectUrl } from '../../tests/support/documents.ts';
import { bornYearsAgo, ROW } from '../../tests/support/people.ts';
import { engines, forTests, serverForTests, waiting } from '../../tests/support/server.ts';
import { signedIn } from '../../tests/support/sign-in.ts';
import { type Batch, retain } from './retention.ts';

// Runs, one after the other and side by side: retention-runs.test.ts. What only asks whether an enrolment
// goes has the statement of a run that erases (`erase`), without the rewriting of the tables, which costs.
describe.each(engines)('expired data on $name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  const { rows: sql } = server;
  beforeEach(async () => {
    await sql('delete from public.inscricoes_projeto');
    await sql('delete from private.apagamentos'); // a run counts the files of these
  });

  const { row, rows, stored } = agedEnrolments(() => server);
  const erase = () => server.row<Batch>('select * from private.apagar_vencidas(100)');
  const configure = (setting: string) => sql(`update private.configuracao set ${setting}`);
  /** When these are erased, and by which rule, as the desk is told. */
  const times = async (...inscricoes: string[]): Promise<{ enrolment: string; rule: string }[]> =>
    (await rpc(server, admin.token, 'dias_de_guarda', { inscricoes })).body;
  const CAME = 'o responsável veio';
  const UNINFORMED = 'leu a primeira declaração';
  const OF_AGE = 'fez 18 anos depois';
  const ALONE = { nome_responsavel: null, telefone_responsavel: ' ' };

  // All kinds in one run: each rewrites the tables.
  test('each kind is erased when its time is over, not an hour before', async () => {
    const KINDS: [who: string, situation: string | null, over: string, before: string, object, boolean][] = [
      ['not approved', 'nao-aprovada', '6 months', '6 months -1 hour', {}, false],
      ['gave up before taking part', 'desistiu', '6 months', '6 months -1 hour', {}, false],
      ['waiting', 'lista-de-espera', '12 months', '12 months -1 hour', {}, false],
      ['took part and left', 'desistiu', '12 months', '12 months -1 hour', {}, true],
      ['what nobody has decided', null, '24 months', '24 months -1 hour', {}, false],
      ['what is being looked at', 'em-analise', '24 months', '24 months -1 hour', {}, false],
      ['what lacks a paper', 'falta-documento', '24 months', '24 months -1 hour', {}, false],
      ['a minor without a guardian’s telephone', null, '31 days', '30 days', ALONE, false],
      ['the same while somebody asks for a paper', 'falta-documento', '31 days', '30 days', ALONE, false],
    ];
    const [expired, stays] = [new Map<string, string>(), new Map<string, string>()];
    for (const [who, situation, over, before, answers, took] of KINDS) {
      expired.set(who, (await row(situation, over, answers, took)).key);
      stays.set((await row(situation, before, answers, took)).id, who);
    }
    const erased = await retain(server);
    expect(erased.inscricoes).toBe(KINDS.length);
    expect((await rows()).map((id) => stays.get(id)).sort()).toEqual([...stays.values()].sort());
    for (const [who, key] of expired) expect([who, await stored(key)]).toEqual([who, false]);
    expect((await auditEntries(server)).at(-1)?.detalhes).toEqual({
      inscricoes: KINDS.length,
      documentos: erased.documentos,
      envios: erased.envios,
    });
  });

  test('who takes part, was told of no such rule, is no minor or came with a guardian stays', async () => {
    const KINDS: [who: string, situation: string | null, ago: string, object][] = [
      ['somebody who takes part, for ten years and more', 'aprovada', '11 years', ALONE],
      [
        'a minor whose family was told of no such rule',
        null,
        '23 months',
        { ...ALONE, objetivos: UNINFORMED },
      ],
      ['an adult without a guardian', null, '23 months', { ...ALONE, data_nascimento: '1990-01-01' }],
      [
        'who has come of age since',
        null,
        '23 months',
        { ...ALONE, data_nascimento: bornYearsAgo(18), escola: OF_AGE },
      ],
      ['a minor whose guardian came in person', null, '23 months', { ...ALONE, motivacao: CAME }],
      [
        'the same while somebody asks for a paper',
        'falta-documento',
        '23 months',
        { ...ALONE, motivacao: CAME },
      ],
    ];
    const stays = new Map<string, string>();
    for (const [who, situation, ago, answers] of KINDS)
      stays.set((await row(situation, ago, answers)).id, who);
    const ids = [...stays.keys()];
    await sql(
      `update private.acompanhamentos set responsavel_confirmou = true where inscricao_id = any ($1)
         and (select motivacao from public.inscricoes_projeto where id = inscricao_id) = $2`,
      ...[ids, CAME],
    );
    await sql(
      `update private.consentimentos set versao_texto = '1' where inscricao_id = any ($1)
         and (select objetivos from public.inscricoes_projeto where id = inscricao_id) = $2`,
      ...[ids, UNINFORMED],
    );
    await sql(`update public.inscricoes_projeto set idade = 17 where escola = $1`, OF_AGE);
    expect((await erase())?.inscricoes).toBe(0);
    expect((await rows()).map((id) => stays.get(id)).sort()).toEqual([...stays.values()].sort());
  });

  test('who comes of age before the last day for the guardian’s telephone is promised no erasing for it', async () => {
    const inFiveDays = await row(null, '0 days', { ...ALONE, data_nascimento: bornYearsAgo(18, -5) });
    const inFifty = await row(null, '0 days', { ...ALONE, data_nascimento: bornYearsAgo(18, -50) });
    const [onThatDay, after] = [await row(null, '0 days', ALONE), await row(null, '0 days', ALONE)];
    for (const [{ id }, late] of [
      [onThatDay, 0],
      [after, 1],
    ] as const)
      await sql(
        `update public.inscricoes_projeto set data_nascimento =
           ((created_at at time zone 'America/Sao_Paulo')::date + 31 - interval '18 years')::date + $2::integer where id = $1`,
        ...[id, late],
      );
    const people = [inFiveDays, onThatDay, after, inFifty];
    const dates = await times(...people.map(({ id }) => id));
    const rules = new Map(dates.map(({ enrolment, rule }) => [enrolment, rule]));
    expect(people.map(({ id }) => rules.get(id))).toEqual([
      ...['sem_decisao', 'sem_decisao'],
      ...['sem_responsavel', 'sem_responsavel'],
    ]);
    const between = await row(null, '10 days', { ...ALONE, data_nascimento: bornYearsAgo(18, -25) });
    const none = { rule: 'sem_responsavel', guardianUntil: null }; // once a message is prepared it stays
    expect(await times(between.id)).toMatchObject([none]);
  });

  test.each<[string, string, string, object]>([
    ['the month of a minor without contact', '31 days', '30 days', ALONE],
    ['the two years of what nobody decides', '24 months', '24 months -1 hour', {}],
  ])('an action of the desk restarts %s', async (_what, term, before, answers) => {
    const [erased, stays] = [await row(null, '11 years', answers), await row(null, '11 years', answers)];
    for (const [{ id }, ago] of [
      [erased, term],
      [stays, before],
    ] as const)
      await sql(
        `insert into private.historico (inscricao_id, acao, de, para, quando)
         values ($1, 'mensagem', 'contato', 'pessoa', now() - interval '10 years'), ($1, 'mensagem', 'contato', 'pessoa', now() - $2::interval)`,
        ...[id, ago],
      );
    expect((await erase())?.inscricoes).toBe(1);
    expect(await rows()).toEqual([stays.id]);
  });

  test('a minor without a guardian’s telephone stays as long as the others where that rule is off', async () => {
    await configure('guardar_sem_responsavel_dias = null');
    const { id } = await row(null, '23 months', ALONE); // promised so: promised-periods.test.ts
    expect([await times(id), (await erase())?.inscricoes]).toMatchObject([[{ rule: 'sem_decisao' }], 0]);
    await configure('guardar_sem_responsavel_dias = default');
    expect((await erase())?.inscricoes).toBe(1);
  });

  test('90 days after the decision the document is erased, the enrolment stays and shows it', async () => {
    const over = await row('aprovada', '90 days');
    const soon = await row('aprovada', '89 days 23 hours');
    for (const situation of ['lista-de-espera', 'nao-aprovada', 'desistiu']) await row(situation, '90 days');
    expect(await retain(server)).toEqual({ inscricoes: 0, documentos: 4, envios: 4 });
    const entry = { acao: 'apagou_documento_pelo_prazo', inscricao: over.id };
    expect(await auditEntries(server)).toContainEqual(expect.objectContaining(entry));
    expect([await stored(over.key), await stored(soon.key)]).toEqual([false, true]);
    expect(await times(over.id, soon.id)).toEqual([]);
    const { documentErasedAt } = (await rpc(server, admin.token, 'ficha', { inscricao: over.id })).body;
    expect(documentErasedAt).toEqual(expect.any(String));
    const opened = await get(server, admin.token, objectUrl(over.key, 'sign/'), { body: { expiresIn: 60 } });
    expect(await opened.json()).toMatchObject({ code: 'NoSuchKey' });
    expect(await retain(server)).toEqual({ inscricoes: 0, documentos: 0, envios: 0 });
  });

  test('an empty setting never expires, and a changed one applies at once', async () => {
    await configure('guardar_nao_aprovada_meses = null, guardar_documento_dias = null');
    const { id } = await row('nao-aprovada', '8 months');
    expect(await retain(server)).toEqual({ inscricoes: 0, documentos: 0, envios: 0 });
    await configure('guardar_nao_aprovada_meses = 9');
    expect((await erase())?.inscricoes).toBe(0);
    expect(await times(id)).toMatchObject([
      { rule: 'nao_aprovada', eraseOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ]);
    await configure('guardar_nao_aprovada_meses = 6, guardar_documento_dias = 90');
    expect((await erase())?.inscricoes).toBe(1);
    await expect(configure('guardar_espera_meses = 0')).rejects.toMatchObject({ code: '23514' });
  });

  test('what is left holds no answer: only ids, the protocol, why and when', async () => {
    const nome_completo = 'Pessoa Apagada pelo Prazo';
    const { id, protocolo } = await row('nao-aprovada', '7 months', { nome_completo });
    await retain(server);
    expect(server.lines.join('')).toContain('retention'); // the log tells of the run, and not of whom
    expect(server.lines.join('')).not.toContain(nome_completo);
    const left = await sql('select * from private.apagamentos where inscricao_id = $1', id);
    expect(left).toEqual([
      {
        inscricao_id: id,
        o_que: 'inscricao',
        envio: expect.any(String),
        protocolo,
        motivo: 'nao_aprovada',
        apagado_em: expect.any(Date),
      },
    ]);
    for (const answer of [nome_completo, ROW.nome_completo, ROW.cpf, ROW.email])
      expect(JSON.stringify(left)).not.toContain(answer);
    expect(
      (await auditEntries(server)).find((line) => line.inscricao === id && line.acao === 'apagou_pelo_prazo'),
    ).toMatchObject({
      protocolo,
      detalhes: { motivo: 'nao_aprovada' },
    });
  });

  test('an enrolment that is decided at that moment is not erased', async () => {
    const { id } = await row('nao-aprovada', '7 months');
    await server.database.asOwner(async (tx) => {
      await tx.query('select from public.inscricoes_projeto where id = $1 for update', [id]);
      expect(await erase()).toMatchObject({ inscricoes: 0, documentos: 0 }); // steps over what is locked
      await tx.query(
        `update private.acompanhamentos set situacao = 'aprovada', decidida_em = now() where inscricao_id = $1`,
        [id],
      );
    });
    expect((await erase())?.inscricoes).toBe(0);
    expect(await rows()).toEqual([id]);
  });

  test.each<[string, string, string, string]>([
    ['an enrolment', 'nao-aprovada', '7 months', 'aprovada'],
    ['a document', 'aprovada', '91 days', 'em-analise'],
  ])('nor %s whose decision is half written', async (_what, before, ago, after) => {
    const { id } = await row('aprovada', '2 days');
    await retain(server); // nothing to purge below
    await decidedAgo(server, id, before, ago);
    const seen = await rpc(server, admin.token, 'ficha', { inscricao: id });
    let decided: ReturnType<typeof rpc> | undefined;
    let ran: ReturnType<typeof retain> | undefined;
    await server.database.asOwner(async (tx) => {
      await tx.query('lock table private.historico in exclusive mode');
      const decision = { inscricao: id, versao: seen.body.version, situacao: after, motivo: null };
      decided = rpc(server, admin.token, 'decidir_situacao', decision);
      const known = () => waiting(server, 'private.historico');
      await expect.poll(known).toBe(1);
      ran = retain(server);
      await Promise.race([ran, expect.poll(known).toBe(2)]).catch(() => {});
    });
    expect((await decided)?.body).toMatchObject({ situation: after, applied: true });
    expect(await ran).toEqual({ inscricoes: 0, documentos: 0, envios: 0 });
    expect(await rows()).toEqual([id]);
  });

  test('that a document is erased is known as long as its enrolment is there', async () => {
    const stays = await row('aprovada', '91 days');
    const erased = await row('nao-aprovada', '7 months');
    await retain(server);
    await sql(
      `update private.apagamentos set apagado_em = now() - interval '25 months' where inscricao_id = any ($1)`,
      [stays.id, erased.id],
    );
    expect(await retain(server)).toEqual({ inscricoes: 0, documentos: 0, envios: 0 });
    expect(
      await sql('select inscricao_id, o_que from private.apagamentos where inscricao_id = any ($1)', [
        stays.id,
        erased.id,
      ]),
    ).toEqual([{ inscricao_id: stays.id, o_que: 'documento' }]);
  });

  test('when the enrolments cannot be read, no document counts as unclaimed', async () => {
    const { key } = await row(null, '2 days');
    await sql(`update storage.objects set created_at = now() - interval '2 days'`);
    await expect(
      server.database.asOwner(async (tx) => {
        for (const statement of [
          'create role cego',
          'grant cego to current_user',
          'grant usage on schema private, public, storage to cego',
          'grant create on schema private to cego',
          'grant select on all tables in schema private to cego',
          'grant select on public.inscricoes_projeto, storage.objects to cego',
          'grant execute on all functions in schema private to cego',
          'create policy cego on storage.objects for select to cego using (true)',
          'alter function private.documento_em_uso(text) owner to cego',
          'alter function private.documentos_a_remover(integer) owner to cego',
        ])
          await tx.query(statement);
        const { rows: found } = await tx.query(
          'select private.documento_em_uso($1) as claimed, array(select private.documentos_a_remover(24)) as unclaimed',
          [key],
        );
        throw found[0]; // and everything is as before
      }),
    ).rejects.toEqual({ claimed: true, unclaimed: [] });
  });
});
