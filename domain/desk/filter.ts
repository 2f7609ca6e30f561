import { desk } from '../../content/desk.ts';
import { SITUATIONS } from './situations.ts';

/**
 * How a filter is chosen: `search` is typed above the list and is in no address
 * (personal data), `choice` and `city` are selects, `day` takes an ISO day, both
 * ends included, `tick` is a box. `counter` is pressed on and off above the list: it
 * also needs its count in `contar_inscricoes` and its place in COUNTERS (app/admin/toolbar).
 */
type Filter = { label: string } & (
  | { control: 'search' | 'city' | 'counter' | 'tick' }
  | { control: 'choice'; options: Readonly<Record<string, string>> }
  | { control: 'day'; notAfter?: string; notBefore?: string }
);

/**
 * Everything the list can be filtered by, in the order of the panel. The key is
 * the address's parameter and the one that `private.condicoes` reads in SQL;
 * toolbar, address, count and export derive from this table.
 */
export const FILTERS = {
  busca: { label: desk.search, control: 'search' },
  situacao: { label: desk.situation, control: 'choice', options: SITUATIONS },
  idade: {
    label: 'Idade',
    control: 'choice',
    options: {
      crianca: 'Criança (0 a 11)',
      adolescente: 'Adolescente (12 a 17)',
      adulto: 'Adulto (18 ou mais)',
    },
  },
  cidade: { label: 'Cidade', control: 'city' },
  documento: {
    label: 'Documento',
    control: 'choice',
    options: { com: 'Com documento', sem: 'Sem documento' },
  },
  condicao: { label: 'Condição médica', control: 'choice', options: { sim: 'Sim', nao: 'Não' } },
  semResponsavel: { label: 'Menor sem responsável', control: 'counter' },
  repetida: { label: desk.repeated, control: 'counter' },
  avisar: { label: desk.toNotify, control: 'tick' },
  de: { label: 'Chegou a partir de', control: 'day', notAfter: 'ate' },
  ate: { label: 'Chegou até', control: 'day', notBefore: 'de' },
} as const satisfies Record<string, Filter>;

export type FilterKey = keyof typeof FILTERS;

type ValueOf<Kind extends Filter> = Kind extends { options: infer Options }
  ? keyof Options | ''
  : Kind extends { control: 'counter' | 'tick' }
    ? boolean
    : string;

/** How the list is ordered and cut into pages; leaves no enrolment out. */
export type ListOrder = {
  ordem: (typeof ORDERS)[number];
  sentido: (typeof DIRECTIONS)[number];
  tamanho: (typeof PAGE_SIZES)[number];
};

/** Which enrolments are wanted, in which order: what `public.buscar_inscricoes` is given. `''` and false filter nothing. */
export type EnrolmentFilter = { [Key in FilterKey]: ValueOf<(typeof FILTERS)[Key]> } & ListOrder;

/** A place in the list. `pagina` counts from 1; `apos` and `antes` are ids of the row beside the page; `fim` is the last page. */
export type Place = { pagina: number; apos?: string; antes?: string; fim?: boolean };

const ORDERS = ['criada', 'nome', 'idade', 'telefone'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;
export const PAGE_SIZES = [25, 50, 100] as const;

const USUAL_ORDER: ListOrder = { ordem: 'criada', sentido: 'desc', tamanho: 25 };

/** The entries of FILTERS, with their keys. */
export const filterEntries = Object.entries(FILTERS) as [FilterKey, Filter][];

export const NO_FILTER = {
  ...Object.fromEntries(
    filterEntries.map(([key, { control }]) => [
      key,
      control === 'counter' || control === 'tick' ? false : '',
    ]),
  ),
  ...USUAL_ORDER,
} as EnrolmentFilter;

/** The filter in an address; a value that is not known is ignored. The search is never there. */
export function filterOf(address: URLSearchParams): EnrolmentFilter {
  const oneOf = <const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined =>
    choices.find((choice) => choice === address.get(name));
  const values = filterEntries.map(([key, filter]) => [key, valueIn(address.get(key) ?? '', filter)]);
  return {
    ...(Object.fromEntries(values) as EnrolmentFilter),
    ordem: oneOf('ordem', ORDERS) ?? USUAL_ORDER.ordem,
    sentido: oneOf('sentido', DIRECTIONS) ?? USUAL_ORDER.sentido,
    tamanho: PAGE_SIZES.find((size) => String(size) === address.get('tamanho')) ?? USUAL_ORDER.tamanho,
  };
}

/** What a filter makes of the text in an address. */
function valueIn(text: string, filter: Filter): string | boolean {
  switch (filter.control) {
    case 'search':
      return '';
    case 'choice':
      return Object.hasOwn(filter.options, text) ? text : '';
    case 'city':
      return text.slice(0, 100);
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
    case 'counter':
    case 'tick':
      return text === 'true';
  }
}

/** The place in an address; the first page when it names none. */
export function placeOf(address: URLSearchParams): Place {
  const number = address.get('pagina') ?? '';
  const pagina = /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 1;
  if (pagina === 1) return { pagina };
  if (address.get('fim') === 'true') return { pagina, fim: true };
  const beside = (['apos', 'antes'] as const).find((name) => UUID.test(address.get(name) ?? ''));
  return beside ? { pagina, [beside]: address.get(beside) ?? '' } : { pagina };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A filter and a place as an address, `?situacao=nova&pagina=2`: only what differs from the usual, never the search; `''` when nothing does. */
export function addressOf(filter: EnrolmentFilter, place: Place = { pagina: 1 }): string {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(asked(filter)))
    if (!isSearch(name)) address.set(name, String(value));
  if (place.pagina > 1) for (const [name, value] of Object.entries(place)) address.set(name, String(value));
  const text = address.toString();
  return text && `?${text}`;
}

const isSearch = (key: string) => isFilter(key) && FILTERS[key].control === 'search';

const isFilter = (key: string): key is FilterKey => Object.hasOwn(FILTERS, key);

/** The part of a filter that differs from the usual: what the back end is asked. */
export function asked(filter: EnrolmentFilter): Partial<EnrolmentFilter> {
  const usual = Object.entries(NO_FILTER) as [keyof EnrolmentFilter, unknown][];
  return Object.fromEntries(
    usual.filter(([name, value]) => filter[name] !== value).map(([name]) => [name, filter[name]]),
  );
}

/** Whether a filter leaves enrolments out; order and page size do not. */
export function narrows(filter: EnrolmentFilter): boolean {
  return Object.keys(asked(filter)).some(isFilter);
}

/** All enrolments, in the order and by the page size that were chosen. */
export function withoutFilters({ ordem, sentido, tamanho }: EnrolmentFilter): EnrolmentFilter {
  return { ...NO_FILTER, ordem, sentido, tamanho };
}
