import { expect, test } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { followUp } from '../../../tests/support/screens/open-enrolment.ts';
import { FRESH } from './state/open-enrolment.ts';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';
import { TellFamily } from './TellFamily.tsx';

const ADULT = { id: 'a', nomeCompleto: 'Ana', dataNascimento: '1996-03-05', telefoneWhatsapp: '62900000000' };
const answered = { number: 3, confirmed: true, sentence: null };
const APPROVED = followUp({ situation: 'aprovada', answered, criteria: {} as never });

const html = (toNotify: boolean, own: unknown = {}) => {
  const opened = { enrolment: { ...ADULT, toNotify }, screen: FRESH } as OpenedEnrolment;
  const offer = <TellFamily opened={opened} followUp={APPROVED} onNext={undefined} />;
  return drawn(offer, ['retention dates', ['a']], [], [[['own messages'], own]]);
};

test('the decision is told first, and then the answer to a request', () => {
  expect(html(true)).toContain('aprovad');
  expect(html(false)).toContain('pedido%20n%C2%BA%203');
});

test('where the texts of the own could not be read no usual one takes their place', () => {
  const failed = html(true, new Error('no answer'));
  expect(failed).toContain('Avisar a família'); // the dialog, which says why and tries again
  expect(failed).not.toContain('wa.me');
});
