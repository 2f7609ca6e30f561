import { expect, test } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { textOf } from '../../../tests/support/screens/heard.ts';
import { settingsQuery } from '../api/settings.ts';
import { SettingsPage } from './SettingsPage.tsx';

test('a period that waits to be shorter says so in its own line, and in no other', () => {
  const values = { guardar_espera_meses: 12, guardar_documento_dias: 90, faltas_seguidas: 4 };
  const waiting = [{ name: 'guardar_documento_dias', value: 30, from: '2027-01-20T12:00:00Z' }];
  const html = drawn(<SettingsPage />, settingsQuery.queryKey, { values, waiting, closed: null });
  const lines = (html.match(/<li.*?<\/li>/gs) ?? []).map(textOf);
  expect(lines.filter((line) => line.includes('Passa a'))).toEqual([
    expect.stringContaining('Documento: 90 dias depois da decisão Passa a 30 dias'),
  ]);
});
