/** Words of the enrolments page beyond SPEC §2 and §8. Source: docs/ux.md §7, §8. */
export const desk = {
  /** Of a document, while it comes. */
  opening: 'Abrindo…',
  search: 'Buscar por nome, CPF, telefone ou protocolo',
  searchShort: 'Nome, CPF ou telefone',
  searchHint: 'Enter busca. Vale parte do nome, do responsável também, sem acento. Esc limpa.',
  filters: 'Filtros',
  clearFilters: 'Limpar filtros',
  more: 'Mais',
  nothingFound: 'Nenhuma inscrição com esses filtros.',
  situation: 'Situação',
  any: 'Tanto faz',
  order: 'Ordem',
  orders: {
    'criada desc': 'Mais novas primeiro',
    'criada asc': 'Mais antigas primeiro',
    'nome asc': 'Nome, de A a Z',
    'nome desc': 'Nome, de Z a A',
    'idade asc': 'Idade, menores primeiro',
    'idade desc': 'Idade, maiores primeiro',
    'espera asc': 'Quem espera há mais tempo primeiro',
    'espera desc': 'Quem espera há menos tempo primeiro',
  },
  toDo: 'Para fazer',
  all: 'Todas',
  /** Of a list that is empty: of a chip, while others wait, and when nobody does. */
  nothingHere: 'Nada aqui.',
  nothingToDo: 'Nada a fazer.',
  waitsSince: 'Espera desde:',
  repeated: 'Possível repetida',
  isItRepeated: 'Repetida?',
  isRepeated: 'Repetida',
  spread: 'Divulgue o link:',
  showArrivals: 'Mostrar as novas',
  toNotify: 'A avisar',
  doesNotGoOn: 'Não continua',
  newDocument: 'Documento novo',
  newGuardian: 'Responsável chegou',
  familyAsks: 'Pedido da família',
  /** `days` until the last one to answer: 0 is that day, and less is late. */
  daysLeft: (days: number) =>
    days < 0
      ? `atrasado há ${days === -1 ? '1 dia' : `${-days} dias`}`
      : (['o prazo é hoje', 'falta 1 dia'][days] ?? `faltam ${days} dias`),
  calledBy: (name: string) => `nome social: ${name}`,
  startsOn: (day: string) => `a partir de ${day}`,
  missing: 'Esta inscrição não existe mais. Pode ter sido apagada.',
  unsaved: 'não guardado',
  notifyFamily: 'Avisar a família',
  newTelephone: 'Telefone novo',
  /** In the place of a guardian's telephone that stands above already. */
  samePhone: 'O mesmo do contato',
  guardianTelephone: 'Telefone novo do responsável',
  guardianName: 'Responsável que veio depois',
  /** Beside a class: how many places are left; null: no limit. */
  free: (left: number | null) => (left === null ? 'sem limite' : left === 1 ? '1 livre' : `${left} livres`),
  /** Beside a number that is not in the answers. */
  new: 'novo',
  cancel: 'Cancelar',
  close: 'Fechar',
  atCounter: (by: string) => `no balcão, por ${by.split('@')[0] || 'conta apagada'}`,
  erasedAccount: 'conta apagada',
} as const;
