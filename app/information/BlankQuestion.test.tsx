import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { blankForm } from '../../content/blank-form.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { BlankQuestion, spaceFor } from './BlankQuestion.tsx';

const fieldOf = (name: string): Field => {
  const field = FIELDS.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
};
const drawn = (name: string) => renderToStaticMarkup(<BlankQuestion field={fieldOf(name)} />);
const count = (html: string, className: string) => html.split(`class="${className}"`).length - 1;

describe('a question of the blank form', () => {
  test.each([
    ['dataNascimento', 8, 'two digits, two, and four'],
    ['cpf', 11, 'the digits of a CPF'],
  ])('%s has %i boxes: %s', (name, boxes) => {
    expect(count(drawn(name), 'digit-boxes__box')).toBe(boxes);
  });

  test.each([
    ['nomeCompleto', 1],
    ['enderecoCompleto', 3],
    ['condicaoMedicaDetalhes', 4],
  ])('%s has %i lines to write on', (name, lines) => {
    expect(count(drawn(name), 'writing-line')).toBe(lines);
  });

  test('has a box to tick for every option', () => {
    for (const field of FIELDS as readonly Field[])
      expect(count(drawn(field.name), 'tick-box'), field.name).toBe(Object.keys(field.options ?? {}).length);
  });

  test('has an asterisk when required, except the age, which the centre calculates', () => {
    expect(drawn('nomeCompleto')).toContain('Nome completo\u00A0*');
    expect(drawn('rg')).not.toContain('*');
    expect(drawn('idade')).not.toContain('*');
  });

  test('asks for a copy where the form asks for a file', () => {
    expect(drawn('cadastroUnico')).toContain(
      'Traga uma cópia do comprovante do Cadastro Único: precisa dar para ler o nome completo e o NIS',
    );
    expect(drawn('cadastroUnico')).not.toContain('5MB');
  });

  test.each([
    ['idade', 'short', 'a number of two digits'],
    ['rg', 'short', 'at most 20 letters'],
    ['orgaoExpedidor', 'medium', 'as short, but its label is long'],
    ['cpf', 'boxes', 'as wide as its boxes'],
    ['serieAno', 'medium', 'at most 40 letters'],
    ['nomeCompleto', 'long', 'a whole name'],
    ['enderecoCompleto', 'whole', 'several lines'],
    ['sexo', 'medium', 'two options'],
    ['condicaoMedica', 'whole', 'two options, but a hint that fills a row'],
    ['rendaFamiliar', 'whole', 'more options than fit in a row'],
  ])('%s has width %s: %s', (name, width) => {
    expect(spaceFor(fieldOf(name))[0]).toBe(width);
  });
});

test('every hint of the blank form belongs to a question', () => {
  const names: readonly string[] = FIELDS.map(({ name }) => name);
  expect(Object.keys(blankForm.form.hints).filter((name) => !names.includes(name))).toEqual([]);
});
