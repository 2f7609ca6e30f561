import { expect, test } from 'vitest';
import { reasonOf, refusal } from './errors.ts';

const pgError = (code: string) =>
  Object.assign(new Error('Process 12 waits for ShareLock on transaction 34'), { code, severity: 'ERROR' });

test.each(['40P01', '40001', '57014', '53300', '08006'])('after %s the same may be asked again', (code) => {
  expect(refusal(pgError(code), 'authenticated')).toMatchObject({
    ...{ status: 503, code, headers: { 'Retry-After': '5' } },
    message: 'O sistema não dá conta agora. Tente de novo daqui a pouco.',
  });
});

test.each(['40000', '40002', '40003', 'XX000'])('%s is a fault of ours', (code) => {
  expect(refusal(pgError(code), 'authenticated')).toBeNull();
});

test('a list in too many lists is the caller’s to mend', () => {
  expect(refusal(pgError('54000'), 'authenticated')).toMatchObject({ status: 400, code: '54000' });
});

test('a socket that is away while PostgreSQL starts is no fault, a file that is missing is one', () => {
  const missing = (syscall: string) => Object.assign(new Error(syscall), { code: 'ENOENT', syscall });
  expect(refusal(missing('connect'), 'anon')).toMatchObject({ status: 503, code: 'PGRST003' });
  expect(refusal(missing('open'), 'anon')).toBeNull();
});

test.each<[what: string, error: unknown, reason: object]>([
  ['what PostgreSQL says', pgError('57014'), { name: 'Error', code: '57014' }],
  [
    'what the system says',
    Object.assign(new Error("ENOSPC: no space left, write '/srv/x'"), { code: 'ENOSPC' }),
    { name: 'Error', code: 'ENOSPC' },
  ],
  ['a cut connection', new Error('Connection terminated unexpectedly'), { name: 'Error', code: '08006' }],
  ['a bug', new TypeError('nome is not a function'), { name: 'TypeError' }],
  ['a text for a code', Object.assign(new Error('x'), { code: 'Maria da Silva' }), { name: 'Error' }],
  ['what is no error', 'Maria da Silva', { name: 'string' }],
])('a log holds of %s its class and its code, and no message', (_what, error, reason) => {
  expect(reasonOf(error)).toEqual(reason);
});

test('a function chooses the status of its refusal by PTnnn, as in PostgREST', () => {
  const chosen = Object.assign(new Error('Espere um minuto.'), { code: 'PT429', severity: 'ERROR' });
  expect(refusal(chosen, 'anon')).toMatchObject({
    status: 429,
    code: 'PT429',
    message: 'Espere um minuto.',
  });
  expect(refusal(pgError('PT099'), 'anon')).toMatchObject({ status: 400 });
});
