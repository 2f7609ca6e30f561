import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { EMPTY_ENROLMENT } from '../../../domain/enrolment/enrolment.ts';
import { EnrolmentForm } from './EnrolmentForm.tsx';

// The prerendered form, checked against SPEC §2, §3 and §5 instead of the field list.

const form = renderToStaticMarkup(<EnrolmentForm onSent={() => {}} onErased={() => {}} />);
const tag = (id: string) => new RegExp(`<[^>]* id="${id}"[^>]*>`).exec(form)?.[0] ?? '';
const has = (id: string, attribute: string) => tag(id).toLowerCase().includes(` ${attribute.toLowerCase()}`);
const labelled = (id: string) => new RegExp(`<label[^>]* for="${id}"[^>]*>([^<]*)`).exec(form)?.[1];
const hint = (id: string) => new RegExp(`id="${id}-dica"[^>]*>([^<]*)`).exec(form)?.[1] ?? '';
const place = (id: string) => form.indexOf(`id="${id}"`);

const SHOWN: readonly [id: string, required: boolean, attributes: string[]][] = [
  ['nomeCompleto', true, ['type="text"']],
  ['nomeSocial', false, ['type="text"']],
  ['dataNascimento', true, ['inputmode="numeric"']],
  ['idade', true, ['readonly', 'value=""']],
  ['cpf', true, ['placeholder="000.000.000-00"', 'type="text"']],
  ['rg', false, ['type="text"']],
  ['orgaoExpedidor', false, ['type="text"']],
  ['cidade', true, ['type="text"']],
  ['enderecoCompleto', true, []],
  ['telefoneWhatsapp', true, ['type="tel"']],
  ['email', true, ['type="email"']],
  ['nomeResponsavel', false, ['type="text"']],
  ['telefoneResponsavel', false, ['type="tel"']],
  ['contatoRecados', false, ['type="text"']],
  ['nivelEscolaridade', true, []],
  ['escola', false, ['type="text"']],
  ['serieAno', false, ['type="text"']],
  ['cadastroUnico', true, ['type="file"', 'accept=".pdf,.jpg,.jpeg,.png"']],
  ['peso', true, ['step="0.1"', 'inputmode="decimal"']],
  ['altura', true, ['step="0.01"', 'inputmode="decimal"']],
  ['condicaoMedicaDetalhes', false, ['disabled', 'placeholder="Nenhuma"']],
];

describe('a field of the form', () => {
  test.each(SHOWN)('%s is there, empty, with its label; required: %j', (id, required, attributes) => {
    expect(tag(id)).not.toBe('');
    expect(has(id, 'required')).toBe(required);
    expect(attributes.filter((attribute) => !has(id, attribute))).toEqual([]);
    expect(labelled(id)).toMatch(/\S/);
    if (id !== 'idade' && id !== 'condicaoMedicaDetalhes')
      expect(labelled(id)?.endsWith(' *'), 'an asterisk').toBe(required);
    expect(tag(id)).not.toMatch(/ value="[^"]/);
  });

  test.each([
    ['sexo', true, ['masculino', 'feminino']],
    ['rendaFamiliar', true, ['ate-1', '1-2', '2-3', '3-5', 'acima-5']],
    ['condicaoMedica', true, ['sim', 'nao']],
  ])('%s, required: %j, offers %j and has none chosen', (name, required, values) => {
    const radios = form.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`, 'g')) ?? [];
    expect(radios.map((radio) => / value="([^"]*)"/.exec(radio)?.[1])).toEqual(values);
    expect(radios.filter((radio) => radio.includes(' checked'))).toEqual([]);
    expect(radios.map((radio) => radio.includes(' required'))).toEqual(values.map(() => required));
  });

  test('nivelEscolaridade offers six', () => {
    const select = /<select[^>]* id="nivelEscolaridade".*?<\/select>/.exec(form)?.[0] ?? '';
    expect([...select.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
      '',
      'fundamental-incompleto',
      'fundamental-completo',
      'medio-incompleto',
      'medio-completo',
      'superior-incompleto',
      'superior-completo',
    ]);
  });

  test('the order is that of the SPEC', () => {
    const order = [
      ...SHOWN.slice(0, 4),
      ['sexo'],
      ...SHOWN.slice(4, 18),
      ['rendaFamiliar'],
      ...SHOWN.slice(18, 20),
      ['condicaoMedica'],
      ...SHOWN.slice(20),
    ].map(([id]) => place(id as string));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });

  test('phones show ‘Próximo’ on each line that is typed', () => {
    const typed = form.match(/<input[^>]*type="(?:text|tel|email)"[^>]*>/g) ?? [];
    expect(typed.filter((input) => !/enterkeyhint="next"|readonly/i.test(input))).toEqual([]);
  });

  test('motivacao and objetivos are in the state, and have no input', () => {
    expect(EMPTY_ENROLMENT).toMatchObject({ motivacao: '', objetivos: '', cadastroUnico: null });
    expect(Object.keys(EMPTY_ENROLMENT)).toHaveLength(26);
    expect(form).not.toMatch(/motivacao|objetivos/);
  });
});

test.each([
  ['sexo', /^Como está no documento\.$/], // row 114 of docs/odd-inputs.md
  ['rg', /carteira nova/],
  ['enderecoCompleto', /CEP/],
  ['cadastroUnico', /até 5MB.*nome completo e o NIS/],
  ['peso', /Serve para/],
  ['rendaFamiliar', /Serve só para/],
  ['condicaoMedica', /Ajuda o professor/],
])('the hint of %s contains %s', (id, text) => {
  expect(hint(id)).toMatch(text);
});

test('the meaning of the asterisk is explained before the first field', () => {
  const note = form.indexOf('Campos com * são obrigatórios.');
  expect(note).toBeGreaterThan(0);
  expect(note).toBeLessThan(place('nomeCompleto'));
});

test('the declaration opens the privacy notice in another tab, so that what was typed stays', () => {
  const [link] = /<a [^>]*href="\/privacidade"[^>]*>/.exec(form) ?? [];
  expect(link).toContain('target="_blank"');
});

test('the six parts are numbered', () => {
  const legends = [...form.matchAll(/<legend[^>]*>(Parte[^<]*)/g)].map(([, legend]) => legend?.trim());
  expect(legends).toEqual([
    'Parte 1 de 6 — Dados pessoais',
    'Parte 2 de 6 — Documentos',
    'Parte 3 de 6 — Contato',
    'Parte 4 de 6 — Responsáveis',
    'Parte 5 de 6 — Educação',
    'Parte 6 de 6 — Informações sociais e de saúde',
  ]);
});
