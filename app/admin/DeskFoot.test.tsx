import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from '../../tests/support/screens/drawn.tsx';
import { DeskFoot } from './DeskFoot.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const shown = (answer: unknown) =>
  drawn(<DeskFoot />, ['estado_das_copias', {}], answer)
    .replace(/<[^>]+>/g, '')
    .trim();

const found = (changes: object) => ({
  copiedAt: null,
  triedAt: null,
  failedAt: null,
  failed: null,
  elsewhereAt: TODAY,
  ...changes,
});
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const OF_VERSION = `Versão ${version}.`;
const TODAY = '2026-12-20T06:10:00Z';

test.each([
  [{ copiedAt: TODAY }, 'Última cópia de segurança: hoje, em outro disco.'],
  [{ copiedAt: TODAY, elsewhereAt: '2026-12-14T06:00:00Z' }, 'Última cópia de segurança: hoje.'],
  [
    { copiedAt: TODAY, elsewhereAt: '2026-12-12T06:00:00Z' },
    'Última cópia de segurança: hoje. Sem cópia fora: a última em outro disco é de 12/12/2026. Avise quem cuida do site.',
  ],
  [
    { copiedAt: TODAY, elsewhereAt: null },
    'Última cópia de segurança: hoje. Sem cópia fora: as cópias estão no mesmo disco que os dados, e se ele quebra vão junto. Avise quem cuida do site.',
  ],
  [
    { copiedAt: TODAY, triedAt: '2026-12-19T06:20:00Z' },
    'Última cópia de segurança: hoje, em outro disco. Último ensaio de volta: ontem, tudo certo.',
  ],
  [{}, 'Ainda não há cópia de segurança. Quem cuida do site liga a de toda noite.'],
  [
    { copiedAt: '2026-12-16T06:00:00Z' },
    'Última cópia de segurança: 16/12/2026. Está atrasada: avise quem cuida do site.',
  ],
  [
    { copiedAt: '2026-12-19T06:00:00Z', failed: 'copia', failedAt: TODAY },
    'Última cópia de segurança: ontem. A cópia de hoje não deu certo: avise quem cuida do site.',
  ],
  [
    { copiedAt: TODAY, failed: 'copia', failedAt: TODAY, code: 'documentos' },
    'Última cópia de segurança: hoje, em outro disco. A cópia de hoje foi feita, mas faltam documentos no site: avise quem cuida dele.',
  ],
  [
    { failed: 'ensaio', failedAt: TODAY },
    'O ensaio de volta de hoje não deu certo: avise quem cuida do site.',
  ],
])('%j is told as %j', (changes, text) => {
  expect(shown([found(changes)]).replace(/\s+/g, ' ')).toBe(`${text} ${OF_VERSION}`);
});

test('where backups are not ours, only the version is told', () => {
  expect(shown([])).toBe(OF_VERSION);
});

test.each([
  ['2026-12-19T06:00:00Z', 3, 'Ontem: 3 inscrições apagadas pelo prazo.'],
  ['2026-12-20T02:59:00Z', 1, 'Ontem: 1 inscrição apagada pelo prazo.'], // still the 19th at the centre
  ['2026-12-20T03:00:00Z', 2, 'Hoje: 2 inscrições apagadas pelo prazo.'],
  ['2026-12-01T12:00:00Z', 2, '01/12/2026: 2 inscrições apagadas pelo prazo.'],
])('a run of the retention at %s that erased %i is shown as %j', (at, enrolments, text) => {
  expect(drawn(<DeskFoot />, ['ultima_limpeza', {}], [{ at, enrolments }])).toContain(`<p>${text}</p>`);
});

test('a run that erased nothing is not shown, and neither is a missing one', () => {
  for (const runs of [[{ at: '2026-12-20T03:00:00Z', enrolments: 0 }], []])
    expect(drawn(<DeskFoot />, ['ultima_limpeza', {}], runs)).not.toContain('pelo prazo');
});
