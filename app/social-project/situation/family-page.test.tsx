import { expect, onTestFinished, test, vi } from 'vitest';
import { guardian as guardianWords } from '../../../content/guardian.ts';
import { ownData as words } from '../../../content/own-data.ts';
import { renewal } from '../../../content/renewal.ts';
import { situation } from '../../../content/situation.ts';
import type { Situation } from '../../../domain/desk/situations.ts';
import { ROW } from '../../../tests/support/people.ts';
import { live, openAt } from '../../../tests/support/screens/live.tsx';
import './FamilyRequests.tsx'; // fetched already, as all that comes with an answer
import './GuardianForm.tsx';
import './OwnAnswers.tsx';
import './RenewalForm.tsx';
import { SituationPage } from './SituationPage.tsx';

const CODE = '0'.repeat(32);
const CPF = '529.982.247-25';
const NOW: object = {
  situacao: 'nova',
  desde: '2026-12-10T12:00:00Z',
  pedidos: [],
  proprio: true,
  falta: [],
};
const DATA = {
  ...{ respostas: { ...ROW, nome_completo: 'Ipê' }, protocolo: '04827193', guarda: null },
  ...{ telefoneNovo: null, nomeDoResponsavel: null, telefoneDoResponsavel: null },
  ...{ recebidaEm: '2026-12-10T12:00:00Z', correcoes: [], documentos: [], aberturas: [], pedidos: [] },
};
const OPENED = { ...NOW, dados: DATA };

/** The page of a link, or without one; the back end answers its functions so. */
async function open(answer: unknown = NOW, answers: Record<string, unknown> = {}, hash = `#${CODE}`) {
  const all = { situacao_da_inscricao: answer, formulario: {}, ...answers };
  const page = await live(<SituationPage />, [], all, () => openAt(`/projeto-social/situacao${hash}`));
  await page.settle();
  page.calls();
  return page;
}

/** Opens 'Meus dados' with this CPF. */
async function enter(page: Awaited<ReturnType<typeof open>>, cpf = CPF) {
  await page.type(words.cpf, cpf);
  await page.press(words.send);
}

test.each([
  ['nova', {}, ['Protocolo '], []],
  ['falta-documento', { motivo: ' O NIS não aparece. ' }, ['A equipe escreveu: O NIS não aparece.'], []],
  [
    'aprovada',
    { turma: 'Boxe', primeiroDia: '2027-01-05' },
    ['Turma: Boxe.', 'Primeiro dia: 05/01/2027.'],
    [],
  ],
  ['aprovada', { atualizadoEm: '2026-12-11T12:00:00Z' }, [situation.updated('11/12/2026')], ['Boxe']],
  ['lista-de-espera', { turma: 'Boxe' }, ['Lista de espera: Boxe.'], ['Turma:']],
  ['nao-aprovada', { motivo: 'x' }, ['A equipe escreveu: x'], [situation.requests.withdraw.title]],
  ['desistiu', {}, [], [situation.requests.withdraw.title, 'Andamento']],
  ['em-analise', { pedidos: ['desistir', 'apagar'] }, Object.values(words.openRequests).slice(1, 2), []],
] as [Situation, object, string[], string[]][])(
  'the situation «%s» with %j is told, and takes the focus',
  async (situacao, more, said, unsaid) => {
    const page = await open({ ...NOW, situacao, ...more });
    const { title, next } = situation.each[situacao];
    expect(page.focused()).toBe(title);
    for (const one of [next, situation.since('10/12/2026'), ...said]) expect(page.text()).toContain(one);
    for (const one of unsaid) expect(page.text()).not.toContain(one);
  },
);

test('who has no link asks by protocol and birth date: what is missing is said, what was typed stays', async () => {
  const wait = Response.json({ message: 'x', details: '2026-12-20T13:00:20Z' }, { status: 429 });
  const answers: unknown[] = [null, wait, { situacao: 'em-analise', desde: '2026-12-10T12:00:00Z' }];
  const page = await open(null, { situacao_por_protocolo: () => answers.shift() }, '');
  await page.press(situation.ask.submit);
  expect([page.focused(), page.calls()]).toEqual(['protocolo', []]);
  for (const said of [situation.ask.protocolMissing, situation.ask.birthMissing])
    expect(page.text()).toContain(said);
  await page.type(situation.ask.protocol, '4827-1936');
  await page.type(situation.ask.birth, '05/03/2012');
  for (const said of [situation.nobody, 'Tente de novo hoje, às 10:01, ou ligue para', situation.byPair]) {
    expect(page.field(situation.ask.protocol).value).toBe('4827-1936');
    await page.press(situation.ask.submit);
    expect(page.text()).toContain(said);
  }
  const asked = { protocolo: '48271936', nascimento: '2012-03-05' };
  expect(page.calls()).toEqual(Array(3).fill(['situacao_por_protocolo', asked]));
  expect(page.text()).not.toContain(situation.need);
  answers.push({ situacao: 'falta-documento', desde: '2026-12-10T12:00:00Z' });
  await page.press(situation.another);
  await page.type(situation.ask.protocol, '4827-1936');
  await page.type(situation.ask.birth, '05/03/2012');
  await page.press(situation.ask.submit);
  expect(page.text()).toContain(situation.doNow); // what is missing of the guardian is not told here, so nothing is counted
});

test('a link that was cut or is wrong says so and asks; what comes after it was left brings nothing back', async () => {
  for (const hash of ['#0123456789abcdef0123', '#cortado-no-meio', `#${CODE}`]) {
    const page = await open(null, {}, hash);
    expect(page.text()).toContain(situation.nobody);
    expect(page.field(situation.ask.protocol)).toBeTruthy();
  }
  let answer = (_: unknown) => {};
  const page = await open(() => new Promise((done) => (answer = done)));
  await page.press(situation.another);
  answer(NOW);
  await page.settle();
  expect([page.text().includes('Inscrição recebida'), page.field(situation.ask.protocol).value]).toEqual([
    false,
    '',
  ]);
  const other = await open(NOW, {
    pedir_pela_familia: () => new Promise((done) => (answer = done)),
    situacao_por_protocolo: { situacao: 'em-analise', desde: '2026-12-10T12:00:00Z' },
  });
  await other.press(situation.requests.withdraw.send);
  await other.press(situation.another);
  await other.type(situation.ask.protocol, '48271936');
  await other.type(situation.ask.birth, '05/03/2012');
  await other.press(situation.ask.submit);
  answer({ ...NOW, recebido: true });
  await other.settle();
  expect(other.focused()).toBe(situation.each['em-analise'].title);
  expect(other.text()).not.toContain(situation.each.nova.title);
  const down = await open(() => new Response('', { status: 503 }));
  expect(down.text()).toContain(situation.failed);
  await down.press(situation.again);
  expect(down.calls()).toHaveLength(1);
});

test('a guardian that is missing is asked for first, given as it is stored, and asked again where no answer came', async () => {
  const lacks = { falta: ['nomeResponsavel', 'telefoneResponsavel'], faltaAte: '2027-01-19' };
  const said = guardianWords.until('19/01');
  const desks = await open({ ...NOW, ...lacks, proprio: false });
  expect(desks.text()).toContain(`${said} ${situation.sendGuardianByChat}`);
  const answers: unknown[] = [() => Promise.reject(new TypeError('x')), { ...NOW, recebido: true }];
  const page = await open({ ...NOW, ...lacks }, { enviar_responsavel: () => answers.shift() });
  expect(page.text()).toContain('A inscrição chegou sem o nome e o telefone do responsável.');
  expect(page.text()).toContain(`Falta 1 coisa A inscrição`);
  expect(page.text()).toContain(`${said} ${situation.sendGuardian}`);
  expect(page.text()).not.toContain(situation.each.nova.next);
  await page.press(situation.guardian.send);
  expect(page.focused()).toBe('nomeResponsavel');
  const missing = 'Digite o telefone do responsável, com DDD.';
  expect(page.text()).toContain(missing);
  await page.type('Nome do responsável', 'Marta');
  const name = page.field('Nome do responsável');
  expect([name.getAttribute('aria-invalid'), page.text().includes(missing)]).toEqual(['false', true]); // only what was corrected
  await page.type('Telefone do responsável', '123');
  await page.press(situation.guardian.send);
  expect([page.focused(), page.calls()]).toEqual(['telefoneResponsavel', []]);
  await page.type('Telefone do responsável', '62988886666');
  await page.press(situation.guardian.send);
  const field = page.field('Telefone do responsável');
  await page.happen(() => field.dispatchEvent(new Event('focusout', { bubbles: true })));
  expect([page.text().includes('Sem internet.'), field.value]).toEqual([true, '(62) 98888-6666']);
  await page.type('Nome do responsável', 'Marta');
  expect(page.text()).not.toContain('Sem internet.');
  await page.press(situation.guardian.send);
  const given = { codigo: CODE, nome: 'Marta', telefone: '62988886666' };
  expect(page.calls()).toEqual(Array(2).fill(['enviar_responsavel', given]));
  expect(page.text()).toContain(situation.guardian.thanks);
  expect(page.text()).toContain(situation.each.nova.next);
  expect(page.text()).not.toContain(said);
});

test('a family gives up its place or has another telephone, once; too many are told', async () => {
  const { requests } = situation;
  const answers: object[] = [
    { pedidos: ['telefone'], recebido: true },
    { pedidos: ['telefone'], limite: true },
    { pedidos: ['telefone', 'desistir'], recebido: true },
  ];
  const page = await open(NOW, { pedir_pela_familia: () => ({ ...NOW, ...answers.shift() }) });
  await page.press(requests.telephone.send);
  expect([page.text().includes(requests.telephoneMissing), page.calls()]).toEqual([true, []]);
  await page.type(requests.telephoneLabel, '62988887777');
  await page.press(requests.telephone.send);
  expect(page.text()).toContain(`${requests.noted} `);
  expect(page.text()).toContain(requests.open.telefone);
  await page.press(requests.withdraw.send);
  expect(page.text()).toContain(requests.tooMany);
  await page.press(requests.withdraw.send);
  expect(page.text()).toContain(requests.open.desistir);
  expect(page.text()).not.toContain(requests.withdraw.title);
  const of = (tipo: string, more: object = {}) => ['pedir_pela_familia', { codigo: CODE, tipo, ...more }];
  expect(page.calls()).toEqual([
    of('telefone', { telefone: '(62) 98888-7777' }),
    of('desistir'),
    of('desistir'),
  ]);
});

test('whether somebody goes on is asked first, in two answers; ‘não’ asks once more, and an answer may be changed', async () => {
  const asks = { ...NOW, situacao: 'aprovada', renovacao: 'pedida' };
  const answers: unknown[] = [
    () => Promise.reject(new TypeError('x')),
    { ...asks, renovacao: 'sim', recebido: true },
    { ...asks, renovacao: 'nao', recebido: true },
    { ...asks, renovacao: 'nao', recebido: false, limite: true },
    { ...asks, renovacao: null, recebido: false },
  ];
  const page = await open(asks, { responder_renovacao: () => answers.shift() });
  expect(page.focused()).toBe(renewal.title);
  const alert = page.page.querySelector('[role=alert]');
  expect(alert?.textContent).toBe('');
  expect(page.text().indexOf(renewal.title)).toBeLessThan(page.text().indexOf(situation.each.aprovada.title));
  await page.type('Não', true);
  await page.press(renewal.yes);
  expect(alert?.textContent).toContain('Sem internet.');
  await page.press(renewal.yes);
  const sent = { codigo: CODE, continua: true, cadunico: false };
  expect(page.calls()).toEqual(Array(2).fill(['responder_renovacao', sent]));
  for (const said of [renewal.noted, renewal.answered.sim]) expect(page.text()).toContain(said);
  expect(page.focused()).toBe(renewal.title);

  await page.press(renewal.change);
  await page.press(renewal.no);
  expect([page.focused(), page.calls()]).toEqual([renewal.sure, []]);
  expect(page.controls()).not.toContain(renewal.yes);
  await page.press(renewal.back);
  expect([page.focused(), page.text().includes(renewal.sure)]).toEqual([renewal.title, false]);
  await page.press(renewal.no);
  await page.press(renewal.sureNo);
  expect(page.calls()).toEqual([['responder_renovacao', { ...sent, continua: false }]]);
  expect(page.text()).toContain(renewal.answered.nao);
  for (const said of [situation.requests.tooMany, renewal.closed]) {
    await page.press(renewal.yes);
    expect(page.text()).toContain(said);
  }
  expect(page.text()).not.toContain(renewal.title); // the desk has noted it
});

test('where the question does not load, a sentence and the WhatsApp stand in its place', async () => {
  vi.doMock('./RenewalForm.tsx', () => {
    throw new Error('offline');
  });
  onTestFinished(() => void vi.doUnmock('./RenewalForm.tsx'));
  const page = await open({ ...NOW, situacao: 'aprovada', renovacao: 'pedida' });
  const place = [...page.page.querySelectorAll('.notice')].find(({ textContent }) =>
    textContent?.includes(situation.renewalByChat),
  );
  expect(place?.querySelector('a')?.href).toContain('wa.me');
  expect((await open(NOW)).text()).not.toContain(situation.renewalByChat);
});

test('by a link of the desk another address or school is asked for without being read; by the own one in ‘Meus dados’', async () => {
  const { moved, now, nowMissing, send } = situation.requests;
  const desks = { ...NOW, proprio: false, pedidos: ['corrigir'] };
  const page = await open({ ...NOW, proprio: false }, { pedir_pela_familia: { ...desks, recebido: true } });
  await page.press(send);
  expect([page.text().includes(nowMissing), page.calls()]).toEqual([true, []]);
  await page.type(now, ' Escola Nova ');
  await page.press(send);
  const asked = { codigo: CODE, tipo: 'corrigir', mudancas: { escola: 'Escola Nova' } };
  expect(page.calls()).toEqual([['pedir_pela_familia', asked]]);
  expect(page.text()).toContain(words.openRequests.corrigir);
  expect((await open()).text()).not.toContain(moved.escola);
});

test('‘Meus dados’ open by the CPF alone: what is none is asked nobody, a wrong one is counted, a link of the desk opens none', async () => {
  const answers: object[] = [{ restam: 4 }, { fechadoAte: '2026-12-21T13:00:00Z' }, OPENED];
  const page = await open(NOW, { meus_dados: () => ({ ...NOW, ...answers.shift() }) });
  for (const [cpf, said] of [
    ['', words.cpfMissing],
    ['5299822472', 'O CPF tem 11 números. Falta 1.'],
  ] as const) {
    await enter(page, cpf);
    expect(page.text()).toContain(said);
  }
  expect([page.calls(), page.focused()]).toEqual([[], 'cpf']);
  for (const said of [words.wrong(4), 'os dados abrem de novo em 21/12/2026, às 10:00.']) {
    await enter(page);
    expect(page.text()).toContain(said);
    expect(page.text()).not.toContain('Ipê');
  }
  await enter(page);
  expect(page.calls()).toEqual(Array(3).fill(['meus_dados', { codigo: CODE, cpf: CPF }]));
  expect([page.focused(), page.text().includes('Ipê')]).toEqual([words.title, true]);
  await page.press(words.close);
  expect([page.focused(), page.text().includes('Ipê')]).toEqual([situation.each.nova.title, false]);
  expect((await open({ ...NOW, proprio: false })).text()).toContain(words.notThisLink);
});

test('another answer is asked for in its place, and not the same one; the medical one with its details', async () => {
  const noted = (pedido: number) => ({ ...OPENED, dados: DATA, pedido });
  const answers: unknown[] = [noted(1), { ...OPENED, limite: true }, noted(2)];
  const page = await open(NOW, { meus_dados: OPENED, pedir_dos_dados: () => answers.shift() });
  await enter(page);
  await page.press(`${words.correct.button} Cidade`);
  page.calls(); // of the rules
  expect([page.focused(), page.text().match(/Cidade Exemplo/g)]).toEqual(['cidade', null]);
  await page.press(words.correct.send);
  expect(page.text()).toContain(words.correct.same);
  await page.type('Cidade', '');
  await page.press(words.correct.send);
  expect(page.text()).toContain('Digite a cidade.');
  await page.press(words.correct.cancel);
  expect([page.focused(), page.calls()]).toEqual([`${words.correct.button} Cidade`, []]);
  await page.press(`${words.correct.button} Cidade`);
  await page.type('Cidade', 'Cidade Certa');
  await page.press(words.correct.send);
  expect([page.focused(), page.text().includes(words.noted(1))]).toEqual([words.title, true]);
  await page.press(`${words.correct.button} Possui Condição Médica?`);
  await page.type('Sim', true);
  await page.press(words.correct.send);
  expect(page.text()).toContain('Por favor, detalhe a condição médica.');
  await page.type('Qual?', 'Asma');
  await page.press(words.correct.send);
  expect(page.text()).toContain(situation.requests.tooMany);
  const asked = { codigo: CODE, cpf: CPF, tipo: 'corrigir' };
  expect(page.calls().map(([, call]) => call)).toEqual([
    { ...asked, mudancas: { cidade: 'Cidade Certa' } },
    { ...asked, mudancas: { condicao_medica: 'sim', condicao_medica_detalhes: 'Asma' } },
  ]);
});

test('a copy is one request however often it is printed; all is asked to be erased once that is sure', async () => {
  const answers: unknown[] = [
    { ...OPENED, pedido: 1 },
    { ...OPENED, pedidos: ['apagar'], pedido: 2 },
  ];
  const page = await open(NOW, { meus_dados: OPENED, pedir_dos_dados: () => answers.shift() });
  const printed = page.printed();
  await enter(page);
  page.calls();
  await page.press(words.copy.send);
  await page.press(words.copy.send);
  expect(printed).toHaveLength(2);
  expect(printed[0]).toContain(words.copy.heading('Ipê'));
  expect(page.text()).toContain(words.copy.done(1));
  Object.assign(window, { print() {} });
  await page.press(words.copy.send);
  expect(page.text()).toContain(words.copy.cannotPrint);
  await page.press(words.erase.send);
  expect(page.text()).toContain(words.erase.sureMissing);
  await page.type(words.erase.sure, true);
  await page.press(words.erase.send);
  expect(page.text()).toContain(words.noted(2));
  expect(page.calls().map(([, call]) => (call as { tipo: string }).tipo)).toEqual(['copia', 'apagar']);
  await page.press(words.close);
  expect(page.text()).toContain(words.openRequests.apagar);
});

test('what was opened is forgotten when the page is left or ten minutes went by, and an answer that comes later too', async () => {
  let given: object = OPENED;
  const page = await open(NOW, { meus_dados: () => given });
  await enter(page);
  await page.happen(() => window.dispatchEvent(new Event('pagehide')));
  expect([page.text().includes('Ipê'), page.field(words.cpf).value]).toEqual([false, '']);
  await enter(page);
  for (const [minute, isOpen] of [
    ['12:09', true],
    ['12:18', true],
    ['12:28', false],
  ] as const) {
    vi.useFakeTimers({ now: new Date(`2026-12-20T${minute}:00Z`), toFake: ['Date'] });
    await page.happen(() => document.dispatchEvent(new Event('keydown')));
    expect([minute, page.text().includes('Ipê')]).toEqual([minute, isOpen]);
  }
  expect(page.text()).toContain(words.forgotten);
  given = { ...NOW, restam: 4 };
  await enter(page);
  const fold = page.field(words.cpf).closest('details');
  expect([fold?.open, page.text().includes(words.wrong(4))]).toEqual([true, true]);
  given = OPENED;
  await enter(page);
  await page.happen(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    document.dispatchEvent(new Event('keydown')); // the last
    vi.advanceTimersByTime(10 * 60_000);
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  expect([page.text().includes('Ipê'), page.text().includes(words.forgotten)]).toEqual([false, true]);
  let answer = (_: unknown) => {};
  const slow = await open(NOW, { meus_dados: () => new Promise((done) => (answer = done)) });
  await enter(slow);
  await slow.happen(() => window.dispatchEvent(new Event('pagehide')));
  answer(OPENED);
  await slow.settle();
  expect(slow.text()).not.toContain('Ipê');
});
