import { expect, test, vi } from 'vitest';
import { brand } from '../../../content/brand.ts';
import { nextSteps as words } from '../../../content/next-steps.ts';
import { situation } from '../../../content/situation.ts';
import { chatLink, phoneInWords } from '../../../domain/contact.ts';
import { laterDay, writtenDay } from '../../../domain/dates.ts';
import type { SentEnrolment } from '../../../domain/enrolment/sent-enrolment.ts';
import { live, openAt } from '../../../tests/support/screens/live.tsx';
import { Confirmation } from './Confirmation.tsx';
import './NextSteps.tsx'; // fetched already

const SENT: SentEnrolment = {
  ...{ protocol: '48271936', code: '0'.repeat(32), at: '2025-05-13T01:30:00Z' }, // 22:30 of the day before, at the centre
  ...{ forWhom: 'mim', lacks: [], until: '' },
};
const ADDRESS = `https://casa.example/projeto-social/situacao#${SENT.code}`;

/** What stands after sending, and which enrolment was begun next. */
async function open(sent: Partial<SentEnrolment> = {}, isFresh = true) {
  const begun: string[] = [];
  const page = await live(
    <Confirmation
      sent={{ ...SENT, ...sent }}
      isFresh={isFresh}
      onNewEnrolment={() => begun.push('new')}
      onFamilyEnrolment={isFresh ? () => begun.push('family') : null}
      onClose={() => begun.push('closed')}
      guardian={<p>Quem é o responsável?</p>}
    />,
    [],
    {},
    () => openAt('/projeto-social'),
  );
  const hrefOf = (name: string) =>
    [...page.page.querySelectorAll('a')].find((one) => one.textContent?.includes(name))?.href ?? '';
  const said = (name: string) => new URL(hrefOf(name)).searchParams.get('text');
  return { ...page, begun, hrefOf, said };
}

test('the number, the day at the centre and what comes next are told; the message to oneself says them', async () => {
  const page = await open();
  expect(page.focused()).toContain('Inscrição enviada!');
  for (const text of [
    'Seu número de protocolo é 4827-1936 4 8 2 7, 1 9 3 6.',
    'Enviada em 12/05/2025, às 22:30. Anote o número ou tire um print.',
    words.next(''), // the day is long over
  ])
    expect(page.text()).toContain(text);
  expect(page.said(words.saveInChat)).toBe(
    `Projeto Construindo Campeões — ${brand.name}. Inscrição enviada em 12/05/2025. Protocolo 4827-1936. Dúvidas: ${phoneInWords(brand.phone)}. Veja a situação aqui: ${ADDRESS}`,
  );
  expect(page.hrefOf(situation.link.open)).toBe(ADDRESS);
  expect(page.html().match(/button--primary/g)).toHaveLength(1);
  await page.press(words.another.yes);
  await page.press(words.another.no);
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  await page.press(words.close); // where the home page does not come the number stays
  Reflect.deleteProperty(navigator, 'onLine');
  expect(page.begun).toEqual(['family', 'new']);
  await page.press(words.close);
  expect(page.begun).toEqual(['family', 'new', 'closed']);
  const recent = await open({ at: '2026-12-19T12:00:00Z' });
  expect(recent.text()).toContain(
    words.next(writtenDay(laterDay('2026-12-19', brand.answerDays)).slice(0, 5)),
  );
  const again = await open({}, false); // nothing of the answers is known
  expect(again.focused()).toBe('');
  await again.press(words.another.open);
  expect([again.begun, again.text().includes(words.another.question)]).toEqual([['new'], false]);
});

test.each([
  ['2025-06-11', 'Sem o telefone do responsável até 11/06 a inscrição é apagada.'],
  ['', 'é apagada'],
])(
  'who is without a guardian is told what is missing and how to bring it, until «%s»',
  async (until, lastDay) => {
    const page = await open({ lacks: ['nomeResponsavel', 'telefoneResponsavel'], until });
    expect(page.text()).toContain(`${words.guardian.title} A inscrição chegou sem o nome e o telefone`);
    const chat = chatLink(brand.phone, words.guardian.message('4827-1936')) ?? '';
    const forwarded = page.said(words.guardian.forward) ?? '';
    expect(forwarded).toContain('4827-1936');
    expect(forwarded.endsWith(chat)).toBe(true);
    for (const text of [page.text(), forwarded, page.said(words.saveInChat)])
      expect(text?.includes(lastDay)).toBe(until !== '');
    expect(page.html().match(/button--primary/g)).toHaveLength(1); // to forward it
    const one = await open({ lacks: ['telefoneResponsavel'], until, forWhom: 'outra' }); // who enrolled a child is asked here
    expect(one.text()).toContain(
      `${words.guardian.titleOfGuardian} A inscrição chegou sem o telefone do responsável.`,
    );
    expect([one.hrefOf(words.guardian.forward), one.text().includes('Quem é o responsável?')]).toEqual([
      '',
      true,
    ]);
    const notSaid = await open({ lacks: ['telefoneResponsavel'], until, forWhom: '' }); // both ways
    expect(notSaid.text()).toContain('Quem é o responsável?');
    expect(notSaid.said(words.guardian.forward)).toContain('4827-1936');
  },
);

test('the link is copied, or written out where the browser may not; one that prints nothing says so', async () => {
  const page = await open();
  const copied: string[] = [];
  const writeText = vi.fn(async (text: string) => void copied.push(text));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await page.press(situation.link.copy.label);
  expect(copied).toEqual([ADDRESS]);
  writeText.mockRejectedValue(new Error('not here'));
  await page.press(situation.link.copy.label);
  expect(page.text()).toContain(situation.link.copy.cannotCopy(ADDRESS));
  Object.assign(window, { print() {} });
  await page.press(words.print);
  expect(page.text()).toContain(words.cannotPrint);
});
