/** One request that PostgREST and our server are both asked, as the same caller with the same data. */
export type Asked = {
  who: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
};

/** The one table that is served. */
export const LIST = '/inscricoes_projeto';
/** `rg` tells the enrolments apart: '1', '2' and '3'. */
const lists = (...queries: string[]) => queries.map((query) => `${LIST}?select=rg,escola&${query}`);

const FILTERS = lists(
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].flatMap((operator) => [
    `rg=${operator}.2`,
    `peso=${operator}.40`,
    `data_nascimento=${operator}.2012-01-31`,
    `rg=not.${operator}.2`,
  ]),
  'created_at=gt.2026-11-20T23:42:55%2B00:00',
  'created_at=eq.2026-11-20T23:42:55.312459%2B00:00',
  'id=eq.6c84fb90-12c4-41e1-840d-7b25c5ee7751',
  'id=in.(6c84fb90-12c4-41e1-840d-7b25c5ee7751,6c84fb90-12c4-41e1-840d-7b25c5ee7753)',
  'nome_completo=like.*eira',
  'nome_completo=like.%25eira',
  'nome_completo=ilike.PRI*',
  'nome_completo=not.ilike.*"com"*',
  'nome_completo=eq.Segunda, "com" (tudo)',
  'nome_completo=in.("Segunda, \\"com\\" (tudo)",Terceira)',
  'nome_completo=in.(Primeira)',
  'rg=in.()',
  'rg=not.in.(1,2)',
  ...['null', 'not_null', 'true', 'false', 'unknown'].map((value) => `escola=is.${value}`),
  'escola=not.is.null',
  'escola=is.NULL',
  'rg=eq.1&escola=eq.A',
  'rg=eq.1&rg=eq.2',
  'rg=eq.9',
  'rg=eq.',
  'escola=eq.A+B',
);

const WRONG = lists(
  'rg=1',
  'rg=eq1',
  'rg=xx.1',
  'rg=is.3',
  'rg=in.1,2',
  'nada=eq.1',
  'order=nada',
  'order=rg.up',
  'order=rg.desc.nullsmiddle',
  'peso=eq.muito',
  'data_nascimento=eq.ontem',
  'id=eq.x',
);

const ORDERS = lists(
  'order=rg',
  'order=rg.asc',
  'order=rg.desc',
  'order=escola.desc.nullslast',
  'order=escola.nullsfirst',
  'order=escola.asc.nullslast,rg.desc',
  'order=created_at.desc,id.desc',
);

const PAGES = lists(
  'order=rg&limit=1',
  'order=rg&limit=0',
  'order=rg&limit=-1',
  'order=rg&limit=x',
  'order=rg&offset=1',
  'order=rg&offset=3',
  'order=rg&offset=4',
  'order=rg&offset=x',
  'order=rg&offset=-1&limit=1',
  'order=rg&limit=2&offset=1',
  'order=rg&limit=2000',
);

const SELECTS = [
  `${LIST}?order=rg`,
  `${LIST}?select=*&order=rg`,
  `${LIST}?select=rg&order=rg`,
  `${LIST}?select=rg,rg&order=rg`,
  `${LIST}?select=peso,altura,data_nascimento,created_at,protocolo,rg&order=rg`,
  `${LIST}?select=nada`,
  `${LIST}?select=&order=rg`,
  `${LIST}?select=*,rg&order=rg`,
];

/** Grammar that PostgREST has and our server refuses on purpose (docs/contract.md §4.3). */
const BEYOND = [
  `${LIST}?select=numero:rg&order=rg`,
  `${LIST}?select=rg::integer&order=rg`,
  `${LIST}?select=rg,private(*)`,
  `${LIST}?select=count()`,
  ...lists(
    'rg=eq(any).{1,2}',
    'rg=like(all).{1,*}',
    'rg=match.1',
    'rg=imatch.1',
    'nome_completo=fts.primeira',
    'rg=isdistinct.1',
    'or=(rg.eq.1,nome_completo.ilike."*tudo*")',
    'and=(rg.gt.1,or(rg.eq.2,rg.eq.3))',
    'not.and=(rg.eq.1,escola.eq.A)',
    'or=rg.eq.1',
    'or=(rg.eq.1',
    'on_conflict=id',
  ),
];

const COUNTS = ['count=exact', 'count=planned', 'count=estimated', 'count=none'];
const RANGES = ['0-0', '1-1', '0-9', '5-9', '1-', '2-1', 'x'];

/** Lists, counts and pages, as everybody. */
export function reading(): Asked[] {
  const as = (who: string, method: string, path: string, headers?: Record<string, string>): Asked => ({
    who,
    method,
    path,
    ...(headers && { headers }),
  });
  const counted = [
    `${LIST}?select=rg&order=rg`,
    ...lists('order=rg&limit=1', 'order=rg&offset=3', 'order=rg&offset=9', 'rg=eq.9'),
  ];
  return [
    ...[...FILTERS, ...WRONG, ...ORDERS, ...PAGES, ...SELECTS, ...BEYOND].map((path) =>
      as('administrator', 'GET', path),
    ),
    ...counted.flatMap((path) => COUNTS.map((prefer) => as('administrator', 'GET', path, { prefer }))),
    ...counted.map((path) => as('administrator', 'HEAD', path, { prefer: 'count=exact' })),
    ...RANGES.map((range) => as('administrator', 'GET', `${LIST}?select=rg&order=rg`, { range })),
    ...RANGES.slice(0, 4).map((range) =>
      as('administrator', 'GET', `${LIST}?select=rg&order=rg`, { range, prefer: 'count=exact' }),
    ),
    ...['rg=eq.1', 'rg=eq.9', 'order=rg'].map((query) =>
      as('administrator', 'GET', `${LIST}?select=rg&${query}`, {
        accept: 'application/vnd.pgrst.object+json',
      }),
    ),
    ...['text/csv', 'application/xml', '*/*', 'application/json', 'application/vnd.pgrst.array+json'].map(
      (accept) => as('administrator', 'GET', `${LIST}?select=rg&order=rg`, { accept }),
    ),
    ...[
      'nobody',
      'visitor',
      'stranger',
      'signed out',
      'expired',
      'forged',
      'alg none',
      'service_role',
      'other audience',
      'empty',
    ].flatMap((who) => [
      as(who, 'GET', `${LIST}?select=rg&order=rg`),
      as(who, 'HEAD', `${LIST}?select=rg&order=rg`, { prefer: 'count=exact' }),
      as(who, 'GET', '/segredo'),
    ]),
    ...['public', 'private', 'auth'].map((profile) =>
      as('administrator', 'GET', `${LIST}?select=rg&order=rg`, { 'accept-profile': profile }),
    ),
    ...['/', '/nada', '/a/b', '/fechada', '/configuracao', '/rpc/', '/rpc/nada', '/rpc/a/b'].map((path) =>
      as('administrator', 'GET', path),
    ),
    as('administrator', 'GET', `${LIST}?select=rg&order=rg`, { prefer: 'handling=strict, nada=1' }),
    as('administrator', 'GET', `${LIST}?select=rg&order=rg`, { prefer: 'handling=lenient, nada=1' }),
    as('administrator', 'GET', `${LIST}?select=created_at&rg=eq.1`, { prefer: 'timezone=America/Sao_Paulo' }),
  ];
}
