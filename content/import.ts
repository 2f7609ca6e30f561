/** Words of importing who trains already, which come with its dialog. Source: docs/ux.md §8.7. */

const people = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`);

export const imported = {
  title: 'Importar quem já treina',
  intro:
    'Para quem já treina e está em uma planilha do centro: entra como aprovada, com turma e primeiro dia. O documento e o e-mail podem faltar.',
  needed: (titles: readonly string[]) => `Colunas que não podem faltar: ${titles.join('; ')}.`,
  model: 'Baixar a planilha modelo',
  modelFile: 'modelo-quem-ja-treina.xlsx',
  sheet: 'Quem já treina',
  file: 'Planilha preenchida',
  choose: 'Escolher a planilha',
  chooseOther: 'Escolher outra planilha',
  fileHint:
    'Excel (.xlsx) ou CSV, até 500 pessoas. Ela é lida neste computador; nada é guardado antes de você conferir.',
  reading: 'Lendo a planilha…',
  class: 'Turma',
  firstDay: 'Primeiro dia',
  day: 'dia/mês/ano',

  large: 'O arquivo é grande demais. Copie a lista para uma planilha nova.',
  unreadable:
    'Isto não é uma planilha que dê para ler: talvez um PDF, um Excel antigo (.xls), ou com senha. Salve como .xlsx ou CSV, sem senha.',
  noTitles: 'Não achei a linha dos títulos (nome, nascimento, CPF…). Use a planilha modelo.',
  missingColumns: (titles: readonly string[]) => `Falta coluna: ${titles.join('; ')}.`,
  nobody: 'A planilha não tem ninguém abaixo dos títulos.',
  tooMany: 'A planilha tem mais de 500 pessoas. Divida em duas e importe uma por vez.',
  cell: (title: string, cell: string, problem: string) =>
    `${title} “${cell}”: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`,
  noClass: (classes: readonly string[]) => `Escreva uma destas turmas: ${classes.join('; ')}.`,
  noFirstDay: 'Confira o primeiro dia. Exemplo: 05/03/2024. Se ninguém lembra, escreva o dia 1º do ano.',
  doubled: (line: number) =>
    `${line ? `É a mesma pessoa da linha ${line}` : 'Já está inscrita'} (mesmo CPF, ou mesmo nome e nascimento).`,

  summary: (file: string, good: number, wrong: number) =>
    `${file}: ${people(good)}, sem problemas.${wrong > 0 ? ` Ficam de fora ${wrong}, até que alguém corrija a planilha:` : ''}`,
  otherSheet: 'O arquivo tem outra aba com linhas: só a primeira foi lida.',
  ignored: (titles: readonly string[]) => `Colunas que não foram lidas: ${titles.join('; ')}.`,
  who: (line: number, name: string) => (name ? `linha ${line}, ${name}` : `linha ${line}`),
  store: (good: number, wrong: number) => `Guardar ${people(good)}${wrong > 0 ? `, sem ${wrong}` : ''}`,
  storing: 'Guardando…',
  stored: (count: number) =>
    `Guardado: ${people(count)}. Dá para desfazer por 7 dias, em «Importar quem já treina».`,

  recent: 'Importadas há pouco',
  on: (count: number, day: string, by: string) => `${people(count)} em ${day}, por ${by}`,
  undo: 'Desfazer',
  undoing: 'Desfazendo…',
  undoTitle: 'Desfazer esta importação?',
  undoText: (count: number) =>
    `${people(count)} vão para «Apagadas há pouco», por 7 dias. Fica na lista quem já teve alguma mudança ou chamada.`,
  undone: (count: number) => `Desfeita: ${people(count)} em «Apagadas há pouco».`,
} as const;
