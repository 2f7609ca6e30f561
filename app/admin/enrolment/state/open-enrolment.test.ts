import { afterEach, expect, test, vi } from 'vitest';
import { deciding as words } from '../../../../content/deciding.ts';
import type { Situation } from '../../../../domain/desk/situations.ts';
import { followUp } from '../../../../tests/support/screens/open-enrolment.ts';
import { stubBackend } from '../../../../tests/support/stubbed-backend.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed } from '../../api/follow-up.ts';
import { asksFirst, initialDecision, onceAnswered, storing, warningsInWords } from './open-enrolment.ts';

const ONE = { id: 'one', nomeCompleto: 'Pessoa de Teste' } as ListedEnrolment;

test('a reason is asked for, beginning with the one that stands, and with that of no other situation', () => {
  const known = followUp({ situation: 'falta-documento', reason: 'a foto está escura' });
  const reasonOf = (situation: Situation) => initialDecision(known, { situation, classId: '' }).reason;
  expect([reasonOf('falta-documento'), reasonOf('nao-aprovada')]).toEqual(['a foto está escura', '']);
});

test.each<[string, Partial<Changed>, string, string]>([
  ['that of the pressed button', { classId: 'full' }, 'children', 'children'],
  ['else the one that is stored', { classId: 'muay-thai' }, '', 'muay-thai'],
  [
    'that of who is approved already',
    { situation: 'aprovada', classId: 'muay-thai' },
    'children',
    'muay-thai',
  ],
])('the class that is chosen first is %s', (_what, known, pressed, chosen) => {
  expect(initialDecision(followUp(known), { situation: 'aprovada', classId: pressed }).classId).toBe(chosen);
});

const CHILD = {
  ...ONE,
  situation: 'nova',
  dataNascimento: '2016-03-05',
  repeatedOf: null,
} as ListedEnrolment;
const GUARDED = { ...CHILD, nomeResponsavel: 'Responsável', telefoneResponsavel: '62900000001' };
const CAME = { ...GUARDED, hasNewGuardian: true, guardianName: 'Marta', guardianPhone: '62900000002' };

test.each<[string, Situation, ListedEnrolment, boolean]>([
  ['a reason', 'falta-documento', GUARDED, true],
  ['nothing of who is approved without a doubt', 'aprovada', GUARDED, false],
  ['whether a minor without a guardian is approved', 'aprovada', CHILD, true],
  ['nothing of that child who waits', 'lista-de-espera', CHILD, false],
  [
    'whether a family that asked for something is approved',
    'aprovada',
    { ...GUARDED, hasRequest: true },
    true,
  ],
  ['any decision about that family', 'lista-de-espera', { ...GUARDED, hasRequest: true }, true],
  ['whether an approval ends', 'lista-de-espera', { ...GUARDED, situation: 'aprovada' }, true],
  ['another class of who is approved', 'aprovada', { ...GUARDED, situation: 'aprovada' }, true],
  ['another line of who waits', 'lista-de-espera', { ...GUARDED, situation: 'lista-de-espera' }, true],
])('asked first is %s', (_what, situation, enrolment, asks) => {
  expect(asksFirst(situation, enrolment)).toBe(asks);
});

test.each([
  [GUARDED, ''],
  [{ ...GUARDED, mayBeRepeated: true }, words.confirmApproval('pode ser repetida')],
  [
    { ...GUARDED, mayBeRepeated: true, hasRequest: true },
    words.confirmApproval('pode ser repetida, tem um pedido da família: desistir, cópia'),
  ],
  [{ ...CHILD, repeatedOf: 'x' }, words.confirmApproval('menor sem responsável, pode ser repetida')],
  [CAME, words.unconfirmed('Marta, (62) 90000-0002')],
  [
    { ...CAME, mayBeRepeated: true },
    `${words.unconfirmed('Marta, (62) 90000-0002')} Confira também: pode ser repetida.`,
  ],
])('what is doubtful about who is approved is one sentence (%#)', (enrolment, text) => {
  expect(
    warningsInWords(enrolment as ListedEnrolment, 'aprovada', [{ kind: 'desistir' }, { kind: 'copia' }]),
  ).toBe(text);
});

test('a decision that was answered at last is stored, or overtaken where a colleague has decided since', () => {
  const applied: Changed = { ...followUp({ situation: 'falta-documento' }), applied: true };
  const answered = { ...applied, repeated: true };
  expect(onceAnswered(answered, 'falta-documento')?.applied).toBe(true);
  expect(onceAnswered({ ...answered, situation: 'aprovada' }, 'falta-documento')?.applied).toBe(false);
  expect(onceAnswered({ ...applied, situation: 'aprovada' }, 'falta-documento')?.applied).toBe(true);
});

afterEach(() => vi.unstubAllGlobals());

test.each<[Situation, string[]]>([
  ['nova', ['conferir_criterio', 'decidir_situacao']],
  ['aprovada', ['decidir_situacao']], // another class: nobody was asked
])('approving who was %s calls %j', async (situation, names) => {
  const asked = stubBackend(
    ...names.map(() => ({ ...followUp({ applied: true }), corrections: [], answers: {} })),
  );
  await storing({ ...CAME, situation }, { situation: 'aprovada', version: 1, classId: 'a' })();
  expect(asked.map(([name]) => name)).toEqual(names);
});
