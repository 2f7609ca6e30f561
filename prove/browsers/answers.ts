import type { Page } from './page.ts';

/** Plainly artificial, by the id of the field. */
export const PERSON = {
  nomeCompleto: 'Pessoa de Teste',
  dataNascimento: '05/03/2014',
  cpf: '529.982.247-25',
  rg: '1234567',
  orgaoExpedidor: 'SSP-GO',
  cidade: 'Cidade Exemplo',
  enderecoCompleto: 'Rua Exemplo, 100, Setor Central, CEP 76000-000',
  telefoneWhatsapp: '62900000000',
  email: 'pessoa@example.com',
  nomeResponsavel: 'Responsável de Teste',
  telefoneResponsavel: '62900000001',
  contatoRecados: 'Vizinha, (62) 90000-0002',
  escola: 'Escola Exemplo',
  serieAno: '7º ano',
  peso: '52,5',
  altura: '1,62',
};

export type Person = typeof PERSON;

/** The choices, by the id of their group. */
const CHOICES = [
  ['sexo', 'Feminino'],
  ['rendaFamiliar', 'Até 1 salário mínimo'],
  ['condicaoMedica', 'Não'],
] as const;

/** Answers the form with keys and taps as somebody does; an empty answer leaves its field alone. */
export async function answer(page: Page, changes: Partial<Person>): Promise<void> {
  const typed = Object.entries({ ...PERSON, ...changes }).filter(([, text]) => text !== '');
  for (const [id, text] of typed) await page.write('', text, `#${id}`);
  for (const [id, words] of CHOICES) await page.tick(words, `#${id}`);
  await page.pick('', 'Ensino Fundamental incompleto', '#nivelEscolaridade');
}
