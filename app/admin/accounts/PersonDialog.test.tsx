import { afterEach, expect, test, vi } from 'vitest';
import { accounts } from '../../../content/accounts.ts';
import { admin } from '../../../content/desk-screens.ts';
import { formOf, sent } from '../../../tests/support/screens/form.tsx';
import { PersonDialog } from './PersonDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const ANA = { account: 'a', name: 'Ana', email: 'ana@example.com', role: 'direcao', isMe: true };
const BIA = { ...ANA, account: 'b', name: 'Bia', role: 'secretaria', isMe: false };
const CAUE = { ...BIA, account: 'c', name: 'Cauê', role: 'direcao', disabledAt: '2026-11-01T12:00:00Z' };
const form = (of: string | null) =>
  formOf(PersonDialog, { of }, [
    ['lista_de_contas', {}],
    [ANA, BIA, CAUE],
  ]);

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
    'not the password that was typed before who becomes direção',
    'b',
    { role: 'direcao', password: 'outra' },
    [role('direcao'), 'Bia: Direção.'],
  ],
  ['no password of a direção', 'c', { password: 'outra' }, 'off'],
  ['not the own password', 'a', { password: 'outra' }, 'off'],
])('of an account is changed %s, and nothing else', async (_what, of, typed, calls) => {
  expect(await sent(form(of), typed)).toEqual(calls);
});

test('who is added has a name, an e-mail, a password and a role', async () => {
  expect(await sent(form(null), { name: ' ', email: ' ' })).toEqual({
    ...{ name: accounts.nameMissing, email: admin.emailMissing, password: admin.passwordMissing },
  });
  const typed = { name: ' Davi ', email: ' davi@example.com ', password: 'outra' };
  const stored = { nome: 'Davi', email: 'davi@example.com', papel: 'secretaria', ...PASSWORD };
  expect(await sent(form(null), typed)).toEqual([
    ['users', expect.objectContaining(stored)],
    accounts.added('Davi'),
  ]);
  for (const of of [null, 'b']) expect(form(of)).toMatchObject({ password: true });
});
