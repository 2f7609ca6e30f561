import { expect, test } from 'vitest';
import { correcting } from '../../../content/corrections.ts';
import { deciding } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { erasing } from '../../../content/erasing.ts';
import { openEnrolment as words } from '../../../content/open-enrolment.ts';
import { printing } from '../../../content/print-export.ts';
import { requests } from '../../../content/requests.ts';
import { around, asked, changed, openLive, refused } from '../../../tests/support/screens/live-enrolment.tsx';
import { currentToast } from '../../ui/toast/toast.ts';
import { setUnsavedValue, unsavedValue } from '../controls/unsaved.ts';
import './answers/CorrectDialog.tsx'; // fetched already

test.each([
  ['direcao', 'outro', erasing.otherwise],
  [
    'secretaria',
    'pedido_da_familia',
    `${erasing.onRequest} ${erasing.confirm('1')} ${erasing.onlyOnRequest}`,
  ],
])('a %s erases after the protocol, with the reason %s and the password', async (role, motivo, text) => {
  const page = await openLive(
    {},
    { role, row: { protocol: '12345678' }, answers: { apagar_inscricao: null } },
  );
  await page.happen(() => setUnsavedValue('note', 'Ana', '', { text: 'meia' }));
  await page.press('Mais');
  await page.press('Apagar agora');
  expect(page.dialog().text).toContain(text);
  await page.press(erasing.submit);
  expect(page.dialog().text.includes(erasing.reasonMissing)).toBe(role === 'direcao');
  expect(page.dialog().text).toMatch(new RegExp(`${erasing.mismatch}.*Digite a sua senha`));
  if (role === 'direcao') await page.type('Outro', true);
  await page.type(erasing.confirm('1'), ' 1234-5678');
  await page.type('A sua senha', 'frase');
  page.calls();
  await page.press(erasing.submit);
  expect(page.calls()[0]).toEqual([
    'apagar_inscricao',
    { inscricao: 'Ana', confirmacao: ' 1234-5678', motivo },
  ]);
  expect([around, unsavedValue('note', 'Ana'), currentToast()?.title]).toEqual([
    ['erased'],
    undefined,
    erasing.done,
  ]);
});

test('what is refused of erasing is said, and one that was erased meanwhile is gone as well', async () => {
  const erase = async (answer: unknown, state: object = {}) => {
    const page = await openLive(state, { answers: { apagar_inscricao: answer } });
    if ('requests' in state) await page.press(requests.confirm.apagar);
    else {
      await page.press('Mais');
      await page.press('Apagar agora');
      await page.type('Teste', true);
    }
    await page.type(erasing.confirm(null), ' apagar ');
    await page.type('A sua senha', 'frase');
    await page.press(erasing.submit);
    return page;
  };
  expect((await erase(refused('Muitas hoje.'))).dialog().text).toContain('Muitas hoje.');
  expect(around).toEqual([]);
  await erase(() => Response.json({ code: 'P0002', message: desk.missing }, { status: 404 }));
  expect(around).toEqual(['erased']);
  const page = await erase(null, asked('apagar'));
  expect([page.calls()[0]?.[1], around]).toEqual([
    { inscricao: 'Ana', confirmacao: ' apagar ', motivo: 'pedido_da_familia' },
    ['erased'],
  ]);
  const slow = await erase(() => new Promise(() => {}));
  const top = [...slow.page.querySelectorAll('dialog')].at(-1);
  await slow.happen(() => top?.dispatchEvent(new Event('cancel', { cancelable: true }))); // Escape
  expect([slow.dialog().text.startsWith('Apagar'), slow.dialog().controls]).toEqual([
    true,
    expect.stringContaining('Cancelar (off)'),
  ]);
});

test('an answer is corrected with its reason, what it says now beside it; where somebody is to be found leads to the links', async () => {
  const page = await openLive(asked('corrigir'), {
    answers: { corrigir_respostas: changed({ answers: { cidade: 'Outra' } }) },
  });
  await page.press(correcting.open);
  await page.settle();
  expect(page.dialog().controls).toMatch(/Guardar correção \(off\)$/);
  await page.type('Cidade', 'Outra');
  expect(page.dialog().text).toContain(correcting.now('Cidade Exemplo'));
  await page.press(correcting.save);
  expect(page.dialog().text).toContain(correcting.reasonMissing);
  await page.type(correcting.reason, 'pedido-da-familia');
  expect(page.dialog().controls).toContain(`${printing.onRequest} (on)`); // a note says that they did
  await page.press(correcting.save);
  expect(page.calls()).toContainEqual([
    'corrigir_respostas',
    {
      inscricao: 'Ana',
      versao: 3,
      mudancas: { cidade: 'Outra' },
      motivo: 'pedido-da-familia',
      a_pedido: true,
    },
  ]);
  expect([
    page.dialog().text.startsWith(words.links.title),
    page.text().includes(correcting.saved),
    unsavedValue('correction', 'Ana'),
  ]).toEqual([true, true, undefined]);
  const weight = await openLive({}, { answers: { corrigir_respostas: changed() } });
  await weight.press(correcting.open);
  await weight.settle();
  await weight.type('Sim', true);
  expect(weight.dialog().controls).toMatch(/Guardar correção$/);
  await weight.press(correcting.save);
  expect(weight.dialog().text).toContain('Por favor, detalhe a condição médica.');
  expect(weight.dialog().text).not.toContain(correcting.reasonMissing);
  await weight.type('Qual?', 'Asma');
  await weight.type(correcting.reason, 'digitado-errado');
  await weight.press(correcting.save);
  expect(weight.calls().find(([name]) => name === 'corrigir_respostas')?.[1]).toMatchObject({
    mudancas: { condicao_medica: 'sim', condicao_medica_detalhes: 'Asma' },
    motivo: 'digitado-errado',
  });
  expect(weight.dialog().text.startsWith('Detalhes da Inscrição')).toBe(true);
});

test.each([
  [
    'a database’s own words',
    { code: '23514', message: 'violates check' },
    400,
    'Confira os campos marcados.',
  ],
  ['a colleague', null, 200, words.changedMeanwhile],
])(
  'a correction that %s refused stays in its form, with what was typed',
  async (_who, answer, status, said) => {
    const overtaken = { ...changed(), applied: false };
    const page = await openLive(
      {},
      { answers: { corrigir_respostas: () => (answer ? Response.json(answer, { status }) : overtaken) } },
    );
    await page.press(correcting.open);
    await page.settle();
    await page.type('Cidade', 'Outra');
    await page.type(correcting.reason, 'digitado-errado');
    await page.press(correcting.save);
    expect(page.dialog().text).toContain(said);
    expect(unsavedValue('correction', 'Ana')).toMatchObject({ cidade: 'Outra' });
  },
);

test('a correction that was begun stays with its mark where the form is closed, and goes where it is cancelled', async () => {
  const page = await openLive();
  await page.press(correcting.open);
  await page.settle();
  await page.type('RG', '12345');
  const top = [...page.page.querySelectorAll('dialog')].at(-1);
  await page.happen(() => top?.dispatchEvent(new Event('cancel', { cancelable: true }))); // Escape
  expect([page.dialog().text.startsWith('Detalhes'), page.text().includes(desk.unsaved)]).toEqual([
    true,
    true,
  ]);
  await page.press(correcting.open);
  expect(page.field('RG').value).toBe('12345');
  await page.press('Cancelar');
  expect(page.text()).not.toContain(desk.unsaved);
});

test.each<[button: string, call: object, discreet: boolean]>([
  ['Imprimir Ficha', { inscricoes: ['Ana'] }, false],
  [printing.ways.discreet, { inscricoes: ['Ana'] }, true],
  [printing.ways.onRequest, { inscricoes: ['Ana'], a_pedido: true }, false],
])('«%s» is recorded, and then on paper', async (button, call, discreet) => {
  const page = await openLive({}, { row: { protocol: '12345678' }, answers: { anotar_impressao: null } });
  const printed = page.printed();
  if (button !== 'Imprimir Ficha') await page.press('Mais');
  await page.press(button);
  expect(page.calls()).toEqual([
    ['anotar_impressao', call],
    ...(call && 'a_pedido' in call ? [['ficha', { inscricao: 'Ana' }]] : []),
  ]);
  expect([printed.length, printed[0]]).toEqual([
    1,
    expect.stringMatching(
      /^Ficha-Ana .*Protocolo 1234-5678 · impresso em 20\/12\/2026 09:00 por ana@example.com$/,
    ),
  ]);
  expect(printed[0]?.includes(printing.isDiscreet)).toBe(discreet);
});

test('row 249: the browser’s own command prints the sheet that is open, and the title comes back', async () => {
  const page = await openLive({}, { answers: { anotar_impressao: null } });
  const before = page.page.title;
  for (let time = 0; time < 2; time += 1) {
    await page.happen(() => window.dispatchEvent(new Event('beforeprint')));
    expect(page.page.title).toBe('Ficha-Ana');
    await page.happen(() => window.dispatchEvent(new Event('afterprint')));
    expect(page.page.title).toBe(before);
  }
});

test('what cannot be recorded is not printed, and why is said; nor is another that is open by then', async () => {
  const page = await openLive({}, { answers: { anotar_impressao: refused('Sem registro.') } });
  const print = () => around.push('printed');
  Object.assign(window, { print });
  await page.press('Imprimir Ficha');
  expect([around, page.text().includes(`${printing.failed} Sem registro.`)]).toEqual([[], true]);
  let record = (_: unknown) => {};
  const slow = await openLive(
    {},
    { answers: { anotar_impressao: () => new Promise((done) => (record = done)) } },
  );
  Object.assign(window, { print });
  await slow.press('Imprimir Ficha');
  expect(slow.controls()).toContain('Imprimir Ficha (off)');
  await slow.press(deciding.next);
  record(null);
  await slow.settle();
  expect([around, slow.text().includes('2 de 2')]).toEqual([['Bia'], true]);
});
