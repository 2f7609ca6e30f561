import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { desk } from '../../../../content/desk.ts';
import type { StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import type { FollowUp } from '../../api/follow-up.ts';
import { FamilyCalls } from './FamilyCalls.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** The messages for an adult on the waiting list who is erased on a day; `changes` overrides that. */
function calls(
  eraseOn: string | null,
  newPhone: string | null = null,
  { person = {}, followUp = {}, until = null as string | null } = {},
): string {
  const time = { enrolment: 'a', eraseOn: eraseOn, rule: 'espera', guardianUntil: until };
  const enrolment = {
    id: 'a',
    nomeCompleto: 'Pessoa de Teste',
    dataNascimento: '1996-03-05',
    telefoneWhatsapp: '62900000000',
    ...person,
  };
  const now = { situation: 'lista-de-espera', reason: null, criteria: {}, newPhone };
  const state = { ...now, guardianPhone: null, ...followUp } as FollowUp;
  return drawn(
    <FamilyCalls
      enrolment={enrolment as unknown as StoredEnrolment}
      state={state}
      busy={false}
      change={async () => null}
    />,
    ['retention dates', ['a']],
    [time],
  );
}

test('a person on the waiting list close to erasing is asked, and the desk sees what to do with the answer', () => {
  expect(calls('2027-01-10')).toContain('Você ainda quer participar? Responda SIM até 09/01/2027.');
  expect(calls('2027-01-10')).toContain(desk.stillWantsHint);
});

test.each(['2027-02-10', null])(
  'a person erased on %s gets the message of the waiting list only',
  (eraseOn) => {
    expect(calls(eraseOn)).toContain('Quando abrir vaga, chamamos.');
    expect(calls(eraseOn)).not.toContain(desk.stillWantsHint);
  },
);

test('a missing document is told with a link, which is made first', () => {
  const html = calls(null, null, { followUp: { situation: 'falta-documento', reason: 'o NIS' } });
  expect(html).toContain(desk.notify);
  expect(html).not.toMatch(/wa\.me|situacao#/);
});

test('a confirmed new telephone is called and written to first; the answer’s is folded away below', () => {
  const html = calls(null, '62988887777');
  expect(html.match(/wa\.me\/\d+|<details|tel:\+\d+|<summary[^>]*>[^<]+/g)).toEqual([
    ...['tel:+5562988887777', 'wa.me/5562988887777'],
    ...[
      '<details',
      '<summary class="small">Telefone da ficha, de antes',
      'tel:+5562900000000',
      'wa.me/5562900000000',
    ],
  ]);
  expect(html).toContain(desk.callNew);
  expect(calls(null)).not.toMatch(/<details|telefone novo/);
});

test('the messages for a minor without a guardian’s telephone tell the last day, and that it is counted anew where it is', () => {
  const html = (eraseOn: string) =>
    calls(eraseOn, null, {
      person: { dataNascimento: '2016-03-05' },
      followUp: { situation: 'nova' },
      until: '2027-01-19',
    });
  const sentence = 'Sem o telefone do responsável até 19/01 a inscrição é apagada.</blockquote>';
  for (const eraseOn of ['2027-01-20', '2026-12-25']) expect(html(eraseOn)).toContain(sentence);
  expect(html('2027-01-20')).not.toContain(desk.daysBeginAnew); // it came today
  expect(html('2026-12-25')).toContain(desk.daysBeginAnew);
});

test('the guardian’s telephone that came later is called first, and says whose it is', () => {
  const html = calls(null, '62988887777', {
    person: { dataNascimento: '2016-03-05' },
    followUp: { situation: 'nova', guardianPhone: '62988887777' },
  });
  expect(html).toMatch(/Ligar para \(62\) 98888-7777<\/a>: é do responsável\./);
  expect(html).not.toContain(desk.changedTelephone);
  expect(html.indexOf('É você a pessoa responsável?')).toBeLessThan(html.indexOf('<details'));
});
