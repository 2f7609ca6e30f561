import { desk } from './desk.ts';

/** Words of the desk's page of classes, and of what a teacher sees there. Source: docs/ux.md §8.10. */

const pupils = (count: number) => (count === 1 ? '1 aluno' : `${count} alunos`);

type ClassPlaces = {
  pupils: number;
  places: number | null;
  waiting: number;
  free: number | null;
  active: boolean;
};

export const classes = {
  intro:
    'As turmas do centro. Nas do projeto social entram as inscrições aprovadas, e quem não coube espera em ordem.',
  introOfTeacher: 'As suas turmas, só para a aula. Abra a chamada com internet; depois ela pode faltar.',
  loading: 'Carregando as turmas…',
  none: 'Nenhuma turma ainda.',
  noneOfTeacher: 'Você ainda não tem turma. Peça à direção.',
  numbers: 'Números',
  add: 'Nova turma',
  /** While several classes take people of every age. */
  withoutAges:
    'Diga as idades de cada turma do projeto, em Mudar: ao aprovar, a secretaria já propõe a turma que serve. Sem elas, escolhe-se à mão.',
  caption: 'Turmas',
  pupils,
  notOfProject: 'Fora do projeto',
  when: ({ days, time }: { days: string | null; time: string | null }) =>
    [days, time].filter(Boolean).join(', ') || 'Dias e hora a combinar',
  /** Years of age; null: no bound. */
  ages: (from: number | null, to: number | null) => {
    if (from === null) return to === null ? 'Todas as idades' : `Até ${to} anos`;
    if (to === null) return `${from} anos ou mais`;
    return from === to ? `${from} anos` : `De ${from} a ${to} anos`;
  },
  /** '12 alunos · 5 livres (8 menos 3 na espera)', '20 alunos · cheia (2 na espera)'. */
  places: (one: ClassPlaces) => {
    if (!one.active) return pupils(one.pupils);
    const left = one.places === null ? null : one.places - one.pupils;
    const room =
      left === 0 ? 'cheia' : left !== null && left < 0 ? `${-left} além das vagas` : desk.free(one.free);
    const before = left !== null && left > 0 ? `${left} ${one.waiting > left ? 'para' : 'menos'} ` : '';
    return `${pupils(one.pupils)} · ${room}${one.waiting > 0 ? ` (${before}${one.waiting} na espera)` : ''}`;
  },
  calling: 'Procurando…',
  callNext: (waiting: number) => `Chamar a próxima (${waiting})`,
  nobodyWaits: 'Ninguém mais espera por esta turma.',
  /** `month`: where it is not this one. */
  listOf: (month: string, name: string) => [`Lista${month && ` de ${month}`}`, ` da turma ${name}`] as const,
  /** Beside another month's. */
  listOfToday: 'Lista deste mês',
  noClass: 'Hoje não tem aula',
  edit: 'Mudar',
  end: 'Encerrar',
  ended: (count: number) => `Turmas encerradas (${count})`,
  form: {
    addTitle: 'Nova turma',
    editTitle: 'Mudar a turma',
    name: 'Nome',
    nameHint: 'Como as famílias dizem: Jiu-Jitsu Infantil.',
    days: 'Dias',
    daysHint: 'Nenhum marcado: a combinar.',
    time: 'Hora em que começa',
    timeHint: (ofProject: boolean) => `Como 18:00.${ofProject ? '' : ' Vazio: a combinar.'}`,
    ageFrom: 'Idade, de',
    ageTo: 'Idade, até',
    ageHint: 'Em anos. Vazio: sem limite.',
    places: 'Vagas',
    placesHint: 'Vazio: sem limite.',
    ofProject: 'Do projeto social',
    ofProjectHint:
      'Recebe inscritos, e as suas vagas aparecem na página do projeto. Na página inicial está toda turma.',
    teacher: 'Conta do professor',
    noTeacher: 'Nenhuma',
    nameMissing: 'Digite o nome da turma.',
    tooLong: 'Escreva até 120 letras.',
    daysMissing: 'Marque os dias.',
    timeWrong: 'Digite a hora como 18:00.',
    ageWrong: 'Digite a idade em anos, de 0 a 120, ou deixe vazio.',
    agesTurned: 'A idade final é menor que a inicial.',
    placesWrong: 'Digite quantas vagas, de 0 a 1000, ou deixe vazio.',
  },
  timetable: {
    file: 'Os horários da página inicial ainda não são os destas turmas, nem mudam com elas.',
    show: 'Usar estas turmas na página inicial',
    says: 'A página inicial vai dizer estas, e daqui em diante muda com elas:',
    /** Of the file alone. */
    added: (one: string) => `${one} (entra aqui, fora do projeto)`,
    done: 'A página inicial diz estas turmas.',
    old: 'A página inicial ainda diz as turmas de antes: muda quando o site for montado de novo.',
  },
  added: (name: string) => `A turma ${name} foi criada.`,
  changed: (name: string) => `A turma ${name} foi mudada.`,
  ending: {
    title: 'Encerrar a turma?',
    nobody: (name: string) => `${name} não tem alunos e sai das turmas que recebem gente.`,
    text: (name: string, count: number) => `${name} tem ${pupils(count)} e sai das turmas que recebem gente.`,
    waiting: (count: number) =>
      count === 1
        ? 'Na lista de espera há 1 pessoa, que vai junto e continua na espera.'
        : `Na lista de espera há ${count} pessoas, que vão junto e continuam na espera.`,
    where: 'Para onde vão os alunos?',
    whereMissing: 'Escolha para onde vão os alunos.',
    stay: 'Ficam nesta turma, encerrada',
    choose: 'Escolha a turma',
    room: (name: string, left: number | null) => `${name} (${desk.free(left)})`,
    move: (count: number, left: number | null) =>
      left !== null &&
      `${count === 1 ? 'Vai' : 'Vão'} ${pupils(count)} para ${left === 1 ? '1 vaga' : `${left} vagas`}.`,
    submit: 'Encerrar a turma',
    busy: 'Encerrando…',
    done: (name: string) => `A turma ${name} foi encerrada.`,
  },
  people: {
    years: (age: number) => (age === 1 ? '1 ano' : `${age} anos`),
    guardian: 'Responsável',
    person: 'Tel.',
    messages: 'Recados',
    newPhone: 'Telefone novo',
    condition: 'Saúde:',
  },
} as const;
