import { expect, test } from 'vitest';
import { changeableSettings } from '../../../domain/settings.ts';
import { read, saidOf, settingsOf, shown } from './setting-values.ts';

test('the page draws each setting that somebody may change, once', () => {
  const drawn = settingsOf('text', 'switch', 'choice', 'retention', 'message');
  expect(drawn.sort()).toEqual(changeableSettings.map(([name]) => name).sort());
});

test('a message that is left as the usual text is stored as none', () => {
  expect(read('mensagem_falta_documento', shown('mensagem_falta_documento', ''))).toBe('');
});

test('of a period whose answer was lost nobody says that it became longer', () => {
  expect(saidOf('guardar_documento_dias', null)).toBe(saidOf('guardar_documento_dias', 'espera'));
});
