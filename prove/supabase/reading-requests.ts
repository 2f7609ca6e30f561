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

const FILTERS =
  lists(`rg=eq.2 | peso=eq.40 | data_nascimento=eq.2012-01-31 | created_at=eq.2026-11-20T23:42:55.312459%2B00:00
  | id=eq.6c84fb90-12c4-41e1-840d-7b25c5ee7751 | nome_completo=eq.Segunda, "com" (tudo) | rg=eq.1&escola=eq.A
  | rg=eq.1&rg=eq.2 | rg=eq.9 | rg=eq. | escola=eq.A+B`);
const WRONG =
  lists(`rg=1 | rg=xx.1 | nada=eq.1 | order=nada | order=rg.up | peso=eq.muito | data_nascimento=eq.ontem
  | id=eq.x`);
const ORDERS = lists(
  'order=rg | order=rg.asc | order=rg.desc | order=data_nascimento.asc,rg.desc | order=created_at.desc,id.desc',
);
const PAGES =
  lists(`order=rg&limit=1 | order=rg&limit=0 | order=rg&offset=1 | order=rg&offset=3 | order=rg&offset=4
  | order=rg&limit=2&offset=1 | order=rg&limit=2000`);

const selects = (queries: string) => queries.split(/\s*\|\s*/).map((query) => `${LIST}?${query}`);
const SELECTS =
  selects(`order=rg | select=*&order=rg | select=rg&order=rg | select=rg,rg&order=rg | select=nada
  | select=peso,altura,data_nascimento,created_at,protocolo,rg&order=rg`);

/** Grammar that PostgREST has and our server refuses on purpose (docs/contract.md §4.3). */
const BEYOND = [
  ...selects('select=numero:rg | select=rg::integer | select=rg,private(*) | select=count()'),
  ...lists(
    'rg=in.(1,2) | rg=not.eq.1 | rg=gt.1 | nome_completo=ilike.*eira | or=(rg.eq.1,rg.eq.2) | limit=-1 | limit=x',
  ),
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
  const counted = [all, ...lists('order=rg&limit=1 | order=rg&offset=3 | rg=eq.9')];
  return [
    ...[...FILTERS, ...WRONG, ...ORDERS, ...PAGES, ...SELECTS, ...BEYOND].map((path) => get(path)),
    ...counted.flatMap((path) =>
      ['GET', 'HEAD'].map((method) => as('administrator', method, path, { prefer: 'count=exact' })),
    ),
    ...['rg=eq.1', 'rg=eq.9', 'order=rg'].map((query) =>
      get(`${LIST}?select=rg&${query}`, { accept: 'application/vnd.pgrst.object+json' }),
    ),
    ...OTHERS.flatMap((who) => [
      as(who, 'GET', all),
      as(who, 'HEAD', all, { prefer: 'count=exact' }),
      as(who, 'GET', '/segredo'),
    ]),
    ...'/ /nada /a/b /fechada /configuracao /rpc/ /rpc/nada /rpc/a/b'.split(' ').map((path) => get(path)),
  ];
}
