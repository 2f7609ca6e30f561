import { isSituation, type Situation } from './situations.ts';

/**
 * Which registrations are wanted, in which order. The keys are those that
 * `public.buscar_inscricoes` reads. Days are ISO text, both ends included.
 */
export type RegistrationFilter = {
  /** What is searched for. Personal data: never in an address or a log. */
  busca: string;
  situacao: Situation | '';
  idade: '' | 'crianca' | 'adolescente' | 'adulto';
  cidade: string;
  documento: '' | 'com' | 'sem';
  condicao: '' | 'sim' | 'nao';
  semResponsavel: boolean;
  repetida: boolean;
  de: string;
  ate: string;
  ordem: 'criada' | 'nome' | 'idade' | 'telefone';
  sentido: 'asc' | 'desc';
  tamanho: (typeof PAGE_SIZES)[number];
};

/** Where in the list one is. `pagina` counts from 1; `apos` and `antes` are ids of the row beside the page. */
export type Place = { pagina: number; apos?: string; antes?: string; fim?: boolean };

export const PAGE_SIZES = [25, 50, 100] as const;

export const NO_FILTER: RegistrationFilter = {
  busca: '',
  situacao: '',
  idade: '',
  cidade: '',
  documento: '',
  condicao: '',
  semResponsavel: false,
  repetida: false,
  de: '',
  ate: '',
  ordem: 'criada',
  sentido: 'desc',
  tamanho: 25,
};

export const AGE_GROUPS = {
  crianca: 'Criança (0 a 11)',
  adolescente: 'Adolescente (12 a 17)',
  adulto: 'Adulto (18 ou mais)',
} as const;

/** The filter an address asks for; what it cannot mean is left out. The search is never there. */
export function filterOf(address: URLSearchParams): RegistrationFilter {
  const oneOf = <const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined =>
    choices.find((choice) => choice === address.get(name));
  const day = (name: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(address.get(name) ?? '') ? (address.get(name) ?? '') : '';
  const situation = address.get('situacao');
  return {
    ...NO_FILTER,
    situacao: isSituation(situation) ? situation : '',
    idade: oneOf('idade', ['crianca', 'adolescente', 'adulto']) ?? '',
    cidade: (address.get('cidade') ?? '').slice(0, 100),
    documento: oneOf('documento', ['com', 'sem']) ?? '',
    condicao: oneOf('condicao', ['sim', 'nao']) ?? '',
    semResponsavel: address.get('semResponsavel') === 'true',
    repetida: address.get('repetida') === 'true',
    de: day('de'),
    ate: day('ate'),
    ordem: oneOf('ordem', ['criada', 'nome', 'idade', 'telefone']) ?? 'criada',
    sentido: oneOf('sentido', ['asc', 'desc']) ?? 'desc',
    tamanho: PAGE_SIZES.find((size) => String(size) === address.get('tamanho')) ?? 25,
  };
}

/** The page an address asks for; the first for anything that is no page. */
export function placeOf(address: URLSearchParams): Place {
  const number = address.get('pagina') ?? '';
  const pagina = /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 1;
  if (pagina === 1) return { pagina };
  if (address.get('fim') === 'true') return { pagina, fim: true };
  const beside = (['apos', 'antes'] as const).find((name) => UUID.test(address.get(name) ?? ''));
  return beside ? { pagina, [beside]: address.get(beside) ?? '' } : { pagina };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What of a filter and a place belongs in an address: only what differs from the usual, and never the search. */
export function addressOf(filter: RegistrationFilter, place: Place = { pagina: 1 }): string {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(asked(filter)))
    if (name !== 'busca') address.set(name, String(value));
  if (place.pagina > 1) for (const [name, value] of Object.entries(place)) address.set(name, String(value));
  const text = address.toString();
  return text && `?${text}`;
}

/** The part of a filter that says something: what the back end is asked. */
export function asked(filter: RegistrationFilter): Partial<RegistrationFilter> {
  const usual = Object.entries(NO_FILTER) as [keyof RegistrationFilter, unknown][];
  return Object.fromEntries(
    usual.filter(([name, value]) => filter[name] !== value).map(([name]) => [name, filter[name]]),
  );
}

/** Whether fewer than all are asked for; order and page size leave nothing out. */
export function narrows(filter: RegistrationFilter): boolean {
  return Object.keys(asked(filter)).some((name) => !['ordem', 'sentido', 'tamanho'].includes(name));
}

/** All registrations, in the order and by the page size that were chosen. */
export function withoutFilters({ ordem, sentido, tamanho }: RegistrationFilter): RegistrationFilter {
  return { ...NO_FILTER, ordem, sentido, tamanho };
}
