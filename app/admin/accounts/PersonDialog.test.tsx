import { afterEach, expect, test, vi } from 'vitest';
import { formOf, sent } from '../../../tests/support/screens/form.tsx';
import { PersonDialog } from './PersonDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const ANA = { account: 'a', name: 'Ana', email: 'ana@example.com', role: 'direcao', isMe: true };
const BIA = { ...ANA, account: 'b', name: 'Bia', role: 'secretaria', isMe: false };
const CAUE = { ...BIA, account: 'c', name: 'Cauê', role: 'direcao', disabledAt: '2026-11-01T12:00:00Z' };
const known = [
  ['lista_de_contas', {}],
  [ANA, BIA, CAUE],
] as const;

const PASSWORD = { password: 'outra', current_password: 'frase' };
const role = (papel: string, nome = 'Bia', conta = 'b') => ['mudar_papel', { conta, papel, nome }];
const access = (conta: string, com_acesso: boolean) => ['mudar_acesso', { conta, com_acesso }];

test.each<[what: string, of: string, typed: object, calls: unknown]>([
  ['nothing', 'b', { name: ' Bia ' }, 'off'],
  ['a name', 'b', { name: ' Beatriz ' }, [role('secretaria', 'Beatriz'), 'Beatriz: Secretaria.']],
  ['the own name', 'a', { name: '' }, [role('direcao', '', 'a'), 'ana@example.com: Direção.']],
  ['a role', 'b', { role: 'professor' }, [role('professor'), 'Bia: Professor.']],
  ['access', 'b', { access: false }, [access('b', false), 'Bia: Secretaria, sem acesso.']],
  ['access again', 'c', { access: true }, [access('c', true), 'Cauê: Direção, com acesso.']],
  ['a password', 'b', { password: 'outra' }, [['b', PASSWORD], 'Bia: Secretaria, senha nova.']],
  [
    'no password of who gets there',
    'b',
    { role: 'direcao', password: 'x' },
    [role('direcao'), 'Bia: Direção.'],
  ],
  ['no password of a direção', 'c', { password: 'outra' }, 'off'],
  ['not the own password', 'a', { password: 'outra' }, 'off'],
])('of an account is changed %s, and nothing else', async (_what, of, typed, calls) => {
  expect(await sent(formOf(PersonDialog, { of }, known), typed)).toEqual(calls);
});
