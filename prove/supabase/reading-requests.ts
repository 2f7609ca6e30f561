export type RequestHeaders = Record<string, string> | undefined;

/** One request that PostgREST and our server are both asked, as the same caller with the same data. */
export type ComparedRequest = {
  who: string;
  method: string;
  path: string;
  headers?: RequestHeaders;
  body?: unknown;
};

/** The one table that is served. */
export const LIST = '/inscricoes_projeto';
/** `rg` tells the enrolments apart: '1', '2' and '3'. `|` stands between queries. */
const lists = (queries: string) =>
  queries.split(/\s*\|\s*/).map((query) => `${LIST}?select=rg,escola&${query}`);

const FILTERS = lists(
  `${['eq', 'neq', 'gt', 'gte', 'lt', 'lte']
    .map((name) => `rg=${name}.2 | peso=${name}.40 | data_nascimento=${name}.2012-01-31 | rg=not.${name}.2`)
    .join(
      ' | ',
    )} | created_at=gt.2026-11-20T23:42:55%2B00:00 | created_at=eq.2026-11-20T23:42:55.312459%2B00:00
  | id=eq.6c84fb90-12c4-41e1-840d-7b25c5ee7751
  | id=in.(6c84fb90-12c4-41e1-840d-7b25c5ee7751,6c84fb90-12c4-41e1-840d-7b25c5ee7753)
  | nome_completo=like.*eira | nome_completo=like.%25eira | nome_completo=ilike.PRI* | nome_completo=not.ilike.*"com"*
  | nome_completo=eq.Segunda, "com" (tudo) | nome_completo=in.("Segunda, \\"com\\" (tudo)",Terceira)
  | nome_completo=in.(Primeira) | rg=in.() | rg=not.in.(1,2) | escola=is.null | escola=is.not_null | escola=is.true
  | escola=is.false | escola=is.unknown | escola=not.is.null | escola=is.NULL | rg=eq.1&escola=eq.A | rg=eq.1&rg=eq.2
  | rg=eq.9 | rg=eq. | escola=eq.A+B`,
);
const WRONG = lists(`rg=1 | rg=eq1 | rg=xx.1 | rg=is.3 | rg=in.1,2 | nada=eq.1 | order=nada | order=rg.up
  | order=rg.desc.nullsmiddle | peso=eq.muito | data_nascimento=eq.ontem | id=eq.x`);
const ORDERS =
  lists(`order=rg | order=rg.asc | order=rg.desc | order=escola.desc.nullslast | order=escola.nullsfirst
  | order=escola.asc.nullslast,rg.desc | order=created_at.desc,id.desc`);
const PAGES =
  lists(`order=rg&limit=1 | order=rg&limit=0 | order=rg&limit=-1 | order=rg&limit=x | order=rg&offset=1
  | order=rg&offset=3 | order=rg&offset=4 | order=rg&offset=x | order=rg&offset=-1&limit=1 | order=rg&limit=2&offset=1
  | order=rg&limit=2000`);

const selects = (queries: string) => queries.split(/\s*\|\s*/).map((query) => `${LIST}?${query}`);
const SELECTS =
  selects(`order=rg | select=*&order=rg | select=rg&order=rg | select=rg,rg&order=rg | select=nada
  | select=peso,altura,data_nascimento,created_at,protocolo,rg&order=rg | select=&order=rg | select=*,rg&order=rg`);

/** Grammar that PostgREST has and our server refuses on purpose (docs/contract.md §4.3). */
const BEYOND = [
  ...selects(
    'select=numero:rg&order=rg | select=rg::integer&order=rg | select=rg,private(*) | select=count()',
  ),
  ...lists(`rg=eq(any).{1,2} | rg=like(all).{1,*} | rg=match.1 | rg=imatch.1 | nome_completo=fts.primeira
    | rg=isdistinct.1 | or=(rg.eq.1,nome_completo.ilike."*tudo*") | and=(rg.gt.1,or(rg.eq.2,rg.eq.3))
    | not.and=(rg.eq.1,escola.eq.A) | or=rg.eq.1 | or=(rg.eq.1 | on_conflict=id`),
];

const COUNTS = ['count=exact', 'count=planned', 'count=estimated', 'count=none'];
const RANGES = ['0-0', '1-1', '0-9', '5-9', '1-', '2-1', 'x'];
const ACCEPTED = [
  'text/csv',
  'application/xml',
  '*/*',
  'application/json',
  'application/vnd.pgrst.array+json',
];
const OTHERS =
  'nobody|visitor|stranger|signed out|expired|forged|alg none|service_role|other audience|empty'.split('|');

/** Lists, counts and pages, as everybody. */
export function reading(): ComparedRequest[] {
  const all = `${LIST}?select=rg&order=rg`;
  const as = (who: string, method: string, path: string, headers?: RequestHeaders) => ({
    who,
    method,
    path,
    headers,
  });
  const get = (path: string, headers?: Record<string, string>) => as('administrator', 'GET', path, headers);
  const counted = [all, ...lists('order=rg&limit=1 | order=rg&offset=3 | order=rg&offset=9 | rg=eq.9')];
  return [
    ...[...FILTERS, ...WRONG, ...ORDERS, ...PAGES, ...SELECTS, ...BEYOND].map((path) => get(path)),
    ...counted.flatMap((path) => COUNTS.map((prefer) => get(path, { prefer }))),
    ...counted.map((path) => as('administrator', 'HEAD', path, { prefer: 'count=exact' })),
    ...RANGES.map((range) => get(all, { range })),
    ...RANGES.slice(0, 4).map((range) => get(all, { range, prefer: 'count=exact' })),
    ...['rg=eq.1', 'rg=eq.9', 'order=rg'].map((query) =>
      get(`${LIST}?select=rg&${query}`, { accept: 'application/vnd.pgrst.object+json' }),
    ),
    ...ACCEPTED.map((accept) => get(all, { accept })),
    ...OTHERS.flatMap((who) => [
      as(who, 'GET', all),
      as(who, 'HEAD', all, { prefer: 'count=exact' }),
      as(who, 'GET', '/segredo'),
    ]),
    ...['public', 'private', 'auth'].map((profile) => get(all, { 'accept-profile': profile })),
    ...'/ /nada /a/b /fechada /configuracao /rpc/ /rpc/nada /rpc/a/b'.split(' ').map((path) => get(path)),
    get(all, { prefer: 'handling=strict, nada=1' }),
    get(all, { prefer: 'handling=lenient, nada=1' }),
    get(`${LIST}?select=created_at&rg=eq.1`, { prefer: 'timezone=America/Sao_Paulo' }),
  ];
}
