import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../domain/functions.ts';
import { runOn } from '../../tests/support/copies.ts';
import { auditEntries } from '../../tests/support/desk.ts';
import { engines, serverForTests } from '../../tests/support/server.ts';
import { ROOT } from '../../tests/support/sources.ts';
import { desk } from './desk.ts';

const FORM = `Depois de guardar_ajuste vem um só objeto JSON entre aspas simples: '{"argumento": valor}'.`;
const TAKES = 'guardar_ajuste leva nome text, valor jsonb, e veio ';

test.each([
  [['guardar_ajuste', 'email_obrigatorio', 'nao'], FORM],
  [['guardar_ajuste', '{"nome": '], FORM],
  [['guardar_ajuste', '["nome"]'], FORM],
  [['guardar_ajuste', 'null'], FORM],
  [['guardar_ajuste', '{}', '{}'], FORM],
  [['guardar_ajuste'], `${TAKES}nada.`],
  [['guardar_ajuste', '{"nome": "consentimento"}'], `${TAKES}nome.`],
  [['guardar_ajuste', '{"nome": "a", "valor": 1, "x": 2}'], `${TAKES}nome, valor, x.`],
  [['lista_de_ajustes', '{"x": 2}'], 'lista_de_ajustes leva nada, e veio x.'],
  [['toString'], /^Não há a função “toString”; há formulario, .*, guardar_ajuste, .*, registro\.$/],
  [['meus_dados', '{}'], /^Não há a função “meus_dados”; há /], // a family's, by its link
  [['lista_de_inscricoes'], /^Não há a função “lista_de_inscricoes”; há /], // whose readers the server records
])('%j is refused', (typed, sentence) => {
  expect(desk.order(typed, '')).toEqual(
    typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  );
});

describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const run = async (name: string, given: object = {}) => {
    const { code, lines } = await runOn(server, desk, [name, JSON.stringify(given)]);
    expect(code).toBe(0);
    return JSON.parse(lines.join('\n'));
  };

  test('without a name it says what there is; every function of the direção that reads answers', async () => {
    const { lines } = await runOn(server, desk, []);
    expect(lines).toContain('  guardar_ajuste         nome text, valor jsonb');
    for (const [name, fn] of Object.entries(FUNCTIONS as Record<string, ApiFunction>))
      if (fn.reads && fn.auditBy === 'itself' && argumentsOf(fn).every((one) => one.optional))
        await run(name);
    expect(await run('lista_de_ajustes')).toMatchObject({
      values: { consentimento: 'declaracao' },
      closed: null,
    });
  });

  test('a class is made, changed and ended, and each entry names nobody', async () => {
    const before = (await auditEntries(server)).length;
    const id = await run('salvar_turma', {
      turma: { name: 'Boxe', days: 'Terça e quinta', time: '18:30' },
    });
    expect(await run('salvar_turma', { turma: { id, places: 25 } })).toBe(id);
    expect(await run('lista_de_turmas')).toContainEqual(
      expect.objectContaining({ id, name: 'Boxe', time: '18:30', places: 25, active: true }),
    );
    expect(await run('terminar_turma', { turma: id })).toBe(0);
    expect(
      (await auditEntries(server)).slice(before).map(({ quem, detalhes }) => [quem, detalhes.que]),
    ).toEqual([
      [null, 'nova-turma'],
      [null, 'turma'],
      [null, 'turma-encerrada'],
    ]);
  });

  test('what answers nothing is said to be done', async () => {
    const { lines } = await runOn(server, desk, ['anotar_acesso', '{"acao": "exportou"}']);
    expect(lines).toEqual(['Feito.']);
  });

  test('what the database refuses is said in its sentence, or in one without its words', async () => {
    const refused = (name: string, given: object, sentence: string) =>
      expect(run(name, given)).rejects.toThrow(sentence);
    await refused(
      'guardar_ajuste',
      { nome: 'guardar_espera_meses', valor: 0 },
      'Digite um número de 1 a 120.',
    );
    await refused('salvar_turma', { turma: {} }, 'Escreva o nome da turma.');
    const wrong = 'O banco não aceita estes valores para terminar_turma: confira o tipo de cada um.';
    await refused('terminar_turma', { turma: 'Boxe' }, wrong);
  });

  test('nobody else is taken for the owner: no caller by their claims, and the owner only when they say so', async () => {
    const claims = { role: 'dono', amr: [{ method: 'password', timestamp: Date.now() / 1000 }] };
    const role = 'select private.meu_papel() as role';
    expect(await server.value<unknown>(role)).toBeNull();
    const called = await server.database.as({ role: 'authenticated', claims }, (tx) =>
      tx.query('select public.meu_papel() as role'),
    );
    expect(called.rows).toEqual([{ role: null }]);
    await expect(
      server.database.as({ role: 'authenticated', claims }, (tx) => tx.query('select private.como_dono()')),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the record of processing', () => {
  const server = serverForTests();
  test('is printed with the periods in force, and else as it is', async () => {
    const document = readFileSync(join(ROOT, 'docs/registro-de-tratamento.md'), 'utf8').split('\n');
    const printed = async () => (await runOn(server, desk, ['registro'])).lines;
    /** Lines that are not the document's. */
    const changed = async () => (await printed()).filter((line, at) => line !== document[at]);
    expect(await changed()).toEqual([
      expect.stringContaining('Estes são os prazos que valem hoje. Um prazo'),
    ]);
    for (const [nome, valor, term] of [
      ['guardar_documento_dias', 365, '365 dias'],
      ['guardar_nao_aprovada_meses', 7, '7 meses'],
      ['guardar_espera_meses', 13, '13 meses'],
      ['guardar_participante_meses', null, 'sem prazo'],
      ['guardar_sem_decisao_meses', 25, '25 meses'],
      ['guardar_sem_responsavel_dias', 60, '60 dias'],
      ['guardar_auditoria_meses', 26, '26 meses'],
    ] as const) {
      await runOn(server, desk, ['guardar_ajuste', JSON.stringify({ nome, valor })]);
      const row = (await changed()).filter((line) => line.includes(`\`${nome}\``));
      expect(row).toEqual([expect.stringMatching(new RegExp(`\\| ${term} \\|$`))]);
    }
    expect(await printed()).toHaveLength(document.length);
    expect(await changed()).toHaveLength(8);
  });
});
