import { expect, test } from 'vitest';
import { settingEntries } from '../../domain/settings.ts';
import { auditEntries } from '../../tests/support/desk.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';
import { formSettings } from '../form-settings.ts';
import { settings } from './settings.ts';

const server = serverForTests(embedded[0]);

const run = async (...args: string[]) => {
  const lines: string[] = [];
  const terminal = { print: (line: string) => void lines.push(line), readPassword: async () => '' };
  const { database, documentsDir } = server;
  if (settings.opens === 'nothing') throw new Error('it needs the database');
  expect(settings.problem(args, '')).toBeNull();
  expect(await settings.run(args, { database, documentsDir, terminal, today: '' })).toBe(0);
  return lines;
};

test.each([
  ['guardar_espera_meses', 'guardar_espera_meses: diga meses, ou nunca.'],
  ['guardar_espera_meses 0', 'guardar_espera_meses: diga meses, ou nunca.'],
  ['guardar_espera_meses -3', 'guardar_espera_meses: diga meses, ou nunca.'],
  ['guardar_espera_meses 12 meses', 'guardar_espera_meses: diga meses, ou nunca.'],
  ['responsavel_obrigatorio true', 'responsavel_obrigatorio: diga sim ou nao.'],
  ['responsavel_obrigatorio constructor', 'responsavel_obrigatorio: diga sim ou nao.'],
  ['consentimento nenhum', 'consentimento: diga declaracao ou caixa.'],
  ['versao_declaracao 3', 'Não há a regra “versao_declaracao”.'],
  ['unica sim', 'Não há a regra “unica”.'],
])('"%s" is refused with the usage and "%s"', (typed, sentence) => {
  const problem = settings.problem(typed.split(' '), '') ?? '';
  expect(problem).toMatch(/^Uso: npm run settings/);
  expect(problem.split('\n\n').at(-1)).toBe(sentence);
});

test('each is listed as it is; a change is told, obeyed and recorded, and its repetition changes nothing', async () => {
  const names = settingEntries.flatMap(([name, { kind }]) => (kind === 'text' ? [] : [name]));
  const listed = await run();
  expect(listed.map((line) => line.split(' ')[0])).toEqual(names);
  expect(listed.join('\n')).not.toContain('de fábrica');

  expect(await run('guardar_sem_responsavel_dias', 'nunca')).toEqual([
    expect.stringMatching(/^guardar_sem_responsavel_dias: era 30 dias, agora nunca\. .*«Prazos e apagar»/),
  ]);
  expect(await run('responsavel_obrigatorio', 'sim')).toEqual([
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
});
