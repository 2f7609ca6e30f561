import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ApiFunction, FUNCTIONS } from '../../domain/functions.ts';
import { ROOT } from '../support/sources.ts';

test('docs/contract.md lists the functions of the table, and no other', () => {
  const contract = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8');
  const [, section = ''] = /^### 4\.6 .*\n([\s\S]*?)^## /m.exec(contract) ?? [];
  const listed = section.split('\n').filter((line) => line.startsWith('| `'));
  const entry = ({ audit, auditBy }: ApiFunction) =>
    audit === null ? '–' : `${audit}${auditBy === 'server' ? ' (by our server)' : ''}`;
  const rows = Object.entries(FUNCTIONS as Record<string, ApiFunction>).map(([name, fn]) =>
    [
      '',
      `\`${name}\``,
      fn.arguments || '–',
      fn.allowedTo,
      fn.reads ? 'reads' : fn.once ? 'writes once' : 'may write',
      fn.returns,
      entry(fn),
      '',
    ]
      .join(' | ')
      .trim(),
  );
  expect(listed).toEqual(rows);
});
