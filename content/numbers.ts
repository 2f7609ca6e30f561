import { counted } from './plural.ts';

/** Words of 'Números': what a sponsor or the town asks of a period. */
export const numbers = {
  first: 'Primeiro dia do período',
  last: 'Último dia do período',
  loading: 'Contando…',
  preparing: 'Preparando…',
  print: 'Imprimir (A4)',
  list: 'Ver a lista de nomes',
  sheets: {
    accounts: 'Planilha: prestação de contas',
    cup: 'Planilha: Copa/Seel',
    contact: 'Planilha: contato',
  },
  /** Before its people are saved. */
  cup: 'A planilha tem nome, nascimento, sexo, peso, CPF, cidade, turma e faixa de todos do período. Guarde só para inscrever em campeonato; apague depois.',
  save: 'Guardar planilha',
  noSpan: 'Escolha os dois dias, o primeiro antes do último.',
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
  /** `erased`: about how many time erased; null for nobody. */
  explained: (erased: number | null) =>
    `Totais e turmas são exatos. Nos outros quadros e nos motivos: onde há um número pequeno, todos são arredondados de 5 em 5; se ainda daria para calcular um deles, nenhum aparece. Frequência: presenças nas aulas com chamada, sem as faltas justificadas. Quem mudou de turma conta nas duas. Idade: no último dia no período.${erased === null ? '' : ` De ${erased > 0 ? `cerca de ${erased}` : 'poucas'} pessoas apagadas pelo prazo restam só turma, meses, motivo e faixa de idade.`}`,
  /** In the place of a breakdown's answers. */
  together: 'Todas as respostas',
  unsaid: 'Não anotado',
  noClass: 'Sem turma',
  people: 'Lista de participantes',
  name: 'Nome',
  files: { accounts: 'prestacao-de-contas', cup: 'copa', contact: 'contato' },
  /** After the columns of the answers. */
  more: {
    accounts: ['Último dia', 'Presenças', 'Aulas', 'Frequência'],
    cup: ['Faixa'],
    contact: [],
  },
  done: (name: string, rows: number) => `${name} está pronto, com ${counted(rows, 'linha', 'linhas')}.`,
} as const;
