import { expect, test } from 'vitest';
import { settingsPage } from '../../../content/settings.ts';
import { usualMessage } from '../../../domain/desk/own-message.ts';
import { read, saidOf, settingsOf, shown } from './setting-values.ts';

test.each([
  ['responsavel_obrigatorio', true, true, true],
  ['consentimento', 'caixa', 'caixa', 'caixa'],
  ['frase_de_fechada', 'Voltamos em março.', ' Voltamos em março. ', 'Voltamos em março.'],
  ['guardar_documento_dias', 90, ' 120 ', 120],
  ['guardar_documento_dias', null, '', null],
  ['guardar_documento_dias', 90, '9 dias', Number.NaN],
  ['mensagem_contato', 'Oi, {nome}.', 'Oi, {nome}. ', 'Oi, {nome}.'],
] as const)('%s, stored as %j and typed as %j, is %j', (name, stored, typed, value) => {
  expect(shown(name, stored)).toBe(typeof stored === 'boolean' ? stored : String(stored ?? ''));
  expect(read(name, typed)).toBe(value);
});

test('a message that is not one’s own shows the usual text, and the usual text is stored as none', () => {
  for (const stored of ['', undefined])
    expect(shown('mensagem_falta_documento', stored)).toBe(usualMessage('falta-documento'));
  expect(read('mensagem_falta_documento', `${usualMessage('falta-documento')}\n`)).toBe('');
});

test('what was saved is told: of a period what it means for families, of the others that it is stored', () => {
  const { periods, same, saved } = settingsPage;
  const all = ['mudou', 'igual', 'espera', 'desfeito'] as const;
  expect(all.map((one) => saidOf('guardar_espera_meses', one))).toEqual([
    periods.longer,
    same,
    saved,
    periods.undone,
  ]);
  expect(saidOf('guardar_auditoria_meses', 'mudou')).toBe(saved); // nothing of a family is erased by it
  expect(saidOf('consentimento', 'igual')).toBe(saved);
});

test('the page draws every setting of its list, each once', () => {
  const drawn = [
    settingsOf('text'),
    settingsOf('switch', 'choice'),
    settingsOf('retention'),
    settingsOf('message'),
  ];
  expect(drawn.flat().sort()).toEqual(Object.keys(settingsPage.each).sort());
});
