import { expect, test } from 'vitest';
import { changeableSettings } from '../../../domain/settings.ts';
import { read, saidOf, settingsOf, shown, valueInWords } from './setting-values.ts';

test('the page draws each setting that somebody may change, once, but what is only changed by a command', () => {
  const drawn = (['text', 'switch', 'number', 'list', 'retention', 'message'] as const).flatMap((kind) =>
    settingsOf(kind),
  );
  const commanded: string[] = ['consentimento', 'validacao_estrita'];
  expect([...drawn, ...commanded].sort()).toEqual(changeableSettings.map(([name]) => name).sort());
});

test('a message that is left as the usual text is stored as none', () => {
  const usual = shown('mensagem_falta_documento', '');
  expect([read('mensagem_falta_documento', usual), usual.length > 20]).toEqual(['', true]);
});

test('an empty period is no number, and one without an end is said to be one', () => {
  for (const name of ['guardar_documento_dias', 'faltas_seguidas'] as const)
    expect(read(name, ' ')).toBeNaN();
  expect([read('faltas_seguidas', '4'), read('faltas_seguidas', '-4')]).toEqual([4, Number.NaN]);
  expect(valueInWords('guardar_documento_dias', null)).toBe('sem prazo');
  expect(valueInWords('guardar_documento_dias', 90)).toBe('90 dias depois da decisão');
  expect(valueInWords('guardar_documento_dias', 1)).toBe('1 dia depois da decisão');
  expect(valueInWords('guardar_espera_meses', 1)).toBe('1 mês');
});

test('of a period whose answer was lost nobody says what became of it', () => {
  expect(saidOf('guardar_documento_dias', null)).toBe('Guardado.');
});
