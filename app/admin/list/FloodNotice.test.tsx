import { expect, test } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { FloodNotice } from './FloodNotice.tsx';

test('a flood is told with its numbers and times, and nothing without one', () => {
  const flood = {
    origin: 'a',
    hour: '2026-12-20T11:00:00Z',
    first: '2026-12-20T11:05:00Z',
    last: '2026-12-20T11:50:00Z',
    enrolments: 40,
    documents: 12,
  };
  const html = drawn(<FloodNotice />, ['floods'], [flood]);
  expect(html).toMatch(/08:05.* a .*08:50.*: 40 inscrições ainda sem resposta e 12 arquivos sem inscrição\./);
  expect(html).toContain('Apagar todas');
  expect(html).toContain('De um mesmo endereço ou rede da internet');
  expect(html).not.toContain('desta hora');
  const hour = { ...flood, origin: 'todas', enrolments: 140 };
  expect(drawn(<FloodNotice />, ['floods'], [flood, hour])).toContain('Apagar todas as 152 desta hora');
  const alone = drawn(<FloodNotice />, ['floods'], [hour]);
  expect(alone).toContain('De muitos lugares da internet');
  expect(alone).not.toContain('desta hora');
  expect(
    drawn(<FloodNotice />, ['floods'], [flood, { ...hour, hour: '2026-12-20T10:00:00Z' }]),
  ).not.toContain('desta hora');
  expect(drawn(<FloodNotice />, ['floods'], [])).toBe('');
});
