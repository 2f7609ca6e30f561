/**
 * Every answer of the enrolment, in form order. Form, validation, sheet, exports and
 * the stored row derive from this list; `tests/database/schema.test.ts` compares it
 * with the SQL. `name` and `column` are Portuguese, as in the stored data (SPEC §3).
 */
export type Field = {
  name: string;
  column: string;
  /** PostgreSQL type of the column. */
  type: 'text' | 'date' | 'integer' | 'numeric';
  /** Part of the form, 1 to 6. */
  part: 1 | 2 | 3 | 4 | 5 | 6;
  /** `age` is read-only and computed; `decimal` is text that takes comma or point; `hidden` is stored but has no input (SPEC §3). */
  control:
    | 'text'
    | 'textarea'
    | 'email'
    | 'tel'
    | 'cpf'
    | 'date'
    | 'age'
    | 'decimal'
    | 'radios'
    | 'select'
    | 'file'
    | 'details'
    | 'hidden';
  /** What the answer reveals. `privacy.ts` derives from it alone who may hold the answer. */
  privacy: 'ordinary' | 'identity' | 'income' | 'health';
  /** An ordinary answer that a spreadsheet holds only when asked for, as it does every answer that is not ordinary. */
  exportOnRequest?: true;
  /** Beside the control; `required` adds the asterisk. Source: docs/ux.md §4.4. */
  label: string;
  /** The same for every member of a family: the form of the next one begins with it. */
  ofFamily?: true;
  /** On the administrator's sheet. Source: SPEC §2. */
  sheetLabel: string;
  /** Name of the field it follows on the sheet, where that is not the form's order. */
  sheetAfter?: string;
  hint?: string;
  required?: true;
  /** Shown beside the field when a required answer is missing; the toast has the SPEC's own words. */
  missing?: string;
  /** Stored value → what people read. */
  options?: Readonly<Record<string, string>>;
  placeholder?: string;
  /** Longest answer in letters (graphemes); the column takes four code points for each. */
  max?: number;
  /** For numbers: unit, step, smallest and largest answer. */
  range?: { unit: 'kg' | 'm'; step: number; min: number; max: number };
};

// biome-ignore format: a field a paragraph reads as a table
export const FIELDS = [
  { name: 'nomeCompleto', column: 'nome_completo', type: 'text', part: 1, control: 'text', privacy: 'ordinary', required: true, max: 120,
    label: 'Nome completo', sheetLabel: 'Nome Completo',
    hint: 'Nome de quem vai treinar, como está no documento.',
    missing: 'Digite o nome completo.' },
  { name: 'nomeSocial', column: 'nome_social', type: 'text', part: 1, control: 'text', privacy: 'identity', max: 80,
    label: 'Nome social (se usar)', sheetLabel: 'Nome Social',
    hint: 'O nome para usar nas aulas, se for outro.' },
  { name: 'dataNascimento', column: 'data_nascimento', type: 'date', part: 1, control: 'date', privacy: 'ordinary', required: true,
    label: 'Data de nascimento', sheetLabel: 'Data de Nascimento',
    hint: 'Dia, mês e ano. Exemplo: 05/03/2012',
    missing: 'Digite a data de nascimento.' },
  { name: 'idade', column: 'idade', type: 'integer', part: 1, control: 'age', privacy: 'ordinary', required: true,
    label: 'Idade', sheetLabel: 'Idade',
    hint: 'Aparece sozinha.',
    missing: 'A idade aparece quando a data de nascimento está certa.' },
  { name: 'sexo', column: 'sexo', type: 'text', part: 1, control: 'radios', privacy: 'ordinary', required: true,
    label: 'Sexo', sheetLabel: 'Sexo',
    hint: 'Como está no documento.',
    missing: 'Escolha o sexo.',
    options: { masculino: 'Masculino', feminino: 'Feminino' } },
  { name: 'cpf', column: 'cpf', type: 'text', part: 2, control: 'cpf', privacy: 'identity', required: true, max: 20,
    label: 'CPF', sheetLabel: 'CPF', placeholder: '000.000.000-00',
    hint: '11 números. Também aparece na carteira de identidade nova.',
    missing: 'Digite o CPF.' },
  { name: 'rg', column: 'rg', type: 'text', part: 2, control: 'text', privacy: 'identity', max: 20,
    label: 'RG (se tiver)', sheetLabel: 'RG',
    hint: 'Na carteira nova o número é o próprio CPF. Pode deixar em branco.' },
  { name: 'orgaoExpedidor', column: 'orgao_expedidor', type: 'text', part: 2, control: 'text', privacy: 'identity', max: 20,
    label: 'Órgão que emitiu o RG (se tiver)', sheetLabel: 'Órgão Expedidor',
    hint: 'Exemplo: SSP-GO' },
  { name: 'cidade', column: 'cidade', type: 'text', part: 3, control: 'text', privacy: 'ordinary', ofFamily: true, required: true, max: 80,
    label: 'Cidade', sheetLabel: 'Cidade',
    hint: 'Cidade onde mora quem vai treinar.',
    missing: 'Digite a cidade.' },
  { name: 'enderecoCompleto', column: 'endereco_completo', type: 'text', part: 3, control: 'textarea', privacy: 'ordinary', ofFamily: true, exportOnRequest: true, required: true, max: 300,
    label: 'Endereço completo, com CEP', sheetLabel: 'Endereço Completo',
    hint: 'Rua, número, bairro e CEP. Exemplo: Rua 7, nº 120, Setor Central, CEP 76000-000. Na zona rural, escreva o nome da fazenda e um ponto de referência.',
    missing: 'Digite o endereço com o CEP.' },
  { name: 'telefoneWhatsapp', column: 'telefone_whatsapp', type: 'text', part: 3, control: 'tel', privacy: 'ordinary', ofFamily: true, required: true, max: 30,
    label: 'Telefone com WhatsApp', sheetLabel: 'Telefone/WhatsApp',
    hint: 'Com DDD. Exemplo: (62) 99999-9999',
    missing: 'Digite o telefone com DDD.' },
  { name: 'email', column: 'email', type: 'text', part: 3, control: 'email', privacy: 'ordinary', ofFamily: true, required: true, max: 254,
    label: 'E-mail', sheetLabel: 'E-mail',
    hint: 'Pode ser o e-mail de alguém da família.',
    missing: 'Digite um e-mail.' },
  { name: 'nomeResponsavel', column: 'nome_responsavel', type: 'text', part: 4, control: 'text', privacy: 'ordinary', ofFamily: true, max: 120,
    label: 'Nome do responsável', sheetLabel: 'Nome do Responsável',
    hint: 'Mãe, pai, avó ou quem cuida.' },
  { name: 'telefoneResponsavel', column: 'telefone_responsavel', type: 'text', part: 4, control: 'tel', privacy: 'ordinary', ofFamily: true, max: 30,
    label: 'Telefone do responsável', sheetLabel: 'Telefone do Responsável',
    hint: 'Com DDD.' },
  { name: 'contatoRecados', column: 'contato_recados', type: 'text', part: 4, control: 'text', privacy: 'ordinary', ofFamily: true, max: 120,
    label: 'Contato para recados', sheetLabel: 'Contato para Recados',
    hint: 'Nome e telefone de alguém que atende se não acharmos você.' },
  { name: 'nivelEscolaridade', column: 'nivel_escolaridade', type: 'text', part: 5, control: 'select', privacy: 'ordinary', required: true,
    label: 'Escolaridade', sheetLabel: 'Nível de Escolaridade',
    hint: 'Até onde quem vai treinar estudou.',
    missing: 'Escolha a escolaridade.',
    options: {
      'fundamental-incompleto': 'Ensino Fundamental incompleto',
      'fundamental-completo': 'Ensino Fundamental completo',
      'medio-incompleto': 'Ensino Médio incompleto',
      'medio-completo': 'Ensino Médio completo',
      'superior-incompleto': 'Ensino Superior incompleto',
      'superior-completo': 'Ensino Superior completo' },
    },
  { name: 'escola', column: 'escola', type: 'text', part: 5, control: 'text', privacy: 'ordinary', max: 120,
    label: 'Escola (se estuda)', sheetLabel: 'Escola' },
  { name: 'serieAno', column: 'serie_ano', type: 'text', part: 5, control: 'text', privacy: 'ordinary', max: 40,
    label: 'Série ou ano (se estuda)', sheetLabel: 'Série/Ano',
    hint: 'Exemplo: 7º ano' },
  { name: 'cadastroUnico', column: 'cadastro_unico_url', type: 'text', part: 6, control: 'file', privacy: 'income', sheetAfter: 'rendaFamiliar', required: true,
    label: 'Comprovante do Cadastro Único', sheetLabel: 'Cadastro Único',
    hint: 'Foto ou PDF, até 5MB. Precisa dar para ler o nome completo e o NIS.',
    missing: 'Mande a foto ou o PDF do comprovante do Cadastro Único.' },
  { name: 'rendaFamiliar', column: 'renda_familiar', type: 'text', part: 6, control: 'radios', privacy: 'income', ofFamily: true, required: true,
    label: 'Renda da família por mês', sheetLabel: 'Renda Familiar',
    hint: 'Some o que todos da casa ganham. Serve só para a avaliação.',
    missing: 'Escolha a renda da família.',
    options: {
      'ate-1': 'Até 1 salário mínimo',
      '1-2': 'De 1 a 2 salários mínimos',
      '2-3': 'De 2 a 3 salários mínimos',
      '3-5': 'De 3 a 5 salários mínimos',
      'acima-5': 'Mais de 5 salários mínimos' },
    },
  { name: 'peso', column: 'peso', type: 'numeric', part: 6, control: 'decimal', privacy: 'health', required: true,
    label: 'Peso, em quilos', sheetLabel: 'Peso',
    range: { unit: 'kg', step: 0.1, min: 5, max: 300 },
    hint: 'Exemplo: 52,5. Serve para separar as turmas e o kimono. Não precisa ser exato.',
    missing: 'Digite o peso em quilos. Exemplo: 52,5' },
  { name: 'altura', column: 'altura', type: 'numeric', part: 6, control: 'decimal', privacy: 'health', required: true,
    label: 'Altura, em metros', sheetLabel: 'Altura',
    range: { unit: 'm', step: 0.01, min: 0.4, max: 2.5 },
    hint: 'Exemplo: 1,62',
    missing: 'Digite a altura. Exemplo: 1,62' },
  { name: 'condicaoMedica', column: 'condicao_medica', type: 'text', part: 6, control: 'radios', privacy: 'health', required: true,
    label: 'Possui Condição Médica?', sheetLabel: 'Possui Condição Médica?',
    hint: 'Alergia, asma, problema no coração, remédio de todo dia, cirurgia. Ajuda o professor a cuidar de você. Não tira a vaga.',
    missing: 'Responda se possui alguma condição médica.',
    options: { sim: 'Sim', nao: 'Não' } },
  { name: 'condicaoMedicaDetalhes', column: 'condicao_medica_detalhes', type: 'text', part: 6, control: 'details', privacy: 'health', max: 1000,
    label: 'Se sim, qual? *', sheetLabel: 'Qual?' },
  { name: 'motivacao', column: 'motivacao', type: 'text', part: 6, control: 'hidden', privacy: 'ordinary', max: 2000,
    label: 'Motivação', sheetLabel: 'Motivação' },
  { name: 'objetivos', column: 'objetivos', type: 'text', part: 6, control: 'hidden', privacy: 'ordinary', max: 2000,
    label: 'Objetivos', sheetLabel: 'Objetivos' },
] as const satisfies readonly Field[];

export type FieldName = (typeof FIELDS)[number]['name'];
export type ColumnName = (typeof FIELDS)[number]['column'];
