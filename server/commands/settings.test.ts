import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeableSettings } from '../../domain/settings.ts';
import { runOn } from '../../tests/support/copies.ts';
import { auditEntries } from '../../tests/support/desk.ts';
import { serverForTests } from '../../tests/support/server.ts';
import { ROOT } from '../../tests/support/sources.ts';
import { Refused } from '../core/refused.ts';
import { formSettings } from '../form-settings.ts';
import { saveSetting, settings } from './settings.ts';

const server = serverForTests();

const run = async (...args: string[]) => {
  const { code, lines } = await runOn(server, settings, args);
  expect(code).toBe(0);
  return lines;
};

test.each([
  ['guardar_espera_meses', 'guardar_espera_meses: diga um número de meses, ou nunca.'],
  ['guardar_espera_meses 0', 'guardar_espera_meses: Digite um número de 1 a 120.'],
  ['set guardar_espera_meses 121', 'guardar_espera_meses: Digite um número de 1 a 120.'],
  ['set guardar_espera_meses', 'guardar_espera_meses: diga um número de meses, ou nunca.'],
  ['set', 'Falta o ajuste depois de set.'],
  ['get', 'Falta o ajuste depois de get.'],
  ['get guardar_espera_meses 3', 'get leva só o nome do ajuste.'],
  ['list tudo', 'list não leva mais nada.'],
  ['registro 2026', 'registro não leva mais nada.'],
  ['set inscricoes fechadas', 'inscricoes: mostre e mude com npm run form.'],
  ['guardar_espera_meses -3', 'guardar_espera_meses: diga um número de meses, ou nunca.'],
  ['guardar_espera_meses 12 meses', 'guardar_espera_meses: diga um número de meses, ou nunca.'],
  ['guardar_documento_dias noventa', 'guardar_documento_dias: diga um número de dias, ou nunca.'],
  ['responsavel_obrigatorio true', 'responsavel_obrigatorio: diga sim ou nao.'],
  ['responsavel_obrigatorio constructor', 'responsavel_obrigatorio: diga sim ou nao.'],
  ['consentimento nenhum', 'consentimento: diga declaracao ou caixa.'],
  ['versao_declaracao 3', 'Não há o ajuste “versao_declaracao”.'],
  ['unica sim', 'Não há o ajuste “unica”.'],
])('"%s" is refused with "%s" alone', (typed, sentence) => {
  expect(settings.problem(typed.split(' '), '')).toBe(sentence);
});

test('each is listed as it is; a change is told, obeyed and recorded, and its repetition changes nothing', async () => {
  const names = changeableSettings.map(([name]) => name);
  const listed = await run();
  expect(listed.map((line) => line.split(' ')[0])).toEqual(names);
  expect(await run('list')).toEqual(listed);
  expect(listed.join('\n')).not.toContain('de fábrica');

  expect(await run('guardar_sem_responsavel_dias', 'nunca')).toEqual([
    expect.stringMatching(
      /^guardar_sem_responsavel_dias: era 30 dias, agora nunca\. Vale para quem se inscrever de agora em diante/,
    ),
  ]);
  expect(await run('set', 'responsavel_obrigatorio', 'sim')).toEqual([
    'responsavel_obrigatorio: era nao, agora sim. O formulário obedece em até dez segundos.',
  ]);
  expect(await run('responsavel_obrigatorio', 'sim')).toEqual([
    'Já era assim: responsavel_obrigatorio = sim.',
  ]);
  expect((await formSettings(server.database)()).regras).toMatchObject({
    responsavelObrigatorio: true,
    diasSemResponsavel: null,
  });
  const entries = (await auditEntries(server)).filter(({ acao }) => /config/.test(acao));
  expect([entries.length, entries.at(-1)?.quem]).toEqual([2, null]);
  expect((await run()).filter((line) => line.includes('de fábrica'))).toEqual([
    expect.stringMatching(/^responsavel_obrigatorio +sim \(de fábrica: nao\)/),
    expect.stringMatching(/^guardar_sem_responsavel_dias +nunca \(de fábrica: 30 dias\)/),
  ]);
  expect(await run('get', 'responsavel_obrigatorio')).toEqual([
    expect.stringMatching(/^responsavel_obrigatorio +sim /),
  ]);
});

test('a shorter period waits and says until when and how to undo it, which the value of before does', async () => {
  const waits = expect.stringMatching(
    /^guardar_espera_meses: continua 12 meses; 3 meses vale na primeira limpeza depois de \d\d\/\d\d\/\d{4} \d\d:\d\d\. Para desfazer: npm run settings -- set guardar_espera_meses 12\.$/,
  );
  expect(await run('set', 'guardar_espera_meses', '3')).toEqual([waits]);
  expect(await run('set', 'guardar_espera_meses', '3')).toEqual([waits]);
  expect(await run('get', 'guardar_espera_meses')).toEqual([
    expect.stringMatching(/^guardar_espera_meses +12 meses \(a partir de .*: 3 meses\) {2}– /),
  ]);
  expect(await run('set', 'guardar_espera_meses', '12')).toEqual([
    'guardar_espera_meses: continua 12 meses; o prazo mais curto foi desfeito.',
  ]);
  expect(await run('get', 'guardar_espera_meses')).toEqual([
    expect.stringMatching(/^guardar_espera_meses +12 meses {2}– /),
  ]);
});

test('one message is shown with the text that the site sends, and with what may stand in braces', async () => {
  const usual = [
    'Texto do site: “Olá! {nome} está na lista de espera do projeto. Quando abrir vaga, chamamos.”',
    'Entre chaves: {nome}, {protocolo}. Não pode faltar: {nome}.',
  ];
  const [line, ...rest] = await run('get', 'mensagem_espera');
  expect(line).toMatch(/^mensagem_espera +texto do site {2}– /);
  expect(rest).toEqual(usual);
  await run('set', 'mensagem_espera', 'Calma, {nome}!');
  const [own, ...afterwards] = await run('get', 'mensagem_espera');
  expect(own).toMatch(/^mensagem_espera +“Calma, \{nome\}!” \(de fábrica: texto do site\)/);
  expect(afterwards).toEqual(usual);
  await run('set', 'mensagem_espera', '');
});

test('the record of processing is printed with the periods in force, and else as it is', async () => {
  const document = readFileSync(join(ROOT, 'docs/registro-de-tratamento.md'), 'utf8').split('\n');
  const printed = async () => (await run('registro')).join('\n').split('\n');
  /** Lines that are not the document's. */
  const changed = async () => (await printed()).filter((line, at) => line !== document[at]);
  await server.database.query('update private.configuracao set guardar_sem_responsavel_dias = default');
  expect(await changed()).toEqual([expect.stringContaining('Estes são os prazos que valem hoje. Um prazo')]);
  for (const [name, typed, term] of [
    ['guardar_documento_dias', '365', '365 dias'],
    ['guardar_nao_aprovada_meses', '7', '7 meses'],
    ['guardar_espera_meses', '13', '13 meses'],
    ['guardar_participante_meses', 'nunca', 'sem prazo'],
    ['guardar_sem_decisao_meses', '25', '25 meses'],
    ['guardar_sem_responsavel_dias', '60', '60 dias'],
    ['guardar_auditoria_meses', '26', '26 meses'],
  ] as const) {
    await run(name, typed);
    const row = (await changed()).filter((line) => line.includes(`\`${name}\``));
    expect(row).toEqual([expect.stringMatching(new RegExp(`\\| ${term} \\|$`))]);
  }
  expect(await printed()).toHaveLength(document.length);
  expect(await changed()).toHaveLength(8);
});

test('what the database alone refuses is said as its sentence', async () => {
  await expect(saveSetting(server.database, 'guardar_espera_meses', 0)).rejects.toThrow(
    new Refused('Digite um número de 1 a 120.'),
  );
});
