import { expect, test } from 'vitest';
import { accounts as words } from '../../../content/accounts.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { currentToast } from '../../ui/toast/toast.ts';
import { AccountsPage } from './AccountsPage.tsx';

const ANA = {
  ...{ account: 'a', name: null, email: 'ana@example.com', role: 'direcao', isMe: true },
  ...{ disabledAt: null, lastSignIn: '2026-12-19T12:00:00Z' },
};
const BIA = {
  ...{ ...ANA, account: 'b', name: 'Bia', email: 'bia@example.com', role: 'secretaria', isMe: false },
  lastSignIn: null,
};
const CAU = { ...BIA, account: 'c', name: 'Cau', role: 'professor', disabledAt: '2026-12-01T12:00:00Z' };

const open = (role = 'direcao', answers: Record<string, unknown> = {}) =>
  live(
    <AccountsPage />,
    [
      [['role'], role],
      [
        ['lista_de_contas', {}],
        [ANA, BIA, CAU],
      ],
      ...('certidoes' in answers ? [] : [[['certidoes', {}], []] as const]),
    ],
    answers,
  );

test('each account is read with its role, access and last sign-in; others than a direção change the own password alone', async () => {
  const page = await open();
  expect(page.text()).toContain(
    'ana@example.com (você) direção · com acesso · última entrada: 19/12/2026 09:00 Mudar ' +
      'Bia bia@example.com · secretaria · com acesso · nunca entrou Mudar ' +
      'Cau bia@example.com · professor · sem acesso desde 01/12/2026 · nunca entrou Mudar',
  );
  expect((await open('secretaria')).controls()).toBe(words.own.title);
});

test('a person is added once all is typed, and the own password is changed, each with the own password', async () => {
  const page = await open();
  await page.press(words.add);
  await page.type(words.name, ' ');
  await page.press('Incluir');
  for (const said of [words.nameMissing, 'Digite o e-mail.', 'Digite a senha.', 'Digite a sua senha.'])
    expect(page.text()).toContain(said);
  expect([page.focused(), page.calls()]).toEqual(['name', []]);
  for (const [label, value] of Object.entries({
    [words.name]: ' Dora ',
    'E-mail': ' d@example.com ',
    Senha: 'nova frase',
    'A sua senha': 'frase',
  }))
    await page.type(label, value);
  await page.press('Incluir');
  const added = { nome: 'Dora', email: 'd@example.com', papel: 'secretaria', password: 'nova frase' };
  expect(page.calls()).toEqual([
    ['users', expect.objectContaining({ ...added, current_password: 'frase' })],
    ['lista_de_contas', {}],
    ['certidoes', {}],
  ]);
  expect(currentToast()?.title).toBe('Dora agora tem acesso.');
  await page.press(words.own.title);
  await page.press(words.own.submit);
  expect(page.text()).toContain(words.own.nextMissing);
  await page.type('Senha nova', 'outra');
  await page.type('A sua senha', 'frase');
  await page.press(words.own.submit);
  expect(page.calls()[0]).toEqual(['user', { password: 'outra', current_password: 'frase' }]);
  expect(currentToast()?.title).toBe(words.own.done);
});

test('what is refused is said in the form, which stays with what was typed; a wrong own password changes nothing on the page', async () => {
  const refused = (error_code: string, msg: string) =>
    Response.json({ code: 400, error_code, msg }, { status: 422 });
  const page = await open('direcao', { user: () => refused('weak_password', 'Esta senha é fácil.') });
  await page.press(words.own.title);
  await page.type('Senha nova', 'outra');
  await page.type('A sua senha', 'frase');
  await page.press(words.own.submit);
  expect(page.text()).toContain('Esta senha é fácil.');
  expect(page.calls().map(([name]) => name)).toEqual(['user', 'lista_de_contas', 'certidoes']);
});

test('the day of a certificate is noted of an account, and of who has none by the first name; switched off nothing is there', async () => {
  const none = { kind: 'antecedentes', day: null, until: null };
  const certidoes = [
    { ...none, account: 'b', text: 'Bia', day: '2026-07-01', until: '2027-01-01' },
    { ...none, account: null, text: 'Rosa' },
  ];
  const page = await open('direcao', { certidoes, marcar: null });
  expect(page.text()).toContain(
    'Bia Vence em 01/01 Em 01/07/2026, vale até 01/01/2027 Mudar Rosa Não anotado Anotar Outra pessoa, sem conta Não anotado Anotar',
  );
  const noted = async (button: string, typed: Record<string, string>) => {
    await page.press(button);
    for (const [label, value] of Object.entries(typed)) await page.type(label, value);
    page.calls();
    await page.press('Guardar');
    return page.calls()[0];
  };
  const sent = { inscricao: null, especie: 'antecedentes', ate: null, dia: '2026-12-01' };
  const day = { Data: '2026-12-01' };
  expect(await noted('Mudar: Bia', day)).toEqual(['marcar', { ...sent, texto: 'Bia', conta: 'b' }]);
  expect(await noted('Anotar: Outra pessoa, sem conta', { ...day, 'Primeiro nome': 'Ana' })).toEqual([
    'marcar',
    { ...sent, texto: 'Ana', conta: null },
  ]);
  expect((await open('direcao', { certidoes: [] })).text()).not.toContain('Certidão');
});
