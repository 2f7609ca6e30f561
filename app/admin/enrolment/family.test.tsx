import { expect, test } from 'vitest';
import { absences, renewal } from '../../../content/attendance.ts';
import { correcting } from '../../../content/corrections.ts';
import { deciding } from '../../../content/deciding.ts';
import { desk } from '../../../content/desk.ts';
import { openEnrolment as words } from '../../../content/open-enrolment.ts';
import { requests } from '../../../content/requests.ts';
import { toDo } from '../../../content/to-do.ts';
import { ROW } from '../../../tests/support/people.ts';
import { textOf } from '../../../tests/support/screens/heard.ts';
import { asked, changed, openLive, refused } from '../../../tests/support/screens/live-enrolment.tsx';
import { listed, wholeFollowUp } from '../../../tests/support/screens/open-enrolment.ts';
import { currentToast } from '../../ui/toast/toast.ts';
import type { FollowUp } from '../api/follow-up.ts';
import { unsavedValue } from '../controls/unsaved.ts';
import './answers/CorrectDialog.tsx'; // fetched already

test.each([
  ['corrigir', correcting.open, 'Corrigir respostas Ana'],
  ['apagar', requests.confirm.apagar, 'Apagar a inscrição 1234-5678? Ana'],
])(
  'a request «%s» is refused with a sentence alone, and agreed to in its own form',
  async (kind, agree, title) => {
    const page = await openLive(asked(kind), {
      row: { protocol: '12345678' },
      answers: { atender_pedido: changed() },
    });
    expect(page.text().includes(requests.eraseHint)).toBe(kind === 'apagar');
    await page.press(`${requests.refuse} ${requests.dismissed}`);
    await page.press(requests.sendRefusal);
    expect([page.dialog().text, page.calls()]).toEqual([
      expect.stringMatching(`^${requests.refuse} Ana .*${requests.whyMissing}`),
      [],
    ]);
    await page.type(requests.why, 'O RG diz outro.');
    expect(unsavedValue('refusal', 'Ana', 'p')).toEqual({ text: 'O RG diz outro.' });
    await page.press(requests.sendRefusal);
    const answer = {
      ...{ inscricao: 'Ana', versao: 3, pedido: 'p', confirmado: false, resposta: 'O RG diz outro.' },
    };
    expect(page.calls()).toEqual([['atender_pedido', answer]]);
    expect([
      page.text().includes(requests.answered(3)),
      page.text().includes(requests.whyHint),
      unsavedValue('refusal', 'Ana', 'p'),
    ]).toEqual([true, false, undefined]);
    const agreed = await openLive(asked(kind), { row: { protocol: '12345678' } });
    await agreed.press(agree);
    await agreed.settle();
    expect(agreed.dialog().text).toMatch(title);
  },
);

test('a refusal that is refused stays in its form; of who is approved a withdrawal asks for the last day', async () => {
  const page = await openLive(asked('apagar'), { answers: { atender_pedido: refused('Espere.') } });
  await page.press(`${requests.refuse} ${requests.dismissed}`);
  await page.type(requests.why, 'x');
  await page.press(requests.sendRefusal);
  expect(page.dialog().text).toContain('Espere.');
  const leaves = await openLive({ ...asked('desistir'), situation: 'aprovada' });
  await leaves.press('Pedido: desistir');
  expect([leaves.focused(), leaves.text().includes(desk.familyAsks)]).toEqual([requests.title, false]);
  await leaves.press(requests.confirm.desistir);
  expect([leaves.dialog().text, leaves.calls()]).toEqual([
    expect.stringMatching(/^Saiu… Ana .*Último dia/),
    [],
  ]);
  expect(leaves.dialog().controls).not.toContain('A pedido da família'); // which this answers
  const waits = await openLive(asked('desistir'), { answers: { atender_pedido: refused('Agora não.') } });
  await waits.press(requests.confirm.desistir);
  expect([waits.calls()[0]?.[0], waits.text().includes('Agora não.')]).toEqual(['atender_pedido', true]);
  const closed = await openLive(
    { ...asked('telefone', { phone: '62988887777' }), dataClosedUntil: '2026-12-20T18:00:00Z' },
    { row: { telefoneResponsavel: '' } },
  );
  for (const said of [
    'errou o CPF cinco vezes',
    'Quer ser chamada neste telefone: (62) 98888\u20117777.',
    requests.isGuardiansHint,
  ])
    expect(closed.text()).toContain(said);
  const noted = await openLive(asked('corrigir', { atDesk: true }));
  expect(noted.text()).toContain(`${requests.anAnswer} Pedido no balcão em 10/12/2026 09:00.`);
});

test('a note is kept until it is stored; with what the family asks it is a request too', async () => {
  const page = await openLive({}, { answers: { nova_nota: changed() } });
  await page.type(words.note, ' \n');
  await page.press(words.writeNote);
  expect([page.text().includes(words.noteMissing), page.calls()]).toEqual([true, []]);
  await page.type(words.note, 'Ligar');
  await page.type(requests.asksFor, 'copia');
  expect(page.text()).toContain(requests.asksForHint);
  await page.press(words.writeNote);
  expect(page.calls()).toEqual([['nova_nota', { inscricao: 'Ana', texto: 'Ligar', pedido: 'copia' }]]);
  expect([page.text().includes(requests.noted), unsavedValue('note', 'Ana')]).toEqual([true, undefined]);
  await page.type(words.note, 'De novo');
  expect([page.text().includes(requests.noted), page.text().includes(desk.unsaved)]).toEqual([false, true]);
  await page.press(words.writeNote);
  expect([page.calls()[0]?.[1], page.text().includes(words.savedNote)]).toEqual([
    { inscricao: 'Ana', texto: 'De novo' },
    true,
  ]);
  const no = await openLive({}, { answers: { nova_nota: refused('Muito longa.') } });
  await no.type(words.note, 'x');
  await no.press(words.writeNote);
  expect([no.text().includes('Muito longa.'), unsavedValue('note', 'Ana')]).toEqual([true, { text: 'x' }]);
});

test('what fails after another was opened is told with whom it was about', async () => {
  let answer = (_: unknown) => {};
  const page = await openLive({}, { answers: { nova_nota: () => new Promise((done) => (answer = done)) } });
  await page.type(words.note, 'x');
  await page.press(words.writeNote);
  await page.press(deciding.next);
  answer(refused('Não foi gravada.')());
  await page.settle();
  expect(currentToast()?.title).toContain('Veja Ana: o que você fez');
  expect(page.text()).not.toContain('Não foi gravada.');
});

test('notes and changes stand newest first, each with who did it: also the family, in the same moment', async () => {
  const change = (action: string, at: string, by: string | null, more: object = {}) => ({
    ...{ action, at, by, from: null, to: null, reason: null, className: null, ...more },
  });
  const history = [
    change('situacao', '2026-12-04T12:00:00Z', null, { from: 'nova', to: 'em-analise' }),
    change('pedido', '2026-12-04T12:00:00Z', null, { from: 'copia' }),
    change('nota', '2026-12-03T12:00:00Z', 'Rui'),
    change('novo-link', '2026-12-02T12:00:00Z', null),
    change('importada', '2026-12-01T12:00:00Z', 'Beto', { className: 'Boxe' }),
    change('meus-dados-abertos', '2026-11-30T12:00:00Z', null),
  ];
  const notes = [
    { id: 'n', author: 'Rui', text: 'Ligou.', writtenAt: '2026-12-03T12:00:00Z' },
    { id: 'm', author: null, text: 'Veio.', writtenAt: '2026-12-05T12:00:00Z' },
  ];
  const page = await openLive(
    { history, notes, imported: true },
    { row: { arrivedAt: '2026-11-30T12:00:00Z' } },
  );
  expect(textOf(page.page.querySelector('ol')?.outerHTML ?? '')).toBe(
    'conta apagada · 05/12/2026 09:00 Veio. a família, pelo link · 04/12/2026 09:00 De Nova para Em análise ' +
      'a família, pelo link · 04/12/2026 09:00 Pediu: uma cópia dos dados Rui · 03/12/2026 09:00 Ligou. ' +
      'conta apagada · 02/12/2026 09:00 Fez um link novo para a família Beto · 01/12/2026 09:00 Importou de uma planilha: Boxe ' +
      'a família, pelo link · 30/11/2026 09:00 Abriu «Meus dados» pelo link',
  );
  expect(page.text()).toContain('Origem Importada em 30/11 por Beto');
});

test('another that may be the same is looked at once it is unfolded, without health and income, and judged', async () => {
  const similar = [{ id: 'x', sameIn: ['cpf', 'nome'], situation: 'nao-aprovada' }];
  const rows = [{ ...ROW, id: 'x', created_at: '2026-11-01T12:00:00Z', protocolo: null }];
  const page = await openLive(
    { similar, repeatedOf: 'y' },
    { answers: { inscricoes_projeto: rows, comparar_pessoas: changed() } },
  );
  expect(page.text()).toContain(
    `${words.duplicates} ${words.repeatNotice} Outra inscrição (Não aprovada): mesmo CPF, mesmo nome e nascimento`,
  );
  expect(page.calls()).toEqual([]);
  await page.press(words.similar('Não aprovada', 'mesmo CPF, mesmo nome e nascimento'));
  const [[table, select]] = page.asked.splice(0) as [[string, string]];
  expect([table, select.includes('cpf'), /condicao|renda|peso/.test(select)]).toEqual([
    'inscricoes_projeto',
    true,
    false,
  ]);
  expect(page.text().match(/Ficha de Inscrição/g)).toHaveLength(2);
  expect(page.text().match(/Informações Sociais/g)).toHaveLength(1);
  await page.press(words.differentPeople);
  expect(page.calls()[0]).toEqual([
    'comparar_pessoas',
    { inscricao: 'Ana', outra: 'x', mesma_pessoa: false },
  ]);
  expect([page.text().includes(words.duplicates), page.focused()]).toEqual([false, 'Detalhes da Inscrição']);
});

test('links are ended, and lead to the message with another, which is made and recorded', async () => {
  const made = changed({ code: '0'.repeat(32), until: '2026-12-27' });
  const page = await openLive(
    {},
    { answers: { fechar_links: changed(), fazer_link: made, anotar_mensagem: changed() } },
  );
  await page.press('Mais');
  await page.press(words.links.title);
  expect(page.dialog().controls).toBe(`${words.links.leave} | ${words.links.end}`);
  await page.press(words.links.end);
  expect(page.dialog().controls).toMatch(
    /^Ligar para .* \| Ligar para .* \| Pôr o link na mensagem \| Fechar$/,
  );
  expect(page.text()).toContain(words.links.ended);
  await page.press('Pôr o link na mensagem');
  expect(page.calls()).toEqual([
    ['fechar_links', { inscricao: 'Ana' }],
    ['fazer_link', { inscricao: 'Ana' }],
  ]);
  expect(page.dialog().text).toContain('O link só aparece agora: mande já.');
  expect(page.dialog().text).toMatch(/situacao#0{32}.*27\/12\/2026|27\/12\/2026.*situacao#0{32}/);
  await page.press('Abrir o WhatsApp de (62) 90000-0000 (abre em outra página)');
  expect(page.dialog().text).toMatch(/Ligar para \(62\) 90000-0000 : da pessoa Mandou\?/);
  await page.press('Não mandei');
  await page.press('Abrir o WhatsApp de (62) 90000-0000 (abre em outra página)');
  await page.press('Sim, mandei');
  expect(page.calls()).toEqual([
    ['anotar_mensagem', { inscricao: 'Ana', modelo: 'link-novo', para: 'pessoa' }],
  ]);
  expect([page.text().includes(deciding.informed('Ana')), page.dialog().text.startsWith('Detalhes')]).toEqual(
    [true, true],
  );
});

test('siblings who are passed over are not told, and the desk does not say that they were', async () => {
  const page = await openLive({ situation: 'aprovada', toNotify: true });
  const bia = listed('Bia', { situation: 'aprovada', toNotify: true });
  await page.happen(() => page.client.setQueryData(['siblings', 'Ana'], [bia]));
  await page.press(deciding.tell('Ana e Bia'));
  await page.settle();
  await page.press(toDo.skip);
  expect([page.dialog().text.startsWith('Detalhes'), page.text().includes('Anotado')]).toEqual([true, false]);
});

test('of siblings with a new number for one each is told at its own, once what is asked is answered', async () => {
  const approved = { situation: 'aprovada', toNotify: true };
  const ofAna = { ...approved, ...asked('telefone', { phone: '62988887777' }) };
  const states: Record<string, object> = { Ana: ofAna, Bia: approved };
  const stored = (id: string, state: object) => {
    states[id] = state;
    return changed(state);
  };
  const answers: unknown[] = [
    refused('Espere.')(),
    changed({ ...ofAna, applied: false }),
    () => stored('Ana', { ...approved, newPhone: '62988887777' }),
  ];
  const page = await openLive(ofAna, {
    answers: {
      ficha: ({ inscricao }: { inscricao: string }) => wholeFollowUp(states[inscricao]),
      atender_pedido: () => {
        const answer = answers.shift();
        return typeof answer === 'function' ? answer() : answer;
      },
      anotar_mensagem: ({ inscricao }: { inscricao: string }) =>
        stored(inscricao, { ...states[inscricao], toNotify: false }),
    },
  });
  const known = () => page.client.getQueryData<FollowUp>(['follow-up', 'Ana']);
  const bia = listed('Bia', approved);
  await page.happen(() => page.client.setQueryData(['siblings', 'Ana'], [bia]));
  await page.press(deciding.tell('Ana e Bia'));
  await page.settle();
  expect([page.focused(), page.dialog().text]).toEqual([
    requests.confirm.telefone,
    expect.stringMatching(`^${desk.notifyFamily} Ana [^,]*3`),
  ]);
  const dismiss = `${requests.dismiss} ${requests.dismissed}`;
  for (const said of ['Espere.', words.changedMeanwhile]) {
    await page.press(dismiss);
    expect([page.focused(), page.dialog().text.includes(said)]).toEqual([dismiss, true]);
  }
  await page.press(requests.confirm.telefone);
  await page.settle();
  expect(known()?.newPhone).toBe('62988887777');
  page.calls();
  for (const [id, number] of [
    ['Ana', '(62) 98888-7777'],
    ['Bia', '(62) 90000-0001'],
  ] as const) {
    expect(page.dialog().text).toMatch(`${desk.notifyFamily} ${id} `);
    const chat = `Abrir o WhatsApp de ${number} (abre em outra página)`;
    expect(page.focused()).toBe(chat);
    await page.press(chat);
    await page.press(toDo.yes);
    await page.settle();
    const noted = { inscricao: id, modelo: 'aprovada', para: 'responsavel' };
    expect(page.calls().filter(([name]) => name === 'anotar_mensagem')).toEqual([['anotar_mensagem', noted]]);
    expect(known()?.toNotify).toBe(false);
  }
  expect(page.text()).toContain(deciding.informed('Ana e Bia'));
});

test('who was missing is told of it, comes again, or leaves', async () => {
  const history = [
    {
      ...{ action: 'mensagem', at: '2026-12-18T12:00:00Z', by: 'Rui', reason: null, className: null },
      ...{ from: 'faltou', to: 'pessoa' },
    },
  ];
  const absent = { situation: 'aprovada', isAbsent: true, absentOn: ['2026-12-10', '2026-12-17'] };
  const page = await openLive(
    { ...absent, history },
    { answers: { voltou: changed({ situation: 'aprovada' }), anotar_mensagem: refused('Não deu.') } },
  );
  expect(page.text()).toContain(
    `${absences.title(2, '10/12 e 17/12')} ${absences.notified('18/12/2026 09:00')}`,
  );
  await page.press(absences.tell);
  expect(page.dialog().text).toMatch(/10\/12 e 17\/12/);
  await page.press('Abrir o WhatsApp de (62) 90000-0001 (abre em outra página)');
  await page.press('Sim, mandei');
  expect(page.calls()[0]).toEqual([
    'anotar_mensagem',
    { inscricao: 'Ana', modelo: 'faltou', para: 'responsavel' },
  ]);
  expect(page.dialog().text).toContain('Não deu.');
  await page.press('Fechar');
  await page.press(absences.back);
  expect([
    page.calls()[0],
    page.text().includes(absences.cameBack),
    page.text().includes(absences.tell),
  ]).toEqual([['voltou', { inscricao: 'Ana' }], true, false]);
  const untold = await openLive({
    ...absent,
    absentOn: ['2026-12-10', '2026-12-19'],
    history: [...history, { ...history[0], from: 'aprovada', at: '2026-12-20T12:00:00Z' }],
  });
  expect(untold.text()).not.toContain('Avisada em');
  await untold.press('Saiu…');
  expect(untold.dialog().text).toMatch(/^Saiu… Ana/);
});

test('whether somebody goes on is asked by a link, ticked as heard, or they leave; an answer stands with its day', async () => {
  const asks = { situation: 'aprovada', renewal: 'avisada', renewalAt: '2026-12-18T12:00:00Z' };
  const code = 'a'.repeat(32);
  const page = await openLive(asks, {
    answers: {
      fazer_link: { ...changed(asks), code, until: '2027-01-18' },
      anotar_mensagem: changed(asks),
      conferir_criterio: changed({ ...asks, renewal: 'anotada' }),
    },
  });
  expect(page.text()).toContain(renewal.title('Sem resposta', '18/12/2026'));
  await page.press(absences.tell);
  expect(page.dialog().text).toContain(
    'Ana continua no Projeto Construindo Campeões? Responda por aqui: SIM ou NÃO.',
  );
  await page.press(toDo.makeLink);
  expect(page.dialog().text).toContain(
    `que vale até 18/01/2027: https://casa.example/projeto-social/situacao#${code}`,
  );
  await page.press('Abrir o WhatsApp de (62) 90000-0001 (abre em outra página)');
  await page.press(toDo.yes);
  expect(page.calls()).toMatchObject([
    ['fazer_link', {}],
    ['anotar_mensagem', { modelo: 'renovacao', para: 'responsavel' }],
  ]);
  await page.type(words.marks.renovacao, true);
  const heard = { inscricao: 'Ana', versao: 4, criterio: 'renovacao', cumprido: true };
  expect(page.calls()).toEqual([['conferir_criterio', heard]]);
  expect(page.text()).toContain(renewal.title('Continua, dito à secretaria', '18/12/2026'));
  const no = await openLive({ ...asks, renewal: 'nao', cadunicoRenewed: false });
  expect(no.text()).toContain(`${renewal.title('Não continua', '18/12/2026')} ${renewal.cadunico(false)}`);
  expect(no.controls()).not.toContain(absences.tell); // they answered
  await no.press('Saiu…');
  expect(no.dialog().text).toMatch(/^Saiu… Ana/);
  const yes = await openLive({ ...asks, renewal: 'sim', cadunicoRenewed: true });
  expect(yes.text()).toContain(renewal.title('Continua', '18/12/2026'));
  expect(yes.text()).not.toContain(words.marks.renovacao); // nothing to hear
});
