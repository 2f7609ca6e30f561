import fc from 'fast-check';
import { listOf, mostly } from './attempt.ts';
import { deepJson, jsonValue, objectOf } from './json.ts';

/** Functions of `public` that change something: one argument that is given no value of its type, and the others. */
const WRITES: Readonly<Record<string, { wrong: string; others: readonly string[] }>> = {
  mudar_situacao: { wrong: 'versao', others: ['inscricao', 'situacao', 'motivo'] },
  marcar_criterio: { wrong: 'cumprido', others: ['inscricao', 'versao', 'criterio'] },
  escrever_nota: { wrong: 'inscricao', others: ['texto'] },
  corrigir_nota: { wrong: 'nota', others: ['texto'] },
  preparar_mensagem: { wrong: 'inscricao', others: ['modelo', 'para'] },
  responder_pedido: { wrong: 'confirmado', others: ['inscricao', 'versao', 'pedido', 'do_responsavel'] },
  comparar_inscricoes: { wrong: 'mesma_pessoa', others: ['inscricao', 'outra'] },
  apagar_inscricao: { wrong: 'inscricao', others: ['confirmacao', 'motivo'] },
  apagar_enxurrada: { wrong: 'hora', others: ['origem', 'confirmacao'] },
  mudar_acesso: { wrong: 'com_acesso', others: ['conta'] },
  anotar_acesso: { wrong: 'linhas', others: ['acao', 'inscricao', 'colunas'] },
  anotar_impressao: { wrong: 'inscricoes', others: [] },
  confirmar_data: { wrong: 'dia', others: [] },
  concluir_prazos: { wrong: 'envios', others: ['inscricoes', 'documentos'] },
  aplicar_prazos: { wrong: 'sobra', others: [] },
};
export const WRITING = Object.keys(WRITES);

/** No uuid, number, truth value, moment or array. */
const WRONG = [
  '"nada disso"',
  '{"a":1}',
  '"00000000-0000-4000-8000-00000000000g"',
  '"\\u0000"',
  '"1e400"',
  '"{1"',
];

/** Functions that read, each with its arguments, and names of none. */
const READS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['buscar_inscricoes', ['filtro']],
  ['contar_inscricoes', ['filtro']],
  ['chegaram_depois', ['momento']],
  ['acompanhamento', ['inscricao']],
  ['prazos_de_guarda', ['inscricoes']],
  ['auditoria', ['antes', 'pessoa', 'dia', 'quantas']],
  ...listOf(
    'cidades_das_inscricoes ultima_retencao ultimas_copias enxurradas listar_administradores freio_dos_prazos sou_administrador',
  ).map((name) => [name, []] as const),
];
const ODD_NAMES = listOf(
  'pg_sleep is_admin __proto__ buscar_inscricoes%00 BUSCAR_INSCRICOES "buscar_inscricoes" a%2fb toString',
);
export const READING = [...READS.map(([name]) => name), ...ODD_NAMES];

const FILTER_KEYS = listOf(
  'busca situacao cidade idade_de idade_ate ordem sentido tamanho pular apos antes fim colunas chegou_de chegou_ate sexo __proto__ nada',
);
const members = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), jsonValue), { maxLength: 4 });

/** The desk's filter with odd values, or something else instead. */
export const filter = mostly<string>([6, members(FILTER_KEYS).map(objectOf)], [1, jsonValue], [1, deepJson]);

/** Functions of families, who need no session: any arguments may come, and each answer is one of a refusal or null. */
export const FAMILY_CALLS = listOf(
  'situacao_da_inscricao situacao_por_protocolo enviar_outro_documento pedir_pela_familia',
);
export const familyArguments = mostly<string>(
  [6, members(listOf('codigo protocolo nascimento endereco tipo telefone')).map(objectOf)],
  [1, jsonValue],
);

/** Calls of who holds a link: the right code, and beside it what no enrolment takes, so that nothing changes. `document` is the enrolment's first. */
export const holderCall = (code: string, document: string): fc.Arbitrary<Call> => {
  const right: [string, string] = ['codigo', JSON.stringify(code)];
  const address = JSON.stringify(
    `https://a.test/storage/v1/object/public/cadastro_unico_uploads/${document}`,
  );
  const addresses = mostly<string>([4, jsonValue], [1, fc.constantFrom(address, address.replace('_', '_x'))]);
  const unlikely = fc.constantFrom(
    'null',
    '""',
    '"3"',
    '"\\u0000"',
    '{"a":1}',
    '[]',
    '"desistir "',
    '"ligue já"',
    'true',
  );
  return mostly<Call>(
    [1, addresses.map((odd) => ['enviar_outro_documento', objectOf([right, ['endereco', odd]])])],
    [1, unlikely.map((odd) => ['pedir_pela_familia', objectOf([right, ['tipo', odd]])])],
    [
      1,
      unlikely.map((odd) => [
        'pedir_pela_familia',
        objectOf([right, ['tipo', '"telefone"'], ['telefone', odd]]),
      ]),
    ],
    [1, jsonValue.map((odd) => ['situacao_da_inscricao', objectOf([right, ['mais', odd]])])],
  );
};

/** A function's name and its arguments as JSON. */
export type Call = readonly [name: string, json: string];

/** A call that changes nothing, because one argument is certainly wrong. */
export const spoiltCall: fc.Arbitrary<Call> = fc
  .tuple(
    fc.constantFrom(...WRITING),
    fc.array(jsonValue, { minLength: 3, maxLength: 3 }),
    fc.constantFrom(...WRONG),
  )
  .map(([name, values, json]) => {
    const { wrong = '', others = [] } = WRITES[name] ?? {};
    const given = others.map((other, at): [string, string] => [other, values[at] ?? '0']);
    return [name, objectOf([...given, [wrong, json]])];
  });

/** A call of a function that reads, with arguments that it may or may not take. */
export const readingCall: fc.Arbitrary<Call> = mostly<Call>(
  [
    6,
    fc
      .constantFrom(...READS)
      .chain(([name, args]) =>
        fc.tuple(
          fc.constant(name),
          args[0] === 'filtro'
            ? filter.map((json) => `{"filtro":${json}}`)
            : args.length > 0
              ? members(args).map(objectOf)
              : fc.constant('{}'),
        ),
      ),
  ],
  [
    1,
    fc.tuple(fc.constantFrom(...READING), members(['filtro', 'x', '__proto__', 'inscricao']).map(objectOf)),
  ],
);
