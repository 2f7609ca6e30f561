import { expect, test } from 'vitest';
import { BLANK_FORM_WORDS } from './enrolment/blank-form-texts.ts';
import { NOTICE_WORDS } from './setting-texts.ts';
import { SETTINGS } from './settings.ts';

const { prazos: notice, 'sem-responsavel': guardian } = NOTICE_WORDS;

test('where nothing is known the pages say the usual periods', () => {
  const usual =
    'Comprovante: até 90 dias depois da resposta. Inscrição não aprovada: 6 meses. Lista de espera: 12 meses. Participante: enquanto treinar e mais 12 meses. Inscrição que ficou sem resposta: 24 meses. Depois, apagamos.';
  for (const given of [{}, { prazos: null }, { prazos: { guardar_espera_meses: '6' } }, { prazos: [0] }])
    expect(notice(given)).toBe(usual);
  expect(guardian({})).toBe(
    'Menor de 18 anos sem o telefone do responsável: 30 dias depois de enviar ou da última conversa com a equipe. Depois, apagamos a inscrição.',
  );
});

const PERIODS = Object.entries(SETTINGS).flatMap(([name, setting]) =>
  setting.kind === 'retention' && 'erases' in setting ? [name] : [],
);

test.each(PERIODS)('%s is said as it is, by one alone, and without an end', (name) => {
  const said = (value: unknown) =>
    `${notice({ prazos: { [name]: value } })} ${guardian({ prazos: { [name]: value } })}`;
  const unit = name.endsWith('dias') ? ['dia', 'dias'] : ['mês', 'meses'];
  expect(said(77)).toContain(` 77 ${unit[1]}`);
  expect(said(77)).not.toBe(said(undefined));
  expect(said(1)).toMatch(new RegExp(` 1 ${unit[0]}( |\\.)`));
  expect(said(null)).toMatch(/: sem prazo\./);
  if (name !== 'guardar_sem_responsavel_dias')
    expect(said(null)).toContain('Depois, apagamos. O que não tem prazo, apagamos quando você pedir.');
});

test('where nothing has an end nothing is said to go by itself', () => {
  const prazos = Object.fromEntries(PERIODS.map((name) => [name, null]));
  expect(`${notice({ prazos })} ${guardian({ prazos })}`).toBe(
    'Comprovante: sem prazo. Inscrição não aprovada: sem prazo. Lista de espera: sem prazo. Participante: sem prazo. Inscrição que ficou sem resposta: sem prazo. O que não tem prazo, apagamos quando você pedir. Menor de 18 anos sem o telefone do responsável: sem prazo.',
  );
});

test.each([
  [{}, 'E-mail\u00A0*', /ficar 30 dias sem/],
  [{ emailObrigatorio: false, diasSemResponsavel: 1 }, 'E-mail (se tiver)', /ficar 1 dia sem/],
  [{ emailObrigatorio: 'nao', diasSemResponsavel: null }, 'E-mail\u00A0*', /^$/],
])('under %j the blank form asks for “%s” and says %s', (regras, email, guardians) => {
  expect(BLANK_FORM_WORDS['papel-email']({ regras })).toBe(email);
  expect(BLANK_FORM_WORDS['papel-sem-responsavel']({ regras })).toMatch(guardians);
});
