import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CRITERIA, NOTE_MAX } from '../../domain/desk/situations.ts';
import { restClient } from '../support/desk.ts';
import { type Desk, deskForTests } from '../support/desk-server.ts';
import { engines } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

const CPF = { cpf: '529.982.247-25' };
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

/** What the desk keeps about an enrolment beside its decision: criteria, notes, who is the same person, its usual reasons. Source: docs/ux.md §8.5. */
describe.each(engines)('$name', (engine) => {
  const { desk, state, decide, tick, compare, rowsOf } = deskForTests(engine);
  type Client = Desk['administrator'];

  test('each criterion is ticked and unticked alone, and is no decision', async () => {
    const id = await desk.enrol();
    const { criteria } = await state(id);
    for (const criterio of Object.keys(CRITERIA))
      for (const met of [true, true, false])
        expect((await tick(id, 1, criterio, met)).data).toMatchObject({
          ...{ version: 1, applied: true, criteria: { ...criteria, [criterio]: met } },
        });
    expect((await state(id)).history.reverse()).toMatchObject(
      Object.keys(CRITERIA).flatMap((de) => [
        { action: 'criterio', from: de, to: 'sim' }, // twice the same is once
        { action: 'criterio', from: de, to: 'nao' },
      ]),
    );
    await tick(id, 1, 'responsavel', true);
    expect(await rowsOf()).toMatchObject([{ guardianConfirmed: true }]);
  });

  test('a note has its author and is no decision; what one said before it was corrected, as 1.2 let its author do, a direção alone reads', async () => {
    const id = await desk.enrol();
    const write = (who: Client, texto: string) => who.rpc('nova_nota', { inscricao: id, texto });
    const longest = 'n'.repeat(NOTE_MAX);
    await write(desk.administrator, '  Ligou a mae. ');
    expect((await write(desk.colleague, longest)).data).toMatchObject({
      version: 1,
      notes: [
        { id: expect.any(String), author: desk.emails.colleague, text: longest, writtenAt: MOMENT },
        { author: desk.emails.administrator, text: 'Ligou a mae.' },
      ],
      history: [{ action: 'nota' }, { action: 'nota' }],
    });
    for (const texto of ['', ' \n ', `${longest}n`])
      expect(await write(desk.administrator, texto)).toMatchObject({
        ...{ status: 400, error: { message: 'Escreva a nota, com até 1000 letras.' } },
      });
    await desk.server.rows(
      `insert into private.historico (inscricao_id, acao, motivo) values ('${id}', 'nota-corrigida', 'Ligou a tia.')`,
    );
    const { token } = await signedIn(desk.server, { administrator: true, role: 'secretaria' });
    for (const [who, before] of [
      [desk.administrator, 'Ligou a tia.'],
      [restClient(desk.server, token), null],
    ] as const)
      expect((await state(id, who)).history[0]).toMatchObject({ action: 'nota-corrigida', reason: before });
  });

  const [IPE, PHONE] = [{ nome_completo: 'Ipê Araçá' }, { telefone_whatsapp: '62900000000' }];
  const sharing = (shared: object) =>
    [
      { ...IPE, ...shared },
      { ...shared, nome_completo: 'Ipê Dois' },
    ] as const;
  test.each<[sameIn: string, one: object, other: object]>([
    ['cpf nome', { ...CPF, ...IPE }, { ...IPE, cpf: '52998224725' }], // in two, and found once
    ['nome', IPE, { nome_completo: ' IPE  aracá' }],
    ['telefone', { ...PHONE, ...IPE }, { telefone_whatsapp: '+55 62 90000-0000', nome_completo: 'Ipê Dois' }],
    ['', { cpf: '000.000.000-00' }, { cpf: '000.000.000-00' }], // which cannot be one
    ['', { ...PHONE, ...IPE }, { ...PHONE, nome_completo: 'Pequi Araçá' }], // siblings share it
    ['', IPE, { ...IPE, data_nascimento: '2011-03-05' }],
    ['telefone', ...sharing({ telefone_whatsapp: '33334444' })],
    ['', ...sharing({ telefone_whatsapp: '1234567' })], // is no telephone
  ])('the same %j of an enrolment: %j and %j', async (sameIn, one, other) => {
    const [first, second] = [await desk.enrol(one), await desk.enrol(other)];
    // whose answers it has is read, and noted, by itself
    const found = sameIn ? [{ id: second, situation: 'nova', sameIn: sameIn.split(' ') }] : [];
    expect((await state(first)).similar).toEqual(found);
    expect(await desk.find({ repetida: true })).toHaveLength(2 * found.length);
  });

  test('who may be the same person is judged once, and never compared with itself or one that is missing', async () => {
    const [first, second] = [
      await desk.enrol({ nome_completo: 'Um', ...CPF }),
      await desk.enrol({ nome_completo: 'Dois', ...CPF }),
    ];
    expect((await compare(first, first, true)).status).toBe(400);
    expect((await compare(first, randomUUID(), true)).data.history).toEqual([]);
    expect((await compare(first, second, false)).data).toMatchObject({
      ...{ similar: [], repeatedOf: null, history: [{ action: 'repetida', to: 'nao' }] },
    });
    expect(await desk.find({ repetida: true })).toEqual([]);
    expect((await compare(first, second, true)).data).toMatchObject({ repeatedOf: second });
    expect(await rowsOf()).toMatchObject([
      { id: second, repeatedOf: null },
      { id: first, repeatedOf: second },
    ]);
    expect((await compare(first, await desk.enrol(), false)).data).toMatchObject({ repeatedOf: second });
    expect((await compare(first, second, false)).data).toMatchObject({ repeatedOf: null });
    expect(await state(second)).toMatchObject({ repeatedOf: null, similar: [] });
    const third = await desk.enrol({ nome_completo: 'Três', ...CPF });
    await decide(third, 1, 'em-analise');
    expect((await desk.find({ repetida: true })).sort()).toEqual(['Dois', 'Três', 'Um']);
    expect((await state(third)).similar).toMatchObject([{ id: second }, { id: first }]);
  });
});
