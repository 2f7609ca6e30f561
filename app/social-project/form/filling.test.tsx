import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { brand } from '../../../content/brand.ts';
import { documentTexts } from '../../../content/document.ts';
import { failures } from '../../../content/messages.ts';
import { project } from '../../../content/social-project.ts';
import { phoneInWords } from '../../../domain/contact.ts';
import { textOf } from '../../../tests/support/screens/heard.ts';
import { live, openAt } from '../../../tests/support/screens/live.tsx';
import { currentToast } from '../../ui/toast/toast.ts';
import { deleteDrafts } from '../draft/draft-store.ts';
import { EnrolmentForm } from './EnrolmentForm.tsx';

// The form while it is filled in, without layout; each rule: domain/enrolment.

async function open() {
  const happened: unknown[] = [];
  const form = (
    <EnrolmentForm onSent={() => happened.push('sent')} onErased={() => happened.push('erased')} />
  );
  const page = await live(form, [], { formulario: {} }, () => {
    deleteDrafts();
    openAt('/projeto-social');
  });
  page.calls();
  const by = (id: string) => page.page.getElementById(id) as HTMLInputElement;
  return {
    ...page,
    happened,
    by,
    /** What is said beside a field: its doubt, or its problem. */
    beside: (id: string) => textOf(by(id)?.outerHTML ?? ''),
    fill: (id: string, value: string) => page.type(by(id), value),
    leave: (id: string) => page.happen(() => by(id).dispatchEvent(new Event('focusout', { bubbles: true }))),
    /** Until the belt follows. */
    later: () => act(() => new Promise<void>((done) => setTimeout(done, 450))),
  };
}

test('what is missing is asked for: the first in the toast, all in a list that leads there and says what is corrected', async () => {
  const page = await open();
  for (let time = 0; time < 2; time += 1) {
    await page.press(project.send);
    await page.settle();
    expect(currentToast()?.description).toBe('Por favor, preencha o campo "nome completo".');
    expect(page.focused()).toMatch(/^Confira estes itens antes de enviar Digite o nome completo\./);
    expect(page.focused()).not.toContain('A idade'); // which follows from the birth date
    expect(page.page.querySelectorAll('.summary a')).toHaveLength(14);
    expect(page.page.title).toBe(project.problems.pageTitle);
    await page.happen(() => page.by('rg').focus());
  }
  await page.press('Escolha o sexo.');
  expect(document.activeElement?.id).toBe('sexo-masculino');
  await page.press('Digite o CPF.');
  expect([document.activeElement?.id, page.by('cpf').getAttribute('aria-invalid')]).toEqual(['cpf', 'true']);
  expect(page.beside('cpf-erro')).toBe('Erro: Digite o CPF.');
  await page.fill('cpf', '529.982.247-25');
  await page.leave('cpf');
  expect(page.by('cpf').getAttribute('aria-invalid')).toBeNull();
  expect(page.text().match(/✓ corrigido/g)).toHaveLength(1);
});

test('an answer that cannot be right stays, and is explained beside its field as soon as it is left', async () => {
  const page = await open();
  for (const [id, typed, said] of [
    ['dataNascimento', '31/02/2010', 'Esta data não existe. Confira o dia e o mês.'],
    ['email', 'sem arroba', 'Falta o @'],
    ['peso', '999', 'Confira o peso.'],
  ] as const) {
    await page.fill(id, typed);
    await page.leave(id);
    expect([id, page.by(id).value, page.by(id).getAttribute('aria-invalid')]).toEqual([id, typed, 'true']);
    expect(page.beside(`${id}-erro`)).toContain(said);
  }
});

test('a doubt is told politely beside its field, without anything red, and corrected with one tap', async () => {
  const page = await open();
  await page.fill('cpf', '529.982.247-26');
  await page.leave('cpf');
  expect(page.beside('cpf-nota')).toBe('Este CPF não existe. Confira os números.');
  expect(page.by('cpf-nota').getAttribute('aria-live')).toBe('polite');
  expect(page.by('cpf').getAttribute('aria-describedby')).toContain('cpf-nota');
  expect(page.page.querySelectorAll('.field--problem')).toHaveLength(0);
  await page.fill('cpf', '529.982.247-25');
  await page.leave('cpf');
  expect(page.beside('cpf-nota')).toBe('');
  await page.fill('email', 'maria@gmial.com');
  await page.leave('email');
  expect(page.beside('email-nota')).toContain('Você quis dizer gmail.com?');
  await page.press('Sim, corrigir');
  expect([page.by('email').value, page.beside('email-nota'), document.activeElement?.id]).toEqual([
    'maria@gmail.com',
    '',
    'email',
  ]);
});

test('the age follows the birth date, and a minor is asked to call a guardian', async () => {
  const page = await open(); // on the 20th of December 2026
  const { minor } = project;
  for (const [birth, age, said, unsaid] of [
    ['20/12/2008', '18', minor.adults, minor.title],
    ['21/12/2008', '17', minor.badge, minor.adults],
    ['29/02/2012', '14', minor.send, minor.child],
    ['29/02/2016', '10', minor.child, minor.send],
    ['', '', minor.adults, minor.badge],
  ] as const) {
    await page.fill('dataNascimento', birth);
    expect([birth, page.by('idade').value]).toEqual([birth, age]);
    expect(page.text()).toContain(said);
    expect(page.text()).not.toContain(unsaid);
  }
  await page.fill('dataNascimento', '29/02/2012');
  expect(page.text()).toContain('Sem o telefone do responsável até 19/01 a inscrição é apagada.');
  await page.press(minor.link);
  expect(document.activeElement?.id).toBe('nomeResponsavel');
});

test('the details open with ‘Sim’, and come back as they were after ‘Não’', async () => {
  const page = await open();
  const details = () => page.by('condicaoMedicaDetalhes');
  const look = () => [details().value, details().disabled, details().placeholder];
  expect(look()).toEqual(['', true, 'Nenhuma']);
  await page.type('Não', true);
  expect(look()).toEqual(['Nenhuma', true, 'Nenhuma']);
  expect(page.text()).toContain('Se não, escreva "Nenhuma"');
  await page.type('Sim', true);
  expect(look()).toEqual(['', false, 'Descreva a condição...']);
  expect(page.text()).toContain('Se sim, qual? *');
  await page.fill('condicaoMedicaDetalhes', 'Asma');
  await page.type('Não', true);
  await page.type('Sim', true);
  expect(look()[0]).toBe('Asma');
});

test('the arrows change a number by its step, and the first question says who may be filled in by the browser', async () => {
  const page = await open();
  for (const [id, typed, up] of [
    ['peso', '52,5', '52,6'],
    ['altura', '1,62', '1,63'],
  ] as const) {
    await page.fill(id, typed);
    const press = (key: string) =>
      page.happen(() =>
        page.by(id).dispatchEvent(Object.assign(new Event('keydown', { bubbles: true }), { key })),
      );
    await press('ArrowUp');
    expect(page.by(id).value).toBe(up);
    await press('ArrowDown');
    expect(page.by(id).value).toBe(typed);
  }
  const tokens = () =>
    ['nomeCompleto', 'nomeResponsavel'].map((id) => page.by(id).getAttribute('autocomplete'));
  expect(tokens()).toEqual(['off', 'off']);
  for (const [whom, hint, allowed] of [
    ['mim', project.forWhom.hints.mim.nomeCompleto, ['name', 'off']],
    ['outra', 'Nome de quem vai treinar, como está no documento.', ['off', 'name']],
  ] as const) {
    await page.type(project.forWhom.answers[whom], true);
    expect([page.text().includes(hint), tokens()]).toEqual([true, allowed]);
  }
});

test('the belt fills with good answers and changes its colour, in words too', async () => {
  const page = await open();
  const belt = () => textOf(page.page.querySelector('.belt')?.outerHTML ?? '');
  expect(belt()).toBe('0 de 15 Faixa branca: 0 de 15 respostas obrigatórias');
  expect(page.text()).toContain(`${project.parts[3]} opcional`);
  await page.fill('nomeCompleto', 'Pessoa da Faixa');
  await page.fill('dataNascimento', '05/03/2012');
  await page.fill('email', 'sem arroba');
  await page.later();
  expect(belt()).toBe('3 de 15 Faixa branca: 3 de 15 respostas obrigatórias Faixa branca.');
  expect(page.text()).toContain(`${project.parts[0]} falta 1`);
  await page.type('Masculino', true);
  await page.later();
  expect(belt()).toContain('4 de 15 Faixa azul');
  expect(page.text()).toContain(`${project.parts[0]} ${project.belt.partComplete}`);
});

test('a part is read aloud where the device has a Portuguese voice: questions and hints, never an answer', async () => {
  const spoken: string[] = [];
  const voices = [{ lang: 'en-US' }, { lang: 'pt-BR' }];
  const speechSynthesis = {
    getVoices: () => voices,
    speak: (one: Speech) => spoken.push(one.text),
    cancel() {},
  };
  class Speech {
    text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  const silent = await open();
  expect(silent.controls()).not.toContain('Ouvir');
  vi.stubGlobal('SpeechSynthesisUtterance', Speech);
  Object.assign(window, { speechSynthesis });
  const page = await open();
  vi.stubGlobal('SpeechSynthesisUtterance', Speech);
  await page.fill('cidade', 'Cidade Secreta');
  const name = project.listen.label(3, 'Contato');
  await page.press(name);
  expect(page.controls()).toContain(`${name} (on)`);
  expect(spoken[0]).toMatch(/Telefone com WhatsApp , obrigatório.*Com DDD/);
  expect(spoken[0]).not.toContain('Cidade Secreta');
  await page.press(name);
  expect(page.controls()).not.toContain(`${name} (on)`);
  Object.assign(window, { speechSynthesis: undefined });
});

test('a form that a machine filled in is not sent, and says who helps; erasing asks first', async () => {
  const page = await open();
  await page.happen(() => {
    const trap = page.page.querySelector<HTMLInputElement>('[name=observacao_2]');
    if (trap) trap.value = 'cheap pills';
  });
  await page.press(project.send);
  expect(page.calls()).toEqual([]);
  expect(page.focused()).toContain(`${project.notSent.title} ${failures.trap}`);
  for (const way of [project.notSent.chat, phoneInWords(brand.phone), brand.email])
    expect(page.controls()).toContain(way);
  expect(page.text()).toContain(`ou venha à ${brand.name}: ${brand.street}`);
  expect(page.controls()).not.toContain(project.notSent.again); // would do nothing
  const asks = [...page.page.querySelectorAll('details')].find(({ outerHTML }) =>
    textOf(outerHTML).includes(project.draft.eraseAsk),
  );
  expect([asks?.open, page.happened]).toEqual([false, []]);
  await page.press(project.draft.eraseYes);
  expect(page.happened).toEqual(['erased']);
});

test('inside the browser of an app the way to another browser stands beside the camera', async () => {
  const page = await open();
  expect(page.text()).not.toContain(documentTexts.insideApp.text);
  const copied: string[] = [];
  const writeText = (text: string) => copied.push(text);
  const userAgent = 'Mozilla/5.0 (Linux; Android 11; wv) Mobile Safari/537.36 Instagram 300.0.0.1 Android';
  vi.stubGlobal('navigator', { userAgent, onLine: true, clipboard: { writeText } });
  await page.press(project.send);
  expect(page.text()).toContain(documentTexts.insideApp.text);
  await page.press(documentTexts.insideApp.copy.label);
  expect(copied).toEqual(['https://casa.example/projeto-social']);
});

test('where nothing can be stored the first letter is answered with what not to do', async () => {
  const page = await open();
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem() {}, setItem: full });
  expect(page.text()).not.toContain(project.draft.notStored);
  await page.fill('nomeCompleto', 'P');
  expect(page.text()).toContain(project.draft.notStored);
});
