import { printAndExport } from './print-export.ts';

/** The list of a class for its teacher. */
export const classList = {
  title: printAndExport.classList,
  loading: 'Carregando…',
  none: 'Nenhuma turma tem alunos ainda. A turma se escolhe ao aprovar.',
  class: 'Turma',
  option: (name: string, people: number) => `${name} (${people} ${people === 1 ? 'aluno' : 'alunos'})`,
  month: 'Mês',
  health: 'Com dados de saúde',
  healthHint: 'Peso, altura e condição médica. Marque só para o professor da turma. Fica registrado.',
  warning: 'Entregue só ao professor. Depois de usar, devolva à secretaria.',
  print: 'Imprimir lista',
  preparing: 'Preparando…',
  close: 'Fechar',
  printed: (people: number) =>
    `Lista enviada para impressão: ${people === 1 ? '1 aluno' : `${people} alunos`}.`,
  emptied: 'Esta turma não tem alunos agora.',
  when: 'Aulas',
  teacher: 'Professor(a)',
  pupils: 'Alunos',
  columns: { number: 'Nº', name: 'Nome e contatos', age: 'Idade' },
  /** From Sunday on. */
  weekdays: ['D', 'S', 'T', 'Q', 'Q', 'S', 'S'],
  guardian: 'Resp.:',
  person: 'Tel.:',
  condition: 'Condição médica:',
  newPhone: (phone: string) => `Novo: ${phone}`,
  withHealth: 'Com dados de saúde, como a família declarou: sem a linha em negrito, nenhuma condição médica.',
  withoutHealth: 'Sem dados de saúde.',
} as const;
