import { expect, test } from 'vitest';
import { type LineKind, datedLines as words } from '../../../content/dated-lines.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { signing, terms } from '../../../content/printed-terms.ts';
import { changed, openLive, refused } from '../../../tests/support/screens/live-enrolment.tsx';
import { isUnsaved } from '../controls/unsaved.ts';

// the 20th of December
const line = (kind: LineKind, more: object = {}) => ({ kind, text: null, day: null, until: null, ...more });
const LINES = [
  line('atestado', { day: '2026-01-10', until: '2027-01-10' }),
  line('imagem'),
  line('termo'),
  line('kimono', { text: 'A2', day: '2026-12-01' }),
];
const APPROVED = { situation: 'aprovada', lines: LINES };

test('the part ‘Participante’ says what is noted and what is not, and what runs out; of others it is not there', async () => {
  const page = await openLive(APPROVED);
  expect(page.text()).toContain(
    `${words.title} Atestado ou PAR-Q Vence em 10/01 Em 10/01/2026, vale até 10/01/2027 Mudar ` +
      'Uso de imagem Não anotado Anotar Termo de responsabilidade Não anotado Anotar ' +
      'Kimono A2, emprestado em 01/12/2026 Mudar',
  );
  expect((await openLive({ lines: [] })).text()).not.toContain(words.title);
});

test.each<[opens: string, typed: Record<string, string | true>, sent: object]>([
  ['Anotar: Uso de imagem', { Não: true }, { especie: 'imagem', texto: 'nao' }],
  [
    'Anotar: Termo de responsabilidade',
    { 'Assinado em': '2026-12-19' },
    { especie: 'termo', dia: '2026-12-19' },
  ],
  ['Mudar: Kimono', { Tamanho: '', 'Emprestado em': '' }, { especie: 'kimono' }],
  [
    'Mudar: Atestado ou PAR-Q',
    { 'Vale até': '2027-12-10' },
    { especie: 'atestado', dia: '2026-01-10', ate: '2027-12-10' },
  ],
])('«%s» asks for its kind alone; %j is sent as %j', async (opens, typed, sent) => {
  const page = await openLive(APPROVED, { answers: { marcar: changed(APPROVED) } });
  await page.press(opens);
  for (const [label, value] of Object.entries(typed)) await page.type(label, value);
  page.calls();
  await page.press('Guardar');
  const whole = { inscricao: 'Ana', texto: '', dia: null, ate: null, conta: null, ...sent };
  expect(page.calls()[0]).toEqual(['marcar', whole]);
  expect(page.dialog().text).toContain(openEnrolment.history); // its own is closed
});

test('what the centre refuses is said in the dialog, where it can be mended', async () => {
  const page = await openLive(APPROVED, { answers: { marcar: refused('Confira os dias.') } });
  await page.press('Anotar: Termo de responsabilidade');
  await page.type('Assinado em', '2026-12-24');
  await page.press('Guardar');
  expect(page.dialog().text).toContain('Confira os dias.');
  expect(page.dialog().text).not.toContain(openEnrolment.history);
});

test('what is typed of a line outlives its dialog, until it is stored or cancelled; the same as before is not sent', async () => {
  const page = await openLive(APPROVED, { answers: { marcar: changed(APPROVED) } });
  const open = () => page.press('Mudar: Kimono');
  await open();
  expect(page.dialog().controls).toContain('Guardar (off)');
  await page.type('Tamanho', 'A3');
  const typed = async () => {
    await page.happen(() =>
      page.page
        .querySelector('dialog:last-of-type')
        ?.dispatchEvent(new Event('cancel', { cancelable: true })),
    );
    await open();
    return page.field('Tamanho').value;
  };
  expect([await typed(), isUnsaved('Ana')]).toEqual(['A3', true]);
  await page.press('Cancelar');
  expect(isUnsaved('Ana')).toBe(false);
  await open();
  await page.type('Tamanho', 'A4');
  await page.press('Guardar');
  expect(isUnsaved('Ana')).toBe(false);
});

test('a text to sign names the guardian who is confirmed, and has a line for the pen in the place of who came by the link', async () => {
  const signers = [];
  for (const [row, state] of [
    [{ nomeResponsavel: 'Rita' }, {}],
    [{ nomeResponsavel: 'Rita' }, { guardianName: 'Bruno', hasNewGuardian: true }],
    [{ dataNascimento: '1990-03-05' }, {}],
  ]) {
    const page = await openLive({ ...APPROVED, ...state }, { row, answers: { anotar_impressao: null } });
    const printed = page.printed();
    await page.press('Mais');
    await page.press(signing.act(terms.termo.title));
    signers.push(/(Eu, .*?), nascido.* (Assinatura.*?):/.exec(printed[0] ?? '')?.slice(1));
  }
  const line = '_'.repeat(40);
  expect(signers).toEqual([
    ['Eu, Rita, responsável por Ana', 'Assinatura do responsável'],
    [`Eu, ${line}, responsável por Ana`, 'Assinatura do responsável'],
    ['Eu, Ana', 'Assinatura'],
  ]);
});

test('the texts to sign are printed of who takes part, unless their kind is switched off', async () => {
  const acts = async (lines: object[]) => {
    const page = await openLive({ ...APPROVED, lines });
    await page.press('Mais');
    return [terms.termo, terms.imagem].map(({ title }) => page.controls().includes(signing.act(title)));
  };
  expect([await acts(LINES), await acts([line('termo')]), await acts([])]).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
});
