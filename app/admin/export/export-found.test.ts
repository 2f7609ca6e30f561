import { expect, test } from 'vitest';
import { columnsFor } from './export-found.ts';

test('today’s age and the details of a condition bring what they are read from', () => {
  const columns = columnsFor(['idade', 'condicaoMedicaDetalhes', 'situation']);
  expect(columns.sort()).toEqual(['condicao_medica', 'condicao_medica_detalhes', 'data_nascimento', 'idade']);
});
