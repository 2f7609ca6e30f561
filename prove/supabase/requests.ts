/** One request that PostgREST and our server are both asked, as the same caller with the same data. */
export type Asked = {
  who: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
};

const LIST = '/inscricoes_projeto';
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
  'or=(rg.eq.1,rg.eq.3)',
  'or=(rg.eq.1,nome_completo.ilike."*tudo*")',
  'and=(rg.gt.1,rg.lt.3)',
  'not.or=(rg.eq.1,rg.eq.2)',
  'not.and=(rg.eq.1,escola.eq.A)',
  'or=(rg.eq.1,and(rg.eq.3,escola.is.null))',
  'or=(rg.eq.1,not.and(rg.eq.3,escola.is.null))',
  'and=(or(rg.eq.1,rg.eq.2),peso.gte.40)',
  'or=(rg.in.(1,2),peso.gt.50)',
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
  'or=rg.eq.1',
  'or=(rg.eq.1',
  'or=()',
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
  ),
];

const COUNTS = ['count=exact', 'count=planned', 'count=estimated', 'count=none'];
const RANGES = ['0-0', '1-1', '0-9', '5-9', '1-', '2-1', 'x'];

function reading(): Asked[] {
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

function writing(row: object): Asked[] {
  const add = (who: string, body: unknown, prefer?: string, query = ''): Asked => ({
    who,
    method: 'POST',
    path: LIST + query,
    body,
    ...(prefer && { headers: { prefer } }),
  });
  const spoiled: object[] = [
    { sexo: 'outro' },
    { nome_completo: null },
    { nome_completo: '  ' },
    { data_nascimento: '2012-02-30' },
    { data_nascimento: 'ontem' },
    { peso: 'muito' },
    { peso: 1e6 },
    { peso: 1 },
    { nome_completo: 'a\0b' },
    { nome_completo: 'a'.repeat(481) },
    { condicao_medica: 'sim', condicao_medica_detalhes: '' },
    { cadastro_unico_url: 'x' },
    {
      cadastro_unico_url:
        'https://casa.test/storage/v1/object/public/cadastro_unico_uploads/public/6c84fb90-12c4-41e1-840d-7b25c5ee775a_a.pdf',
    },
    { apelido: 'x' },
    { created_at: '2020-01-01' },
    { id: '6c84fb90-12c4-41e1-840d-7b25c5ee7759' },
    { protocolo: '00000000' },
  ];
  const bodies = ['', '{', '[]', '[1]', '"x"', '1', 'true', '{"a":1}{', '{}', '[{}]'];
  return [
    add('nobody', row),
    add('visitor', row),
    add('stranger', row),
    add('visitor', [row]),
    ...spoiled.flatMap((change) =>
      ['visitor', 'administrator'].map((who) => add(who, { ...row, ...change })),
    ),
    ...bodies.map((body) => add('visitor', body)),
    ...[
      'return=minimal',
      'return=headers-only',
      'return=representation',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates',
      'count=exact',
      'missing=default',
      'handling=strict, nada=1',
      'return=minimal, return=representation',
      'tx=rollback',
    ].map((prefer) => add('visitor', row, prefer)),
    add('administrator', row, 'return=representation'),
    add('administrator', row, 'return=headers-only'),
    add('visitor', [row], undefined, '?columns="nome_completo"'),
    add('visitor', row, undefined, '?columns=apelido'),
    add('visitor', row, undefined, '?select=rg'),
    add('visitor', [row, row]),
    {
      who: 'visitor',
      method: 'POST',
      path: LIST,
      body: 'nome_completo=x',
      headers: { 'content-type': 'text/plain' },
    },
    {
      who: 'visitor',
      method: 'POST',
      path: LIST,
      body: 'nome_completo=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    { who: 'visitor', method: 'POST', path: LIST, body: row, headers: { 'content-profile': 'private' } },
    { who: 'visitor', method: 'POST', path: '/fechada', body: { id: 1 } },
    { who: 'visitor', method: 'POST', path: '/nada', body: { id: 1 } },
  ];
}

function changing(row: object): Asked[] {
  const changes: Asked[] = [];
  for (const who of ['visitor', 'stranger', 'administrator'])
    for (const [method, path, body] of [
      ['PATCH', `${LIST}?rg=eq.1`, { escola: 'Z' }],
      ['PATCH', LIST, { escola: 'Z' }],
      ['DELETE', `${LIST}?rg=eq.1`, undefined],
      ['DELETE', LIST, undefined],
      ['PUT', `${LIST}?id=eq.6c84fb90-12c4-41e1-840d-7b25c5ee7751`, row],
    ] as const)
      changes.push({ who, method, path, ...(body !== undefined && { body }) });
  return [
    ...changes,
    { who: 'administrator', method: 'LINK', path: LIST },
    { who: 'administrator', method: 'PATCH', path: `${LIST}?rg=eq.1`, body: '' },
    { who: 'administrator', method: 'PATCH', path: '/rpc/soma', body: {} },
  ];
}

function calling(): Asked[] {
  const call = (
    name: string,
    body?: unknown,
    who = 'administrator',
    headers?: Record<string, string>,
  ): Asked => ({
    who,
    method: 'POST',
    path: `/rpc/${name}`,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
  const get = (path: string, who = 'administrator'): Asked => ({ who, method: 'GET', path: `/rpc/${path}` });
  const nobody = '00000000-0000-4000-8000-000000000001';
  return [
    call('soma', { a: 1 }),
    call('soma', { a: 1, b: 2 }),
    call('soma', { b: 2 }),
    call('soma', { a: 'x' }),
    call('soma', {}),
    call('soma'),
    call('soma', '['),
    call('soma', [1]),
    call('dobro', { a: 2 }),
    call('dobro', { b: 'x' }),
    call('ambigua', { a: 1 }),
    call('pares', { ate: 6 }),
    call('pares', { ate: 6 }, 'administrator', { prefer: 'count=exact' }),
    call('lista'),
    call('lista', {}, 'stranger'),
    call('lista', {}, 'administrator', { accept: 'application/vnd.pgrst.object+json' }),
    call('par'),
    call('objeto', { dados: { a: [1] } }),
    call('nada'),
    call('avisa'),
    call('secreta'),
    call('secreta', {}, 'visitor'),
    call('responde', { status: '418' }),
    call('responde', { status: '429', cabecalhos: '[{"Retry-After": "7"}]' }),
    call('responde', { status: 'x' }),
    call('responde', { status: '200', cabecalhos: 'x' }),
    get('soma?a=1'),
    get('soma?a=1&b=5'),
    get('nada'),
    get('pares?ate=4'),
    get('lista'),
    get('pares?ate=8&limit=1'),
    call('sou_administrador', {}, 'stranger'),
    call('sou_administrador', {}, 'administrator'),
    get('sou_administrador'),
    call('situacao_da_inscricao', { codigo: 'x' }, 'visitor'),
    call('situacao_da_inscricao', {}, 'visitor'),
    call('situacao_por_protocolo', { protocolo: '1', nascimento: '2012-01-01' }, 'nobody'),
    call('situacao_por_protocolo', { protocolo: '1', nascimento: 'ontem' }, 'nobody'),
    call('buscar_inscricoes', { filtro: {} }),
    call('buscar_inscricoes', { filtro: { ordem: 'nada' } }),
    call('buscar_inscricoes', { filtro: {} }, 'stranger'),
    call('mudar_situacao', { inscricao: nobody, versao: 1, situacao: 'aprovada' }),
    call('mudar_situacao', { inscricao: 'x', versao: 1, situacao: 'aprovada' }),
    call('mudar_situacao', {
      inscricao: '6c84fb90-12c4-41e1-840d-7b25c5ee7751',
      versao: 1,
      situacao: 'nao-aprovada',
    }),
    call('escrever_nota', { inscricao: '6c84fb90-12c4-41e1-840d-7b25c5ee7751', texto: '' }),
    call('apagar_inscricao', { inscricao: nobody, confirmacao: 'x', motivo: 'teste' }),
    call('concluir_prazos', { inscricoes: 0, documentos: 0, envios: 0 }),
    call('turmas_com_alunos'),
    call('cidades_das_inscricoes'),
  ];
}

/** All of them, in the order in which they are asked; `row` is a whole enrolment. */
export function requests(row: object): readonly Asked[] {
  return [...reading(), ...calling(), ...changing(row), ...writing(row)];
}
