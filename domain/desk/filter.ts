import { desk } from '../../content/desk.ts';
import { SITUATIONS } from './situations.ts';

/**
 * `param`: what the filter is called in the SQL of `private.condicoes`.
 * How a filter is chosen: `search` is typed above the list, `choice` is a select, `tick` a box, `class` a select of
 * the classes, by id. `chip` is one of 'Para fazer' above the list, of which one is pressed at most:
 * `contagem_de_inscricoes` counts it under `param`, and `lista_de_inscricoes` knows since when its enrolments wait.
 */
type Filter = { label: string; param: string } & (
  | { control: 'search' | 'class' | 'tick' | 'chip' }
  | { control: 'choice'; options: Readonly<Record<string, string>> }
);

/**
 * Everything the list can be filtered by, in the order of the panel; toolbar, count and export derive from this
 * table.
 */
export const FILTERS = {
  undecided: { label: 'A decidir', param: 'novas', control: 'chip' },
  request: { label: 'Pedidos', param: 'pedido', control: 'chip' },
  newDocument: { label: desk.newDocument, param: 'documentoNovo', control: 'chip' },
  toNotify: { label: desk.toNotify, param: 'avisar', control: 'chip' },
  withoutClass: { label: 'Sem turma', param: 'semTurma', control: 'chip' },
  withoutGuardian: { label: 'Sem responsável', param: 'semResponsavel', control: 'chip' },
  absent: { label: 'Faltou', param: 'faltou', control: 'chip' },
  renewal: { label: 'Renovação', param: 'renovacao', control: 'chip' },
  search: { label: desk.search, param: 'busca', control: 'search' },
  situation: { label: desk.situation, param: 'situacao', control: 'choice', options: SITUATIONS },
  age: {
    label: 'Idade',
    param: 'idade',
    control: 'choice',
    options: {
      crianca: 'Criança (0 a 11)',
      adolescente: 'Adolescente (12 a 17)',
      adulto: 'Adulto (18 ou mais)',
    },
  },
  document: {
    label: 'Documento',
    param: 'documento',
    control: 'choice',
    options: { com: 'Com documento', sem: 'Sem documento' },
  },
  classId: { label: 'Turma', param: 'turma', control: 'class' },
  mayBeRepeated: { label: desk.repeated, param: 'repetida', control: 'tick' },
  leavingSoon: { label: 'Dados apagados em 30 dias', param: 'saemLogo', control: 'tick' },
} as const satisfies Record<string, Filter>;

export type FilterKey = keyof typeof FILTERS;

type ValueOf<Kind extends Filter> = Kind extends { options: infer Options }
  ? keyof Options | ''
  : Kind extends { control: 'chip' | 'tick' }
    ? boolean
    : string;

/** How the list is ordered; leaves no enrolment out. */
export type ListOrder = {
  /** `espera`: since when each waits for what the pressed chip says. */
  order: 'criada' | 'nome' | 'idade' | 'espera';
  direction: 'asc' | 'desc';
};

/** Which enrolments are wanted, in which order: what `public.lista_de_inscricoes` is given. `''` and false filter nothing. */
export type EnrolmentFilter = { [Key in FilterKey]: ValueOf<(typeof FILTERS)[Key]> } & ListOrder;

/** Names of the order in SQL. */
const ORDER_PARAMS = [
  ['order', 'ordem'],
  ['direction', 'sentido'],
] as const;

/** How many rows a page has. */
export const PAGE_SIZE = 25;

const USUAL_ORDER: ListOrder = { order: 'criada', direction: 'desc' };

/** The entries of FILTERS, with their keys. */
export const filterEntries = Object.entries(FILTERS) as [FilterKey, Filter][];

export const NO_FILTER = {
  ...Object.fromEntries(
    filterEntries.map(([key, { control }]) => [key, control === 'chip' || control === 'tick' ? false : '']),
  ),
  ...USUAL_ORDER,
} as EnrolmentFilter;

/** The parts of a filter that differ from the defaults, under the names of the back end. */
export function paramsOf(filter: EnrolmentFilter): Record<string, string | number | boolean> {
  const params = [...filterEntries.map(([key, { param }]) => [key, param] as const), ...ORDER_PARAMS];
  return Object.fromEntries(
    params.filter(([key]) => isOn(filter, key)).map(([key, param]) => [param, filter[key]]),
  );
}

/** Whether a part of the filter differs from its default. */
export const isOn = (filter: EnrolmentFilter, key: keyof EnrolmentFilter): boolean =>
  filter[key] !== NO_FILTER[key];

/** How many filters of the panel are on. */
export const chosenFilters = (filter: EnrolmentFilter): number =>
  filterEntries.filter(
    ([key, { control }]) => isOn(filter, key) && control !== 'search' && control !== 'chip',
  ).length;

/** Whether a filter leaves enrolments out; the order does not. */
export function narrows(filter: EnrolmentFilter): boolean {
  return filterEntries.some(([key]) => isOn(filter, key));
}

/** The chips of 'Para fazer', in their order. */
export const CHIPS = filterEntries.flatMap(([key, { control }]) => (control === 'chip' ? [key as Chip] : []));

type ChipIn<Table> = {
  [Key in keyof Table]: Table[Key] extends { control: 'chip' } ? Key : never;
}[keyof Table];
export type Chip = ChipIn<typeof FILTERS>;

/** The pressed chip; null for none. */
export const chipOf = (filter: EnrolmentFilter): Chip | null => CHIPS.find((chip) => filter[chip]) ?? null;

/**
 * The filter with only this chip pressed, ordered by who waits longest; with null, no chip and the newest
 * first.
 */
export function withChip(filter: EnrolmentFilter, chip: Chip | null): EnrolmentFilter {
  const none = Object.fromEntries(CHIPS.map((other) => [other, false])) as Record<Chip, boolean>;
  const order = chip ? ({ order: 'espera', direction: 'asc' } as const) : USUAL_ORDER;
  return { ...filter, ...none, ...(chip && { [chip]: true }), ...order };
}

/** All enrolments, in the order that was chosen. */
export const withoutFilters = ({ order, direction }: EnrolmentFilter): EnrolmentFilter =>
  order === 'espera' ? NO_FILTER : { ...NO_FILTER, order, direction };
