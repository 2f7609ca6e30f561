import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { AdminPage } from '../AdminPage.tsx';
import { EnrolmentSheet } from './EnrolmentSheet.tsx';

const ENROLMENT = {
  arrivedAt: '2025-05-13T01:30:00Z',
  protocol: '48271936',
  nomeCompleto: '<b>Maria</b> da Silva',
  condicaoMedica: 'Sim',
  condicaoMedicaDetalhes: 'Asma',
} as StoredEnrolment;

const sheet = renderToStaticMarkup(<EnrolmentSheet enrolment={ENROLMENT} />);

test.each([
  'Ficha de Inscrição - Projeto Construindo Campeões',
  'Data da Inscrição',
  '12/05/2025',
  '4827-1936',
  'Asma',
  'Não informado',
  'Dados declarados, não conferidos.',
  'Telefone/WhatsApp',
  'Série/Ano',
])('the sheet shows %j', (text) => {
  expect(sheet).toContain(text);
});

test.each([
  ['2028-03-04', 17],
  ['2028-03-05', 18],
])('on %s the sheet says the age of that day, not the one that was declared: %i', (today, age) => {
  const person = { ...ENROLMENT, dataNascimento: '2010-03-05', idade: 15 } as StoredEnrolment;
  vi.useFakeTimers({ now: new Date(`${today}T12:00:00Z`) });
  const html = renderToStaticMarkup(<EnrolmentSheet enrolment={person} />);
  vi.useRealTimers();
  expect(/<dt class="hint">Idade<\/dt><dd[^>]*><bdi[^>]*>(\d+)</.exec(html)?.[1]).toBe(String(age));
});

test('the telephone that the family gave later stands above the answers, which keep theirs', () => {
  const person = { ...ENROLMENT, telefoneWhatsapp: '62900000000', newPhone: '62988887777' };
  const html = renderToStaticMarkup(<EnrolmentSheet enrolment={person} discreet />);
  expect(html).toMatch(/Telefone novo<\/dt>.*\(62\) 98888-7777.*Dados Pessoais.*\(62\) 90000-0000/s);
  expect(sheet).not.toContain('Telefone novo');
});

test('the guardian’s telephone that came later says whose it is, beside another or alone', () => {
  const html = (newPhone: string) =>
    renderToStaticMarkup(
      <EnrolmentSheet enrolment={{ ...ENROLMENT, newPhone, guardianPhone: '62988887777' }} />,
    );
  expect(html('62988887777')).toMatch(/Telefone novo do responsável<\/dt>.*\(62\) 98888-7777/s);
  expect(html('62988887777')).not.toContain('Telefone novo<');
  expect(html('64977776666')).toMatch(
    /Telefone novo<\/dt>.*\(64\) 97777-6666.*Telefone novo do responsável/s,
  );
});

test('the guardian’s name that came later stands above the answers', () => {
  const person = { ...ENROLMENT, guardianName: 'Responsável de Teste' };
  const html = (hasNewGuardian: boolean) =>
    renderToStaticMarkup(<EnrolmentSheet enrolment={{ ...person, hasNewGuardian }} discreet />);
  expect(html(false)).toMatch(/Responsável que veio depois<\/dt>.*Responsável de Teste.*Dados Pessoais/s);
  expect(html(true)).toMatch(
    /Responsável que veio depois \(informado pelo link, não conferido\)<\/dt>.*Responsável de Teste/s,
  );
});

test('below a corrected answer stands what it was, who corrected it and when, on the screen alone', () => {
  const at = '2026-11-27T13:05:00Z';
  const corrections = [
    { field: 'peso', before: '52.5', reason: 'digitado-errado', at, by: 'secretaria@example.com' },
    { field: 'rg', before: null, reason: 'pedido-da-familia', at, by: null },
  ] as const;
  const html = renderToStaticMarkup(<EnrolmentSheet enrolment={ENROLMENT} corrections={corrections} />);
  expect(html).toMatch(
    /Peso<.*?<span class="hint block no-print"><bdi translate="no">antes: 52,5 kg<\/bdi>.*?corrigida por secretaria@example\.com, 27\/11\/2026,? .*?10:05/s,
  );
  expect(html).toMatch(/RG<.*?antes: Não informado.*?corrigida por conta apagada/s);
  expect(html.match(/antes:/g)).toHaveLength(2);
});

test('below an answer no e-mail breaks: one that is long takes the whole width', () => {
  const wide = (before: string, by: string | null = null) =>
    renderToStaticMarkup(
      <EnrolmentSheet
        enrolment={{ ...ENROLMENT, email: 'curto@example.com' }}
        corrections={[{ field: 'email', before, reason: 'digitado-errado', at: '2026-11-27T13:05:00Z', by }]}
      />,
    ).includes('sheet__cell--wide"><dt class="hint">E-mail');
  const long = 'pessoa.de.nome.comprido@example.com';
  expect([wide('pessoa@example.com'), wide(long), wide('', long)]).toEqual([false, true, true]);
  expect(sheet).not.toContain('sheet__cell--wide'); // of nothing that is long, or was corrected
});

test('a guardian’s telephone that is the contact’s is not written twice', () => {
  const phones = (telefoneResponsavel: string) => {
    const person = { ...ENROLMENT, telefoneWhatsapp: '62900000000', telefoneResponsavel };
    return renderToStaticMarkup(<EnrolmentSheet enrolment={person} />).match(
      /\(62\) 9\d{4}-\d{4}|O mesmo do/g,
    );
  };
  expect(phones('(62) 90000-0000')).toEqual(['(62) 90000-0000', 'O mesmo do']);
  expect(phones('62911110000')).toEqual(['(62) 90000-0000', '(62) 91111-0000']);
});

test('answers are escaped', () => {
  expect(sheet).toContain('&lt;b&gt;Maria&lt;/b&gt;');
});

test('the built page shows the login form, which the browser cannot submit by itself, and no enrolment', () => {
  const page = renderToStaticMarkup(<AdminPage />);
  expect(page).toContain('Carregando…');
  expect(page).toContain('<button type="button" class="button button--primary">Entrar</button>');
  expect(page).toMatch(/autocomplete="username".*autocomplete="current-password".*>Mostrar senha</i);
  expect(page).not.toMatch(/<table|type="submit"| style=/);
});
