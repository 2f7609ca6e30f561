import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toDo as words } from '../../../../content/to-do.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { elementsIn, partsOf, press } from '../../../../tests/support/screens/form.tsx';
import { followUp, listed } from '../../../../tests/support/screens/open-enrolment.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { FollowUp } from '../../api/follow-up.ts';
import { TickBox } from '../../controls/TickBoxes.tsx';
import { MessageCard } from './MessageCard.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** The card of an adult on the waiting list who is erased on a day; `changes` overrides that. */
function card(
  eraseOn: string | null,
  { person = {}, followUp = {}, until = null as string | null, renewed = false, failed = false } = {},
): string {
  const time = { enrolment: 'a', eraseOn: eraseOn, rule: 'espera', guardianUntil: until };
  const later = { newPhone: null, guardianPhone: null, hasNewGuardian: false, ...followUp };
  const enrolment = {
    ...{ id: 'a', nomeCompleto: 'Pessoa de Teste' },
    ...{ dataNascimento: '1996-03-05', telefoneWhatsapp: '62900000000', ...later, ...person },
  };
  const state = { situation: 'lista-de-espera', reason: null, criteria: {}, requests: [], ...later };
  return drawn(
    <MessageCard
      people={[{ enrolment: enrolment as ListedEnrolment, followUp: state as unknown as FollowUp }]}
      renewed={renewed}
      onSent={() => {}}
    />,
    ['retention dates', ['a']],
    failed ? new Error('no answer') : [time],
  );
}

test('a person on the waiting list close to erasing is asked, and the desk sees what to do with the answer', () => {
  expect(card('2027-01-10')).toContain('Você ainda quer participar? Responda SIM até 09/01/2027.');
  expect(card('2027-01-10')).toContain(words.stillWants);
  for (const eraseOn of ['2027-02-10', null]) expect(card(eraseOn)).not.toContain(words.stillWants);
});

test.each([
  ['1996-03-05', 'Ana', 'Pessoa'],
  ['2016-03-05', 'Pessoa', 'Ana'],
])(
  'who was born on %s and chose a name is called %s in a message, until the desk ticks otherwise',
  (dataNascimento, usual, other) => {
    const names = { nomeCompleto: 'Pessoa de Teste', nomeSocial: 'Ana Lima' };
    const enrolment = { ...listed('a'), ...names, dataNascimento } as ListedEnrolment;
    const people = [
      {
        enrolment,
        followUp: followUp({ situation: 'lista-de-espera', criteria: {} as FollowUp['criteria'] }),
      },
    ];
    for (const [renewed, words] of [
      [false, (name: string) => `Olá! ${name} está na lista`],
      [true, (name: string) => `da inscrição de ${name} não abrem`],
    ] as const) {
      const tick: Parameters<typeof partsOf>[2] = (parts) => {
        const { checked, onChange } = elementsIn(parts).find(({ type }) => type === TickBox)?.props ?? {};
        (onChange as (event: object) => void)({ target: { checked: !checked } });
      };
      const text = (...act: (typeof tick)[]) =>
        renderToStaticMarkup(
          partsOf(
            MessageCard,
            { people, renewed, onSent: () => {} },
            [['retention dates', ['a']], []],
            ...act,
          ),
        );
      expect(text()).toContain('<bdi>Ana Lima</bdi>'); // to the desk
      expect(text()).toContain(words(usual));
      expect(text(tick)).toContain(words(other));
    }
  },
);

test('a missing document, and a new link, are told with a link, which is made first', () => {
  for (const html of [
    card(null, { followUp: { situation: 'falta-documento', reason: 'o NIS' } }),
    card(null, { renewed: true }),
  ]) {
    expect(html).toContain(words.makeLink);
    expect(html).not.toMatch(/wa\.me|situacao#/);
  }
});

test('the links of several are made one after the other', async () => {
  const send = vi.fn(() => new Promise<null>((made) => setTimeout(made, 1_000)));
  const state = followUp({ situation: 'falta-documento', criteria: {} as FollowUp['criteria'] });
  const people = ['a', 'b'].map((id) => ({ enrolment: listed(id), followUp: state }));
  const props = { people, send, onSent: () => {} };
  press(partsOf(MessageCard, props, [['retention dates', ['a', 'b']], []]), words.makeLink);
  for (const made of [1, 2]) {
    await vi.advanceTimersByTimeAsync(900);
    expect(send).toHaveBeenCalledTimes(made);
  }
});

test('of several numbers the one that the family gave later is first, and each has its way to WhatsApp', () => {
  const html = card(null, { followUp: { newPhone: '62988887777' } });
  expect(html.match(/wa\.me\/\d+|tel:\+\d+|(?<=<\/a>: )[^<]+|button--\w+/g)).toEqual([
    ...['tel:+5562988887777', 'a família trocou de telefone', 'button--primary', 'wa.me/5562988887777'],
    ...['tel:+5562900000000', 'da pessoa', 'button--secondary', 'wa.me/5562900000000'],
  ]);
  expect(card(null).match(/wa\.me/g)).toHaveLength(1);
  const child = { dataNascimento: '2016-03-05', telefoneResponsavel: '62900000001' };
  expect(card(null, { person: child, followUp: { newPhone: '62988887777' } })).toContain(
    '98888-7777</a>: do responsável, a família trocou de telefone<',
  );
});

test('the message for a minor without a guardian’s telephone tells the last day, and that it is counted anew where it is', () => {
  const html = (eraseOn: string, renewed = false) =>
    card(eraseOn, {
      person: { dataNascimento: '2016-03-05' },
      followUp: { situation: 'nova' },
      until: '2027-01-19',
      renewed,
    });
  const sentence = 'Sem o telefone do responsável até 19/01 a inscrição é apagada.</blockquote>';
  for (const eraseOn of ['2027-01-20', '2026-12-25']) expect(html(eraseOn)).toContain(sentence);
  expect(html('2027-01-20')).not.toContain(words.beginsAnew); // it came today
  expect(html('2026-12-25')).toContain(words.beginsAnew);
  expect(html('2026-12-25', true)).not.toContain(words.beginsAnew); // a new link tells no day
});

test('the guardian’s telephone that came later says whose it is, and that nobody confirmed it; a new link leaves it out', () => {
  const later = { guardianPhone: '62988887777', situation: 'nova' };
  const person = { dataNascimento: '2016-03-05', telefoneResponsavel: '62900000001' };
  const of = (hasNewGuardian: boolean, renewed = false) =>
    card(null, { person, followUp: { ...later, hasNewGuardian }, renewed });
  expect(of(false)).toMatch(/Ligar para \(62\) 98888-7777<\/a>: do responsável</);
  expect(of(true)).toContain(words.unconfirmed);
  expect(of(true, true)).toContain(words.leftOut);
  expect(of(true, true)).not.toContain('98888-7777');
  expect(of(true, true)).toContain('(62) 90000-0001');
  expect(of(false, true)).toContain('98888-7777');

  const mothers = { ...later, guardianPhone: '62900000000', hasNewGuardian: true };
  expect(
    card(null, { person: { ...person, telefoneResponsavel: null }, followUp: mothers, renewed: true }),
  ).toContain(
    '(62) 90000-0000</a>: da pessoa', // it stands in the answers too
  );
  const moved = { newPhone: '62988887777', situation: 'nova', hasNewGuardian: true };
  const html = card(null, { person, followUp: moved, renewed: true });
  expect(html).toContain(words.leftOut);
  expect(html).not.toContain('98888-7777');
  expect(card(null, { person, followUp: { ...moved, hasNewGuardian: false }, renewed: true })).toContain(
    '98888-7777',
  );
});

test('a new link where no number can be written to is made all the same, to be handed over', () => {
  const html = card(null, { person: { telefoneWhatsapp: '123' }, renewed: true });
  expect(html).toContain(words.makeLink);
  expect(html).toContain(words.linkInPerson);
  expect(html).not.toMatch(/tel:|wa\.me/);
});

test('days and messages that could not be read are told, and no message is drawn without them', () => {
  const html = card(null, { failed: true });
  expect(html).toContain('Tentar de novo');
  expect(html).not.toContain('wa.me');
});
