import { expect, type House } from './fixtures.ts';

const ROW = {
  data_nascimento: '2012-03-05',
  idade: 14,
  sexo: 'feminino',
  cpf: '000.000.000-00',
  cidade: 'Cidade Exemplo',
  endereco_completo: 'Rua Exemplo, 100',
  telefone_whatsapp: '62900000000',
  email: 'pessoa@example.com',
  nome_responsavel: 'Responsável de Teste',
  telefone_responsavel: '62900999999',
  nivel_escolaridade: 'medio-completo',
  renda_familiar: '1-2',
  peso: 52.5,
  altura: 1.62,
  condicao_medica: 'nao',
};

let count = 0;

/** Enrols one after the other, straight through the API, as another client would. Each is somebody else unless told otherwise. */
export async function enrolPeople(
  house: House,
  people: Partial<Record<keyof typeof ROW | 'nome_completo' | 'condicao_medica_detalhes', unknown>>[],
) {
  const { supabaseKey } = (await (await fetch(`${house.url}/config.json`)).json()) as { supabaseKey: string };
  for (const person of people) {
    count += 1;
    const answer = await fetch(`${house.url}/rest/v1/inscricoes_projeto`, {
      method: 'POST',
      headers: {
        apikey: supabaseKey,
        Authorization: `Bearer ${supabaseKey}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ ...ROW, telefone_whatsapp: `6290${String(count).padStart(7, '0')}`, ...person }),
    });
    expect(answer.status).toBe(201);
  }
}
