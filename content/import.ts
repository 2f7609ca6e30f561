/** Words of importing who trains already, which come with its dialog. Source: docs/ux.md §8.7. */

const people = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`);

export const imported = {
  title: 'Importar quem já treina',
  intro:
    'Para quem já treina e está em uma planilha do centro: entra como aprovada, com turma e primeiro dia. O documento e o e-mail podem faltar.',
  model: 'Baixar a planilha modelo',
  modelFile: 'modelo-quem-ja-treina.xlsx',
  sheet: 'Quem já treina',
  file: 'Planilha preenchida',
  fileHint:
    'Excel (.xlsx) ou CSV, até 500 pessoas. Ela é lida neste computador; nada é guardado antes de você conferir.',
  reading: 'Lendo a planilha…',
  close: 'Fechar',
  loading: 'Carregando…',
  class: 'Turma',
  firstDay: 'Primeiro dia',
  day: 'dia/mês/ano',

  noTitles: 'Não achei a linha dos títulos (nome, nascimento, CPF…). Use a planilha modelo.',
  missingColumns: (titles: readonly string[]) =>
    titles.length === 1 ? `Falta a coluna ${titles[0]}.` : `Faltam as colunas ${titles.join('; ')}.`,
  nobody: 'A planilha não tem ninguém abaixo dos títulos.',
  tooMany: 'A planilha tem mais de 500 pessoas. Divida em duas e importe uma por vez.',
  noClass: (typed: string, classes: readonly string[]) =>
    `${typed ? `A turma “${typed}” não existe, ou há mais de uma.` : 'Escreva a turma.'} As turmas: ${classes.join('; ')}.`,
  noFirstDay: 'Confira o primeiro dia. Exemplo: 05/03/2024. Se ninguém lembra, escreva o dia 1º do ano.',
  formula: (title: string) => `Em ${title} há uma fórmula. Escreva o valor.`,
  doubled: 'Já está inscrita, ou aparece duas vezes nesta planilha (mesmo CPF, ou mesmo nome e nascimento).',

  refused: {
    empty: 'O arquivo está vazio.',
    large: 'O arquivo passa de 5MB. Deixe nele só a planilha das pessoas.',
    bomb: 'O arquivo é grande demais por dentro. Copie a lista para uma planilha nova.',
    locked: 'A planilha tem senha, ou é de um Excel antigo (.xls). Salve como .xlsx, sem senha.',
    pdf: 'Isto é um PDF. Escolha a planilha, em .xlsx ou CSV.',
    other: 'Isto não é uma planilha que dê para ler. Salve como .xlsx ou CSV.',
    slow: 'A planilha demorou demais para ser lida. Copie a lista para uma planilha nova.',
  },

  preview: 'Conferir a planilha',
  summary: (good: number, all: number) =>
    good === all ? `${people(all)}, sem problemas.` : `De ${people(all)}, ${good} sem problemas.`,
  otherSheet: 'O arquivo tem outra aba com linhas: só a primeira foi lida.',
  ignored: (titles: readonly string[]) => `Colunas que não foram lidas: ${titles.join('; ')}.`,
  wrong: 'O que está errado',
  line: (line: number, name: string) => (name ? `linha ${line}, ${name}` : `linha ${line}`),
  right: (count: number) => `Ver ${count === 1 ? 'a pessoa que entra' : `as ${count} que entram`}`,
  leaveOut: (count: number) =>
    `Deixar de fora ${count === 1 ? 'a linha com problema' : `as ${count} linhas com problema`}`,
  leaveOutMissing: 'Corrija a planilha e escolha de novo, ou marque para deixar de fora.',
  store: (count: number) => `Guardar ${people(count)}`,
  storing: 'Guardando…',
  meanwhile: 'Nada foi guardado: alguém inscreveu parte destas pessoas agora. Confira de novo.',
  stored: (count: number) =>
    `Guardado: ${people(count)}. Dá para desfazer por 7 dias, em «Importar quem já treina».`,

  recent: 'Importadas há pouco',
  brought: (count: number) => `Trouxe ${people(count)} em que ninguém mexeu depois`,
  undo: 'Desfazer',
  undoing: 'Desfazendo…',
  undoTitle: 'Desfazer esta importação?',
  undoText: (count: number) =>
    `${people(count)} vão para «Apagadas há pouco», por 7 dias. Fica na lista quem já teve alguma mudança ou chamada.`,
  undone: (undone: number, stayed: number) =>
    `Desfeita: ${people(undone)} em «Apagadas há pouco».${stayed > 0 ? ` Ficou na lista: ${people(stayed)}.` : ''}`,

  /** In an enrolment's history and above its sheet. */
  on: (day: string, by: string) => `Importada em ${day} por ${by}`,
} as const;
