import { counted } from './plural.ts';

/** Words of 'Números': what a sponsor or the town asks of a period. */
export const numbers = {
  from: 'Primeiro dia do período',
  to: 'Último dia do período',
  loading: 'Contando…',
  preparing: 'Preparando…',
  print: 'Imprimir (A4)',
  list: 'Ver a lista de nomes',
  /** By the reasons that the record keeps (`private.motivos_de_exportar()`). */
  sheets: {
    prestacao_de_contas: 'Planilha: prestação de contas',
    copa: 'Planilha: Copa/Seel',
    contato: 'Planilha: contato',
  },
  recorded: 'Lista, papel e planilhas têm nomes: cada vez fica no registro.',
  title: (from: string, to: string) => `Números de ${from} a ${to}`,
  totals: { enrolled: 'Inscrições que chegaram', tookPart: 'Participaram', began: 'Começaram' },
  ended: 'Saíram',
  attendance: 'Frequência',
  bars: {
    class: 'Turmas',
    age: 'Idade',
    sex: 'Sexo',
    schooling: 'Escolaridade',
    income: 'Renda da família',
    town: 'Cidade',
  },
  explained: (erased: number) =>
    `Totais e turmas são exatos. Nos outros quadros: abaixo de 10, arredondado de 5 em 5; se for um número só, o seguinte também. Frequência: presenças nas aulas com chamada, sem as faltas justificadas. Quem mudou de turma conta nas duas. Idade: no último dia no período.${erased ? ` De ${counted(erased, 'pessoa apagada', 'pessoas apagadas')} pelo prazo restam só turma, meses, motivo e faixa de idade.` : ''}`,
  unsaid: 'Não anotado',
  noClass: 'Sem turma',
  people: 'Lista de participantes',
  name: 'Nome',
  /** After the columns of the answers. */
  more: {
    prestacao_de_contas: ['Último dia', 'Presenças', 'Aulas', 'Frequência'],
    copa: ['Faixa'],
    contato: [],
  },
  done: (name: string, rows: number) => `${name} está pronto, com ${counted(rows, 'linha', 'linhas')}.`,
} as const;
