import { EMPTY_ENROLMENT, type Enrolment } from '../../domain/enrolment/enrolment.ts';
import { ROW as ASKED } from '../../kit/family.ts';

/** A complete, valid row with plainly artificial data; `cadastro_unico_url` null. Each test spoils one part of it. */
export const ROW = {
  ...ASKED,
  nome_social: null,
  rg: null,
  orgao_expedidor: null,
  nome_responsavel: 'Responsável de Teste',
  telefone_responsavel: '62900000001',
  contato_recados: null,
  escola: null,
  serie_ano: null,
  cadastro_unico_url: null as string | null,
  condicao_medica_detalhes: 'Nenhuma',
  motivacao: null,
  objetivos: null,
};

/** Who trains already, as a line of a spreadsheet is stored: what the form asks, without document and e-mail. */
export const IMPORTED: Record<string, unknown> = {
  ...ROW,
  nome_completo: 'Aluna de Teste',
  cpf: '111.444.777-35',
  email: null,
};
for (const column of ['idade', 'cadastro_unico_url']) delete IMPORTED[column];

/** The statement that inserts a row just as it is, and its values. */
export function insertOf(row: object): [sql: string, values: unknown[]] {
  const columns = Object.keys(row);
  const places = columns.map((_, at) => `$${at + 1}`);
  return [`insert into public.inscricoes_projeto (${columns}) values (${places})`, Object.values(row)];
}

/** The form's answers when everything that it asks for is there, its optional ones left out; also artificial. */
export const ANSWERS: Enrolment = {
  ...EMPTY_ENROLMENT,
  nomeCompleto: 'Pessoa de Teste',
  dataNascimento: '05/03/2012',
  idade: '14',
  sexo: 'feminino',
  cpf: '529.982.247-25',
  cidade: 'Cidade Exemplo',
  enderecoCompleto: 'Rua Exemplo, 100, CEP 76000-000',
  telefoneWhatsapp: '(62) 90000-0000',
  email: 'pessoa@example.com',
  nivelEscolaridade: 'fundamental-incompleto',
  cadastroUnico: new File(['%PDF-1.4'], 'nis.pdf'),
  rendaFamiliar: 'ate-1',
  peso: '52,5',
  altura: '1,62',
  condicaoMedica: 'nao',
  condicaoMedicaDetalhes: 'Nenhuma',
};

/** The day, about as many years and `days` ago, on which somebody of that age was born: that is so today wherever the test runs. */
export function bornYearsAgo(years: number, days = 1.5): string {
  const day = new Date(Date.now() - days * 86_400_000);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
}
