import { type Asked, LIST, reading } from './reading-requests.ts';

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
    add('administrator', row, 'resolution=ignore-duplicates'),
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
    call('pares', { ate: 6 }),
    call('pares', { ate: 6 }, 'administrator', { prefer: 'count=exact' }),
    call('lista'),
    call('lista', {}, 'stranger'),
    call('lista', {}, 'administrator', { accept: 'application/vnd.pgrst.object+json' }),
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
    call('meu_papel', {}, 'stranger'),
    call('meu_papel', {}, 'administrator'),
    get('meu_papel'),
    call('formulario', {}, 'visitor'),
    get('formulario', 'visitor'),
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
