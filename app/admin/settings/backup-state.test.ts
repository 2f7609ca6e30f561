import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LastBackups } from '../api/notices.ts';
import { backupsInWords, backupTroubles } from './backup-state.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const TODAY = '2026-12-20T06:10:00Z';
const NOTHING: LastBackups = {
  copiedAt: null,
  triedAt: null,
  failedAt: null,
  failed: null,
  code: null,
  elsewhereAt: TODAY,
};

test.each<[Partial<LastBackups>, done: string, trouble: string]>([
  [{ copiedAt: TODAY }, 'Última cópia de segurança: hoje, em outro disco.', ''],
  [{ copiedAt: TODAY, elsewhereAt: '2026-12-14T06:00:00Z' }, 'Última cópia de segurança: hoje.', ''],
  [
    { copiedAt: TODAY, elsewhereAt: '2026-12-12T06:00:00Z' },
    'Última cópia de segurança: hoje.',
    'Sem cópia fora: a última em outro disco é de 12/12/2026. Avise quem cuida do site.',
  ],
  [
    { copiedAt: TODAY, elsewhereAt: null },
    'Última cópia de segurança: hoje.',
    'Sem cópia fora: as cópias estão no mesmo disco que os dados, e se ele quebra vão junto. Avise quem cuida do site.',
  ],
  [
    { copiedAt: TODAY, triedAt: '2026-12-19T06:20:00Z' },
    'Última cópia de segurança: hoje, em outro disco. Último ensaio de volta: ontem, tudo certo.',
    '',
  ],
  [{}, '', 'Ainda não há cópia de segurança. Quem cuida do site liga a de toda noite.'],
  [
    { copiedAt: '2026-12-16T06:00:00Z' },
    'Última cópia de segurança: 16/12/2026.',
    'Está atrasada: avise quem cuida do site.',
  ],
  [
    { copiedAt: '2026-12-19T06:00:00Z', failed: 'copia', failedAt: TODAY },
    'Última cópia de segurança: ontem.',
    'A cópia de hoje não deu certo: avise quem cuida do site.',
  ],
  [
    { copiedAt: TODAY, failed: 'copia', failedAt: TODAY, code: 'documentos' },
    'Última cópia de segurança: hoje, em outro disco.',
    'A cópia de hoje foi feita, mas faltam documentos no site: avise quem cuida dele.',
  ],
  [
    { failed: 'ensaio', failedAt: TODAY },
    '',
    'O ensaio de volta de hoje não deu certo: avise quem cuida do site.',
  ],
])('%j is told as %j, and %j asks for attention', (changes, done, trouble) => {
  const last = { ...NOTHING, ...changes };
  expect(backupsInWords(last)).toBe(done);
  expect(backupTroubles(last).join(' ')).toBe(trouble);
});
