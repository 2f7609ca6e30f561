import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { LINE_KINDS, type LineKind } from '../../content/dated-lines.ts';
import { runsOutInWords } from '../../domain/desk/dated-lines.ts';
import { addClass, auditEntries, emptyBin, rpc } from '../support/desk.ts';
import { classForTests, day, said, TODAY } from '../support/desk-server.ts';
import { engines, forTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

const REFUSED = { status: 403, body: { code: '42501' } };
const WRONG = said('Confira o que foi escrito e os dias, ou recarregue a página.');

/** Dated lines (decision 205): who notes them, of whom, what a professor reads, and when they go. */
describe.each(engines)('$name', (engine) => {
  const around = classForTests(engine);
  const { server, admin, asked, desk, enrol, decide, state, professor, secretaria, now, pupil, open } =
    around;
  const { rows: sql } = server;
  const colleague = forTests(() => signedIn(server, { administrator: true }));
  const note = (inscricao: string | null, especie: string, more: object = {}, who = secretaria) =>
    asked('marcar', { inscricao, especie, ...more }, who);
  const lineOf = async (id: string, kind: LineKind) =>
    (await state(id)).lines.find((line: { kind: string }) => line.kind === kind);
  const inClass = async (id: string, who = professor, turma = now.turma, com_saude = false) =>
    (await desk('folha_da_turma', { turma, com_saude }, who)).find((one: { id: string }) => one.id === id);
  const stored = () => sql('select inscricao_id, conta, especie, texto from private.marcas');
  afterEach(() => sql(`update private.configuracao set marcas_sem_uso = ''`));

  test('each kind takes what it asks for, and nothing else; the same kind again stands in its place, nothing takes it away', async () => {
    const { id } = await pupil();
    const given = { texto: 'A2', dia: day(3), ate: day(-90) };
    const names = { text: 'texto', choice: 'texto', day: 'dia', until: 'ate' } as const;
    for (const [kind, { asks }] of Object.entries(LINE_KINDS)) {
      const own = asks.map((one) => names[one]);
      const taken = kind === 'antecedentes' ? [] : own;
      const said = asks.includes('choice') ? 'nao' : 'A2';
      for (const name of Object.keys(given) as (keyof typeof given)[]) {
        const one = { [name]: name === 'texto' ? said : given[name] };
        const whole = asks.includes('choice') ? { texto: said, ...one } : one;
        const { status } = await note(id, kind, whole);
        expect([kind, name, status]).toEqual([kind, name, taken.includes(name) ? 200 : 400]);
      }
      if (asks.includes('choice')) expect(await note(id, kind, { texto: 'talvez' })).toMatchObject(WRONG);
    }
    await note(id, 'kimono', { texto: ' A3 ', dia: TODAY });
    expect(await lineOf(id, 'kimono')).toEqual({ kind: 'kimono', text: 'A3', day: TODAY, until: null });
    await note(id, 'kimono', { texto: ' ' });
    expect(await lineOf(id, 'kimono')).toEqual({ kind: 'kimono', text: null, day: null, until: null });
    for (const wrong of [
      { texto: 'x'.repeat(121) },
      { texto: 'a\nb' },
      { dia: day(-1) },
      { dia: '1999-12-31' },
      { dia: 'infinity' },
    ])
      expect([wrong, await note(id, 'faixa', wrong)]).toMatchObject([wrong, WRONG]);
    expect(await note(id, 'escola', { dia: TODAY, ate: day(1) })).toMatchObject(WRONG);
    for (const kind of ['outra', null]) expect(await note(id, kind as string, given)).toMatchObject(WRONG);
  });

  test('secretaria and direção note them, nobody else, and it is recorded by its kind, without what was said', async () => {
    const { id } = await pupil();
    const stranger = await signedIn(server, { administrator: false });
    const before = (await auditEntries(server)).length;
    for (const who of [professor, stranger])
      expect(await note(id, 'busca', { texto: 'Avó' }, who)).toMatchObject(REFUSED);
    const anon = await rpc(server, server.keys.anonKey, 'marcar', { inscricao: id, especie: 'busca' });
    expect(anon.status).toBeGreaterThan(400);
    expect([await stored(), (await auditEntries(server)).length]).toEqual([[], before]);
    for (const who of [secretaria, admin])
      expect((await note(id, 'busca', { texto: 'Avó' }, who)).status).toBe(200);
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      ...{ acao: 'mudou', quem: admin.userId, inscricao: id, detalhes: { que: 'linha' } },
    });
    await note(id, 'imagem', { texto: 'nao' });
    await note(id, 'imagem');
    const { history } = await state(id);
    expect(
      history.slice(0, 3).map(({ action, from, to }: Record<string, string>) => [action, from, to]),
    ).toEqual([
      ['linha', 'imagem', 'nada'],
      ['linha', 'imagem', 'nao'],
      ['linha', 'busca', null],
    ]);
  });

  test('they are of who takes part, or did: what was lent comes back later; never of others, of the bin, or of nobody', async () => {
    const [{ id }, other, binned] = [await pupil(), await enrol(), await pupil()];
    await note(binned.id, 'termo', { dia: TODAY });
    await desk('apagar_inscricao', { inscricao: binned.id, confirmacao: binned.protocolo, motivo: 'teste' });
    await note(id, 'atestado', { ate: day(1) });
    expect((await state(id)).runsOut).toEqual({ kind: 'atestado', until: day(1) });
    await decide(id, 'desistiu', { motivo: null, ultimo_dia: TODAY, porque: 'mudou' });
    const { lines, runsOut } = await state(id);
    const kinds = lines.map(({ kind }: { kind: string }) => kind);
    expect([[...kinds, 'antecedentes'], runsOut]).toEqual([Object.keys(LINE_KINDS), null]);
    expect((await note(id, 'kimono', { texto: 'devolvido' })).status).toBe(200);
    expect(await note(other.id, 'termo', { dia: TODAY })).toMatchObject(WRONG);
    expect((await state(other.id)).lines).toEqual([]);
    const back = await pupil();
    await note(back.id, 'termo', { dia: TODAY });
    await decide(back.id, 'em-analise');
    await sql('update private.acompanhamentos set saiu_em = null where inscricao_id = $1', back.id);
    expect(await note(back.id, 'termo', { dia: day(1) })).toMatchObject(WRONG);
    expect((await note(back.id, 'termo')).status).toBe(200); // nothing takes it away, always
    expect((await stored()).map(({ inscricao_id }) => inscricao_id)).not.toContain(back.id);
    for (const nobody of [binned.id, randomUUID()])
      expect(await note(nobody, 'termo', { dia: TODAY })).toEqual({ status: 200, body: null });
  });

  test('what runs out is told from thirty days before, on list, sheet and class list as the page says it; the soonest of several', async () => {
    const { id } = await pupil();
    for (const ago of [-31, -30, 0, 1, 400]) {
      await note(id, 'cadunico', { ate: day(ago) });
      const found = (await around.listed(id))[0].runsOut;
      expect([ago, found?.until ?? null, (await state(id)).runsOut]).toEqual([
        ago,
        runsOutInWords(day(ago), TODAY) ? day(ago) : null,
        found,
      ]);
      expect((await inClass(id, secretaria, now.turma, true)).runsOut).toEqual(found);
      expect((await inClass(id, secretaria)).runsOut).toBeNull(); // paper, for the professor
    }
    await note(id, 'escola', { ate: day(401) });
    expect((await state(id)).runsOut).toEqual({ kind: 'escola', until: day(401) });
  });

  test('a professor reads in the own classes that no picture is allowed, whom to call, who may fetch, and a certificate that ran out; elsewhere nothing', async () => {
    const { id } = await pupil();
    const none = { noImage: false, lines: null, runsOut: null };
    expect(await inClass(id)).toMatchObject(none);
    await note(id, 'imagem', { texto: 'nao' });
    await note(id, 'busca', { texto: 'Avó Rosa' });
    await note(id, 'emergencia', { texto: 'Tio Ipê, 62 90000-0001' });
    await note(id, 'cadunico', { ate: day(9) });
    await note(id, 'atestado', { ate: TODAY });
    const read = { noImage: true, lines: { busca: 'Avó Rosa', emergencia: 'Tio Ipê, 62 90000-0001' } };
    expect(await inClass(id)).toMatchObject({ ...read, runsOut: null });
    await note(id, 'atestado', { ate: day(1) });
    expect(await inClass(id)).toMatchObject({ ...read, runsOut: { kind: 'atestado', until: day(1) } });
    const other = await addClass(server, randomUUID());
    await decide(id, 'aprovada', { turma: other });
    expect(await asked('folha_da_turma', { turma: other }, professor)).toMatchObject(REFUSED);
    expect(await inClass(id)).toBeUndefined();
    const ofMonth = await desk('folha_da_turma', { turma: now.turma, mes: TODAY }, professor);
    expect(ofMonth.flatMap(Object.keys)).not.toContain('lines'); // who was in it is named alone
  });

  test('a kind that is switched off is neither shown, asked nor told, but that no picture is allowed, and is there again with the switch', async () => {
    const { id } = await pupil();
    await note(id, 'imagem', { texto: 'nao' });
    await note(id, 'atestado', { ate: day(1) });
    const off = (valor: string) => sql(`update private.configuracao set marcas_sem_uso = $1`, valor);
    await off('imagem atestado antecedentes');
    expect(await lineOf(id, 'imagem')).toBeUndefined();
    expect((await state(id)).runsOut).toBeNull();
    expect(await inClass(id)).toMatchObject({ noImage: true, lines: null, runsOut: null }); // no is no
    expect(await note(id, 'imagem', { texto: 'sim' })).toMatchObject(WRONG);
    expect(await desk('certidoes', {})).toEqual([]);
    await off('');
    expect(await inClass(id)).toMatchObject({ noImage: true, runsOut: { kind: 'atestado' } });
  });

  test('the setting takes codes of kinds alone', async () => {
    const refusal = (valor: unknown) =>
      server.value(`select private.recusa_do_ajuste('marcas_sem_uso', $1)`, JSON.stringify(valor));
    for (const good of ['', 'imagem', 'kimono faixa']) expect(await refusal(good)).toBeNull();
    for (const bad of ['x', 'imagem x', ' imagem', ['imagem'], null, 3])
      expect([bad, await refusal(bad)]).toEqual([bad, expect.stringMatching(/^Escolha só destas: escola/)]);
  });

  test('of the team the direção alone notes the day, which counts six months; of who has no account by the name', async () => {
    const of = (account: string | null, list: { account: string | null }[]) =>
      list.find((one) => one.account === account);
    const day1 = '2026-08-31';
    for (const body of [{ conta: colleague.userId }, { texto: 'Rosa' }]) {
      for (const who of [secretaria, professor])
        expect(await note(null, 'antecedentes', { ...body, dia: day1 }, who)).toMatchObject(REFUSED);
      for (const dia of ['2026-02-28', day1]) // the same one is noted again, half a year later
        expect(await note(null, 'antecedentes', { ...body, dia }, admin)).toEqual({
          status: 200,
          body: null,
        });
    }
    for (const wrong of [{}, { texto: ' ' }, { conta: randomUUID() }, { texto: 'Ana', ate: TODAY }])
      expect(await note(null, 'antecedentes', { dia: day1, ...wrong }, admin)).toMatchObject(WRONG);
    for (const body of [{ conta: colleague.userId }, { texto: 'Rosa' }]) {
      const at = Array.from({ length: 8 }, () => note(null, 'antecedentes', { ...body, dia: day1 }, admin));
      expect((await Promise.all(at)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    }
    expect(await note(null, 'termo', { texto: 'Ana', dia: day1 }, admin)).toMatchObject(WRONG);
    const list = await desk('certidoes', {});
    const noted = { kind: 'antecedentes', day: day1, until: '2027-02-28' };
    expect(of(colleague.userId, list)).toMatchObject(noted);
    expect(of(null, list)).toMatchObject({ ...noted, text: 'Rosa' });
    expect(of(admin.userId, list)).toMatchObject({ day: null });
    expect(await asked('certidoes', {}, secretaria)).toMatchObject(REFUSED);
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      acao: 'mudou',
      detalhes: { que: 'certidao' },
    });
    await note(null, 'antecedentes', { texto: 'Rosa' }, admin);
    expect(of(null, await desk('certidoes', {}))).toBeUndefined();
    await sql('delete from private.marcas');
  });

  test('the family reads them in ‘Meus dados’, of other people that there is one; a protected address tells none', async () => {
    const one = await pupil();
    await note(one.id, 'imagem', { texto: 'sim', dia: day(2) });
    await note(one.id, 'busca', { texto: 'Avó Rosa' });
    const readByFamily = async () => (await open(one.codigo)).dados.linhas;
    expect(await readByFamily()).toEqual([
      { especie: 'busca', texto: null, dia: null, ate: null },
      { especie: 'imagem', texto: 'sim', dia: day(2), ate: null },
    ]);
    await around.tick(one.id, 'protegido', true);
    expect(await readByFamily()).toEqual([]);
  });

  test('they go with the person', async () => {
    const [one, stays] = [await pupil(), await pupil()];
    for (const { id } of [one, stays]) await note(id, 'busca', { texto: 'Avó' });
    await desk('apagar_inscricao', { inscricao: one.id, confirmacao: one.protocolo, motivo: 'teste' });
    await emptyBin(server);
    expect((await stored()).map(({ inscricao_id: id }) => id)).toEqual([stays.id]);
  });
});
