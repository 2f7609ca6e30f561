import { type ComparedRequest, LIST, type RequestHeaders, reading } from './reading-requests.ts';

const FIRST = '6c84fb90-12c4-41e1-840d-7b25c5ee7751';
const MISSING =
  'https://casa.test/storage/v1/object/public/cadastro_unico_uploads/public/6c84fb90-12c4-41e1-840d-7b25c5ee775a_a.pdf';

/** What makes an enrolment one that is not taken. */
const SPOILED: object[] = [
  { sexo: 'outro' },
  ...[null, '  ', 'a\0b', 'a'.repeat(481)].map((nome_completo) => ({ nome_completo })),
  ...['2012-02-30', 'ontem'].map((data_nascimento) => ({ data_nascimento })),
  ...['muito', 1e6, 1].map((peso) => ({ peso })),
  { condicao_medica: 'sim', condicao_medica_detalhes: '' },
  ...['x', MISSING].map((cadastro_unico_url) => ({ cadastro_unico_url })),
  { apelido: 'x' },
  { created_at: '2020-01-01' },
  { id: '6c84fb90-12c4-41e1-840d-7b25c5ee7759' },
  { protocolo: '00000000' },
];
const BODIES = ['', ...'{ [] [1] "x" 1 true {"a":1}{ {} [{}]'.split(' ')];
const PREFERENCES = ['return=minimal', 'return=representation', 'resolution=merge-duplicates', 'tx=rollback'];

function writing(row: object): ComparedRequest[] {
  const post = (who: string, path: string, body: unknown, headers?: RequestHeaders): ComparedRequest => ({
    who,
    method: 'POST',
    path,
    body,
    headers,
  });
  const add = (who: string, body: unknown, prefer?: string, query = '') =>
    post(who, LIST + query, body, prefer === undefined ? undefined : { prefer });
  return [
    ...['nobody', 'visitor', 'stranger'].map((who) => add(who, row)),
    add('visitor', [row]),
    ...SPOILED.flatMap((change) =>
      ['visitor', 'administrator'].map((who) => add(who, { ...row, ...change })),
    ),
    ...BODIES.map((body) => add('visitor', body)),
    ...PREFERENCES.map((prefer) => add('visitor', row, prefer)),
    add('administrator', row, 'return=representation'),
    add('visitor', [row], undefined, '?columns="nome_completo"'),
    add('visitor', row, undefined, '?select=rg'),
    add('visitor', [row, row]),
    ...['text/plain', 'application/x-www-form-urlencoded'].map((type) =>
      post('visitor', LIST, 'nome_completo=x', { 'content-type': type }),
    ),
    ...['/fechada', '/nada'].map((path) => post('visitor', path, { id: 1 })),
  ];
}

function changing(row: object): ComparedRequest[] {
  const all = [
    ['PATCH', `${LIST}?rg=eq.1`, { escola: 'Z' }],
    ['PATCH', LIST, { escola: 'Z' }],
    ['DELETE', `${LIST}?rg=eq.1`],
    ['DELETE', LIST],
    ['PUT', `${LIST}?id=eq.${FIRST}`, row],
  ] as const;
  const who = 'administrator';
  return [
    ...['visitor', 'stranger', who].flatMap((by) =>
      all.map(([method, path, body]): ComparedRequest => ({ who: by, method, path, ...(body && { body }) })),
    ),
  ];
}

/** Calls of one function as an administrator; undefined: without a body. */
const calls = (name: string, ...bodies: unknown[]): ComparedRequest[] =>
  bodies.map((body) => ({ who: 'administrator', method: 'POST', path: `/rpc/${name}`, body }));
const gets = (paths: string): ComparedRequest[] =>
  paths.split(' ').map((path) => ({ who: 'administrator', method: 'GET', path: `/rpc/${path}` }));
const as = (who: string, asked: ComparedRequest[]): ComparedRequest[] =>
  asked.map((each) => ({ ...each, who }));

function calling(): ComparedRequest[] {
  const nobody = '00000000-0000-4000-8000-000000000001';
  const decision = { versao: 1, situacao: 'aprovada' };
  return [
    ...calls('soma', { a: 1 }, { a: 1, b: 2 }, { b: 2 }, { a: 'x' }, {}, undefined, '[', [1]),
    ...calls('lista', undefined),
    ...as('stranger', calls('lista', {})),
    ...calls('objeto', { dados: { a: [1] } }),
    ...['nada', 'avisa', 'secreta'].flatMap((name) => calls(name, undefined)),
    ...as('visitor', calls('secreta', {})),
    ...calls('responde', { status: '418' }, { status: '429', cabecalhos: '[{"Retry-After": "7"}]' }),
    ...calls('responde', { status: 'x' }, { status: '200', cabecalhos: 'x' }),
    ...gets('nada lista soma?a=4'),
    ...as('stranger', calls('meu_papel', {})),
    ...calls('meu_papel', {}),
    ...gets('meu_papel'),
    ...as('visitor', [...calls('formulario', {}), ...gets('formulario')]),
    ...as('visitor', calls('situacao_da_inscricao', { codigo: 'x' }, {})),
    ...['2012-01-01', 'ontem'].flatMap((nascimento) =>
      as('nobody', calls('situacao_por_protocolo', { protocolo: '1', nascimento })),
    ),
    ...calls('lista_de_inscricoes', { filtro: {} }, { filtro: { ordem: 'nada' } }),
    ...as('stranger', calls('lista_de_inscricoes', { filtro: {} })),
    ...calls('decidir_situacao', { inscricao: nobody, ...decision }, { inscricao: 'x', ...decision }),
    ...calls('decidir_situacao', { inscricao: FIRST, ...decision, situacao: 'nao-aprovada' }),
    ...calls('nova_nota', { inscricao: FIRST, texto: '' }),
    ...calls('apagar_inscricao', { inscricao: nobody, confirmacao: 'x', motivo: 'teste' }),
    ...calls('concluir_prazos', { inscricoes: 0, documentos: 0, envios: 0 }),
    ...calls('lista_de_turmas', undefined),
  ];
}

/** All of them, in the order in which they are asked; `row` is a whole enrolment. */
export function requests(row: object): readonly ComparedRequest[] {
  return [...reading(), ...calling(), ...changing(row), ...writing(row)];
}
