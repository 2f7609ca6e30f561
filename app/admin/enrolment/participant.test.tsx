import { expect, test } from 'vitest';
import { type LineKind, datedLines as words } from '../../../content/dated-lines.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { signing, terms } from '../../../content/printed-terms.ts';
import { changed, openLive, refused } from '../../../tests/support/screens/live-enrolment.tsx';

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
