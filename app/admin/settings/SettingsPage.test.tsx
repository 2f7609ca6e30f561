import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsPage as words } from '../../../content/settings.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { textOf } from '../../../tests/support/screens/heard.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { currentToast } from '../../ui/toast/toast.ts';
import { centreQuery } from '../api/centre.ts';
import { lastBackupsQuery } from '../api/notices.ts';
import { settingsQuery } from '../api/settings.ts';
import { isUnsaved } from '../controls/unsaved.ts';
import { SettingsPage } from './SettingsPage.tsx';

const VALUES = {
  ...{ guardar_espera_meses: 12, guardar_documento_dias: 90, faltas_seguidas: 4, email_obrigatorio: false },
  ...{
    frase_de_fechada: 'Volte em maio.',
    mensagem_espera: 'Oi, {nome}. Espere.',
    responsavel_obrigatorio: true,
    marcas_sem_uso: 'kimono faixa',
  },
};
const WAITING = [{ name: 'guardar_documento_dias', value: 30, from: '2027-01-20T12:00:00Z' }];
const CLOSED = { closed: true, from: new Date('2026-12-01T03:00:00Z'), until: null, again: null };

test('a period that waits to be shorter says so in its own line, and in no other', () => {
  const html = (closed: object | null, values: object = VALUES) =>
    drawn(<SettingsPage />, settingsQuery.queryKey, { values, waiting: WAITING, closed });
  const lines = (html(null).match(/<li.*?<\/li>/gs) ?? []).map(textOf);
  expect(lines.filter((line) => line.includes('Passa a'))).toEqual([
    'Documento: 90 dias depois da decisão Passa a 30 dias depois da decisão na primeira limpeza depois de 20/01/2027 09:00. Mudar',
  ]);
  for (const line of [
    'obrigatórios? Sim',
    'E-mail é obrigatório? Não',
    'Frase para quando estão fechadas: Volte em maio.',
    'até «Faltou»: 4',
    'O que não se anota: Kimono, Faixa',
  ])
    expect(lines.join('|')).toContain(line);
  expect(lines.filter((line) => line.includes('texto próprio'))).toEqual([
    'Lista de espera: texto próprio Mudar',
  ]);
  expect(textOf(html(null))).toContain('Inscrições abertas As inscrições estão abertas, sem dia');
  expect(textOf(html(null, { frase_de_fechada: '' }))).toContain('estão fechadas: nenhuma');
  expect(textOf(html({ ...CLOSED, closed: false }))).toContain('Inscrições abertas');
  expect(textOf(html(CLOSED))).toContain('Inscrições fechadas As inscrições estão fechadas desde 01/12/2026');
});

test('above all stand the last copy, where copies are ours, and the version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const settings = { values: VALUES, waiting: [], closed: null };
  const text = (copies: unknown) =>
    textOf(drawn(<SettingsPage />, settingsQuery.queryKey, settings, [[lastBackupsQuery.queryKey, copies]]));
  const copiedAt = new Date().toISOString();
  expect(text([{ copiedAt, elsewhereAt: copiedAt }])).toContain(`hoje, em outro disco. Versão ${version}.`);
  expect(text([])).toContain(`${words.intro} Versão ${version}.`);
});

const OPENING = 'Abrir ou fechar as inscrições';
const SENTENCE = 'Frase para quando estão fechadas';
const [FROM, UNTIL] = ['A partir do dia', 'Até o fim do dia'];
const DAYS = words.each.guardar_documento_dias.label;
const RULES = 'Mudar: E-mail é obrigatório?';
const now = (fecha: unknown, abre: unknown = null, volta: unknown = null) => [
  'inscricoes',
  { fecha, abre, volta },
];

test.each<[dialog: string, typed: Record<string, string | true>, saved: unknown, closed?: object]>([
  [OPENING, {}, 'off'],
  [OPENING, { Fechar: true }, [now('agora')]],
  [OPENING, { [SENTENCE]: ' ' }, [['frase_de_fechada', '']]],
  [OPENING, { [SENTENCE]: ' Em junho. ', Fechar: true }, [now('agora'), ['frase_de_fechada', 'Em junho.']]],
  [OPENING, { Fechar: true, [FROM]: '2026-12-20', [UNTIL]: '2026-12-30' }, [now('agora', '2026-12-31')]],
  [OPENING, { [UNTIL]: '2026-12-30' }, words.open.missing],
  [OPENING, { Fechar: true, [FROM]: '2026-12-19' }, 'Este dia já passou.'],
  [OPENING, { Fechar: true, [FROM]: '2026-12-21' }, words.open.already, CLOSED],
  [RULES, {}, 'off'],
  [RULES, { Sim: true }, [['email_obrigatorio', true]]],
  ['Mudar: O que não se anota', { 'Uso de imagem': true }, [['marcas_sem_uso', 'kimono faixa imagem']]],
  ['Mudar: Faltas seguidas até «Faltou»', { 'Faltas seguidas até «Faltou»': '1' }, /2/],
  ['Mudar: Documento', {}, [['guardar_documento_dias', 90]]], // the 30 that wait are taken back
  ['Mudar: Documento', { [DAYS]: '30' }, 'off'],
  ['Mudar: Documento', { [DAYS]: '60' }, [['guardar_documento_dias', 60]]],
  ['Mudar: Lista de espera', { Texto: 'Oi, {nome}. Já.' }, [['mensagem_espera', 'Oi, {nome}. Já.']]],
])('in «%s» with %j typed is saved %j', async (dialog, typed, saved, closed) => {
  const settings = { values: VALUES, waiting: WAITING, closed: closed ?? null };
  const known = [
    [settingsQuery.queryKey, settings] as const,
    ...[centreQuery, lastBackupsQuery].map(({ queryKey }) => [queryKey, []] as const),
  ];
  const page = await live(<SettingsPage />, known, { guardar_ajuste: 'espera' });
  await page.press(dialog);
  for (const [label, value] of Object.entries(typed)) await page.type(label, value);
  expect(isUnsaved()).toBe(
    Object.keys(typed).length > 0 && [OPENING, 'Mudar: Lista de espera'].includes(dialog),
  ); // texts outlive the form
  if (saved === 'off') return expect(page.controls()).toMatch(/Guardar \(off\)$/);
  await page.press('Guardar');
  expect(page.text()).toContain('Digite a sua senha.');
  await page.type('A sua senha', 'frase');
  await page.press('Guardar');
  if (!Array.isArray(saved))
    return expect([page.calls(), page.text()]).toEqual([[], expect.stringMatching(saved as string)]);
  expect(page.calls()).toEqual([
    ...saved.map(([nome, valor]) => ['guardar_ajuste', { nome, valor }]),
    ['lista_de_ajustes', {}],
    ['lista_do_centro', {}],
    ['estado_das_copias', {}],
  ]);
  const said = dialog === 'Mudar: Documento' ? words.periods.saved.espera : words.saved;
  expect([currentToast()?.title, page.controls().includes('A sua senha'), isUnsaved()]).toEqual([
    said,
    false,
    false,
  ]);
});
