/** Words of the enrolments page beyond SPEC §2 and §8. Source: docs/ux.md §7, §8. */
export const desk = {
  /** Of a document, while it comes. */
  opening: 'Abrindo…',
  search: 'Buscar por nome, CPF, telefone ou protocolo',
  searchShort: 'Nome, CPF, telefone ou protocolo',
  searchHint: 'Vale parte do nome, do responsável também, sem acento. Esc limpa.',
  filters: 'Filtros',
  clearFilters: 'Limpar filtros',
  more: 'Mais',
  nothingFound: 'Nenhuma inscrição com esses filtros.',
  situation: 'Situação',
  any: 'Tanto faz',
  pageSize: 'Por página',
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
  /** Of a list that is empty, of what was asked for. */
  noneWaits: (chip: string) => `Nada em ${chip}.`,
  goTo: (chip: string, count: string) => `Ir para ${chip} (${count})`,
  /** `arrived`: 'há 2 dias'. */
  nothingToDo: (arrived: string) => `Nada a fazer. Última inscrição ${arrived}.`,
  seeAll: 'Ver todas',
  waitsSince: 'Espera desde:',
  repeated: 'Possível repetida',
  isItRepeated: 'Repetida?',
  isRepeated: 'Repetida',
  spread: 'Divulgue o link:',
  show: 'Mostrar',
  toNotify: 'A avisar',
  newDocument: 'Documento novo',
  newGuardian: 'Responsável chegou',
  familyAsks: 'Pedido da família',
  startsOn: (day: string) => `desde ${day}`,
  arrived: (count: number) =>
    count === 1
      ? 'Chegou 1 inscrição nova.'
      : `Chegaram ${count >= 100 ? '100 ou mais' : count} inscrições novas.`,
  missing: 'Esta inscrição não existe mais. Pode ter sido apagada.',
  missingUnsaved: 'O que você escreveu não foi gravado. Copie, se ainda precisar:',
  sensitive: 'dado sensível',
  unsaved: 'não gravado',
  notifyFamily: 'Avisar a família',
  notifyHint: 'O WhatsApp abre com o texto pronto. Quem manda é você.',
  /** Makes the link that a text is to carry. */
  notify: 'Avisar: pôr o link na mensagem',
  linkMade: 'O link está na mensagem. Ele só aparece agora: mande já.',
  stillWantsHint:
    'O tempo de espera está acabando. Se a família responder SIM, grave Nova e depois Lista de espera de novo: o prazo recomeça.',
  callGuardian: 'Chamar o responsável no WhatsApp',
  callPerson: 'Chamar no WhatsApp',
  callNew: 'Chamar no telefone novo',
  telephone: (phone: string) => `Ligar para ${phone}`,
  newTelephone: 'Telefone novo',
  /** In the place of a guardian's telephone that stands above already. */
  samePhone: 'O mesmo do contato',
  /** After `telephone`. */
  changedTelephone: ': a família trocou de telefone.',
  guardianTelephone: 'Telefone novo do responsável',
  guardianName: 'Responsável que veio depois',
  /** After `telephone`, of the guardian's. */
  guardianGave: ': é do responsável.',
  unconfirmedGuardian: ': do responsável, informado pelo link, não conferido.',
  /** Beside a class: how many places are left; null: no limit. */
  free: (left: number | null) => (left === null ? 'sem limite' : left === 1 ? '1 livre' : `${left} livres`),
  /** Where preparing a message starts the days again that it tells of. */
  daysBeginAnew:
    'Ao abrir a mensagem, o prazo para o telefone do responsável recomeça. Ela já diz o dia novo.',
  /** Beside a number that is not in the answers; `ofGuardian`: whose it is. */
  new: 'novo',
  ofGuardian: 'do responsável',
  formerTelephones: (count: number) =>
    count === 1 ? 'Telefone da ficha, de antes' : 'Telefones da ficha, de antes',
  noPhone: 'Não há telefone que dê para chamar no WhatsApp.',
  cancel: 'Cancelar',
  close: 'Fechar',
  erasedAccount: 'conta apagada',
} as const;
