import { expect, test } from 'vitest';
import { erasing } from '../../../content/erasing.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { currentToast } from '../../ui/toast/toast.ts';
import { ErasedDialog } from './ErasedDialog.tsx';

const { bin } = erasing;
const ROW = {
  ...{ enrolment: 'i', name: 'Ana', protocol: '12345678', reason: 'repetida', by: 'Bia' },
  ...{ erasedAt: '2026-12-18T12:00:00Z', endsAt: '2026-12-25T12:00:00Z' },
};
const ASKED = { ...ROW, enrolment: 'j', name: 'Rui', protocol: null, reason: 'pedido_da_familia', by: null };

const open = (answers: Record<string, unknown> = {}) =>
  live(
    <ErasedDialog onClose={() => {}} />,
    [
      [
        ['lista_da_lixeira', {}],
        [ROW, ASKED],
      ],
    ],
    answers,
  );

test('what was erased comes back by a press; what a family asked for asks for the password, and says so', async () => {
  const page = await open();
  expect(page.text()).toContain(
    'Ana 1234-5678 apagada em 18/12/2026 09:00 · Repetida, por Bia · some em 25/12/2026 Devolver ' +
      'Rui apagada em 18/12/2026 09:00 · Pedido da família, por conta que não existe mais · some em 25/12/2026 Devolver',
  );
  await page.press('Devolver Ana');
  expect(page.text()).toContain(`${bin.question('Ana')} ${bin.whole} Cancelar Devolver`);
  await page.press('Devolver');
  const given = ['devolver_apagada', expect.objectContaining({ inscricao: 'i' }), 'own'];
  expect(page.asked.slice(0, 2)).toEqual([given, ['lista_da_lixeira', {}, 'own']]);
  expect(currentToast()?.title).toBe(bin.givenBack('Ana'));
});

test('of what a family asked for the call is made under a sign-in of its own', async () => {
  const page = await open();
  await page.press('Devolver Rui');
  await page.press('Devolver');
  expect([page.calls(), page.text()]).toEqual([
    [],
    expect.stringMatching(/Só devolva se ela mudou.*Digite a sua senha\./),
  ]);
  await page.type('A sua senha', 'frase');
  expect(page.text()).not.toContain('Digite a sua senha.');
  await page.press('Devolver');
  expect(page.asked.slice(0, 2)).toEqual([
    ['token', expect.objectContaining({ password: 'frase' }), 'key'],
    ['devolver_apagada', expect.objectContaining({ inscricao: 'j' }), 'fresh'],
  ]);
});

test('what is refused is said in the dialog, and what is not there any more is read again', async () => {
  const refused = () => Response.json({ code: 'P0001', message: 'Já não está aqui.' }, { status: 400 });
  const answers = { devolver_apagada: refused };
  const page = await open(answers);
  await page.press('Devolver Ana');
  await page.press('Devolver');
  expect([page.text(), currentToast()]).toEqual([expect.stringContaining('Já não está aqui.'), null]);
  expect(page.calls().map(([name]) => name)).toEqual(['devolver_apagada', 'lista_da_lixeira']);
});
