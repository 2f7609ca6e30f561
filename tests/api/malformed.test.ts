import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { auditEntries, enrolledAlone, get, rpc } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { addressOf } from '../support/documents.ts';
import { IMPORTED, ROW } from '../support/people.ts';
import { engines, forTests } from '../support/server.ts';

/** What is put in the place of a right argument, or of an answer, and the code of the refusal where it is one of several. */
type Bad = readonly [code: string | null, ...values: object[]];

/** What no proposal of another answer may be. */
const NO_PROPOSAL: Bad = [
  null,
  ...[null, {}, [], 'cidade', { nada: 'x' }, { idade: 9 }, { cpf: {} }, { cadastro_unico_url: 'x' }].map(
    (mudancas) => ({ mudancas }),
  ),
  ...[
    { id: 'x' },
    { peso: 'pesado' },
    { data_nascimento: '2012-02-30' },
    { cidade: 'a', escola: 'b', rg: 'c' },
  ].map((mudancas) => ({ mudancas })),
  { mudancas: { motivacao: 'x'.repeat(20_001) } },
];
/** Beside a right answer, of which nothing is taken then. */
const corrected = (...answers: object[]) =>
  answers.map((answer) => ({ mudancas: { cidade: 'Outra Cidade', ...answer } }));

/** Of each function, and of the table, what is refused with 400; of an enrolment the number is its row of docs/odd-inputs.md. */
const REFUSED: Record<string, readonly Bad[]> = {
  inscricoes_projeto: [
    ['22P02', { idade: 'abc' }], // 44
    ['23514', { email: 'a@b.com\nBcc: x@y.com' }], // 104
    // 108
    ['23514', { nivel_escolaridade: 'superior-pos' }, { renda_familiar: 'x' }, { sexo: ['feminino'] }],
    ['23502', { condicao_medica: null }, { nome_completo: null }],
    ['23514', { objetivos: 'a'.repeat(8_001) }], // 140
    [null, { nome_completo: 'a\0b' }, { peso: { kg: 52 } }, { data_nascimento: ['ontem'] }], // 222, 223
    ['23514', { data_nascimento: '2999-01-01' }, { data_nascimento: '1800-01-01' }],
    ['23514', { nome_completo: '\u3164' }, { nome_completo: '\u2800 \u200d\u{e0020}' }],
    [
      '23514',
      ...[null, ' \n ', ' NENHUMA. '].map((condicao_medica_detalhes) => ({
        ...{ condicao_medica: 'sim', condicao_medica_detalhes },
      })),
    ],
    [
      '23514',
      ...[
        'http://casa.test/storage/v1/object/public/outro/public/x.pdf',
        'javascript:alert(1)',
        `${addressOf(`public/${randomUUID()}_a.pdf`)}?x=1`,
        addressOf('public/a.pdf'),
      ].map((cadastro_unico_url) => ({ cadastro_unico_url })),
    ],
  ],
  pedir_pela_familia: [
    ['23514', { telefone: null }, { telefone: '123' }],
    ['22023', ...['outro', 'apagar', 'copia', 'corrigir'].map((tipo) => ({ tipo }))],
  ],
  enviar_responsavel: [
    ['23514', { nome: null }, { telefone: null }, { nome: null, telefone: null }, { nome: ' ' }],
    ['23514', { telefone: '123' }, { telefone: '(62) 98888-00012345' }, { nome: 'x'.repeat(481) }],
  ],
  pedir_dos_dados: [NO_PROPOSAL],
  nova_nota: [['23514', { pedido: 'outro' }, { pedido: 'telefone' }, { texto: ' ', pedido: 'copia' }]],
  corrigir_respostas: [
    ['23514', { motivo: '' }, { motivo: 'outro' }, { motivo: null }],
    ['22023', { mudancas: [['nome_completo', 'x']] }],
    ['22023', ...corrected({ cadastro_unico_url: null }, { idade: 12 }, { created_at: '2020-01-01' })],
    [
      '22023',
      ...corrected({ protocolo: '00000000' }, { nada: 'x' }, { nome_completo: { a: 1 } }, { escola: true }),
    ],
    ['22P02', ...corrected({ peso: 'pesado' })],
    ['22008', ...corrected({ data_nascimento: '2012-02-30' })],
    ['23502', ...corrected({ nome_completo: null })],
    ['23514', ...corrected({ data_nascimento: '2999-01-01' }, { nome_completo: ' ' }, { sexo: 'x' })],
    ['23514', ...corrected({ nome_completo: '\u3164 \u2800' }, { nome_responsavel: '\u200b\u3164' })],
    ['23514', ...corrected({ condicao_medica: 'sim' }, { escola: 'a'.repeat(481) })],
    ['23514', ...corrected({ motivacao: 'á'.repeat(8_000), objetivos: 'á'.repeat(8_000) })],
  ],
  inscrever_no_balcao: [
    ['23514', { declaracao: null }, { declaracao: 'ouvida' }],
    ['22023', { respostas: [] }, { respostas: { ...IMPORTED, cadastro_unico_url: 'x' } }],
    ['23502', { respostas: { ...IMPORTED, telefone_whatsapp: null } }],
    ['23514', { respostas: { ...IMPORTED, nome_completo: '\u200b' } }],
    ['23514', { respostas: { ...IMPORTED, motivacao: 'á'.repeat(8_000), objetivos: 'á'.repeat(8_000) } }],
  ],
  reverter_correcoes: [['22023', { conta: null }, { desde: null }]],
  devolver_tudo: [['22023', { conta: null }, { desde: null }]],
  comparar_pessoas: [['22023', { mesma_pessoa: null }]],
  conferir_criterio: [
    ['22023', { criterio: 'simpatia' }, { cumprido: null }],
    ['23514', { criterio: 'telefone' }],
  ],
  anotar_mensagem: [
    ['22023', { para: null }, { para: '62900000000' }],
    ['22023', ...[null, '', 'Olá', 'x'.repeat(31)].map((modelo) => ({ modelo }))],
  ],
  atender_pedido: [
    ['22023', { confirmado: null }],
    ['23514', { confirmado: false }, { confirmado: false, resposta: 'x'.repeat(501) }],
  ],
  apagar_inscricao: [
    ['P0001', { motivo: null }, { motivo: 'enxurrada' }, { confirmacao: null }, { confirmacao: '12345678' }],
  ],
  recolher_enxurrada: [['P0001', { confirmacao: null }, { confirmacao: 'SIM' }]],
  mudar_acesso: [
    ['22023', { com_acesso: null }],
    ['P0001', {}, { conta: randomUUID() }],
  ],
};

describe.each(engines)('malformed values, on $name', (engine) => {
  const made = familyAndDeskForTests(engine);
  const { server, admin } = made;
  const one = forTests(() => enrolledAlone(server, { nome_responsavel: null }));
  const other = forTests(async () => {
    const { requests } = await made.noteRequest(one.id, 'corrigir');
    return { ...(await made.enrol()), pedido: requests[0].id };
  });

  const ours = engine.hosted ? [] : ['error_code', 'msg', 'statusCode'];
  const shape = ['code', 'details', 'hint', 'message', ...ours].sort();

  /** What each takes. */
  const right = (): Record<string, object> => {
    const { id: inscricao, codigo } = one;
    const mudancas = { cidade: 'Outra Cidade' };
    return {
      inscricoes_projeto: ROW,
      pedir_pela_familia: { codigo, tipo: 'telefone', telefone: '62988880001' },
      enviar_responsavel: { codigo, nome: 'Responsável', telefone: '62988880001' },
      pedir_dos_dados: { codigo, cpf: ROW.cpf, tipo: 'corrigir', mudancas },
      nova_nota: { inscricao, texto: 'Pediu na recepção.', pedido: 'copia' },
      corrigir_respostas: { inscricao, versao: 1, mudancas, motivo: 'digitado-errado' },
      inscrever_no_balcao: { nova: randomUUID(), respostas: IMPORTED, declaracao: 'falada' },
      reverter_correcoes: { conta: admin.userId, desde: '2026-01-01' },
      devolver_tudo: { conta: admin.userId, desde: '2026-01-01' },
      comparar_pessoas: { inscricao, outra: other.id, mesma_pessoa: true },
      conferir_criterio: { inscricao, versao: 1, criterio: 'cadunico', cumprido: true },
      anotar_mensagem: { inscricao, modelo: 'contato', para: 'pessoa' },
      atender_pedido: { inscricao, versao: 1, pedido: other.pedido, confirmado: true },
      apagar_inscricao: { inscricao, confirmacao: one.protocolo, motivo: 'outro' },
      recolher_enxurrada: { origem: 'todas', hora: '2026-01-01', confirmacao: 'APAGAR' },
      mudar_acesso: { conta: admin.userId, com_acesso: false },
    };
  };
  const FAMILYS = ['inscricoes_projeto', 'pedir_pela_familia', 'enviar_responsavel', 'pedir_dos_dados'];
  const send = (name: string, body: unknown) => {
    const path = name === 'inscricoes_projeto' ? `/rest/v1/${name}` : `/rest/v1/rpc/${name}`;
    const token = FAMILYS.includes(name) ? server.keys.anonKey : admin.token;
    return get(server, token, path, { body });
  };
  /** All that these could have changed. */
  const whole = () =>
    server.rows(`
      select to_jsonb(i) as row, to_jsonb(a) as follow_up, (select count(*) from private.pedidos) as requests,
        (select count(*) from private.correcoes) as corrections, (select count(*) from private.historico) as history
      from public.inscricoes_projeto i join private.acompanhamentos a on a.inscricao_id = i.id order by i.id`);

  test.each(Object.entries(REFUSED))(
    '%s refuses them in the shape of the contract, and keeps nothing',
    async (name, cases) => {
      await server.rows('delete from private.tentativas where true');
      const before = await whole();
      for (const [code, ...values] of cases)
        for (const bad of values) {
          const answer = await send(name, { ...right()[name], ...bad });
          const text = await answer.text();
          const what = JSON.stringify(bad).slice(0, 100);
          expect([what, answer.status, text]).toMatchObject([what, 400, expect.stringMatching(/^\{/)]);
          const refusal = JSON.parse(text);
          expect([what, Object.keys(refusal).sort()]).toEqual([what, shape]);
          expect([what, refusal]).toMatchObject([what, { code: code ?? expect.stringMatching(/./) }]);
          expect(text).not.toMatch(/insert into|select |private\.|\/server\/|at \w+ \(/i);
        }
      expect(await whole()).toEqual(before);
    },
  );

  test('an enrolment is erased by its protocol as people write it, and a reason; another is said and erases nothing', async () => {
    const { id, protocolo } = await enrolledAlone(server, { nome_responsavel: null });
    const erase = (confirmacao: string, motivo = 'teste', inscricao = id) =>
      rpc(server, admin.token, 'apagar_inscricao', { inscricao, confirmacao, motivo });
    const lines = (await auditEntries(server)).length;
    for (const [confirmacao, motivo, said] of [
      ['0000-0000', 'teste', 'O protocolo não confere. Digite o desta inscrição.'],
      ['', 'teste', 'O protocolo não confere. Digite o desta inscrição.'],
      ...['', 'porque sim', 'espera'].map((motivo) => [protocolo, motivo, 'Escolha o motivo.'] as const),
    ] as const)
      expect((await erase(confirmacao, motivo)).body.message).toBe(said);
    expect((await auditEntries(server)).length).toBe(lines);
    const typed = ` ${protocolo.slice(0, 4)}-${protocolo.slice(4)} `;
    expect(await erase(typed)).toEqual({ status: 200, body: null });
    const entry = { acao: 'apagou', inscricao: id, protocolo, detalhes: { motivo: 'teste' } };
    expect((await auditEntries(server)).at(-1)).toMatchObject(entry);
    expect((await erase(typed)).body.message).toBe('Esta inscrição não existe mais. Pode ter sido apagada.');
  });
});
