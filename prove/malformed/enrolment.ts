import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { DOCUMENT_BUCKET, documentPath } from '../../domain/document/document.ts';
import { mostly, PERSONAL, type Setting } from './attempt.ts';
import { brokenBody, deepJson, jsonValue, objectOf } from './json.ts';

const [name, email, cpf] = PERSONAL;

/** Each column's answer as JSON text: a row that would be taken as it is. */
const VALID: Readonly<Record<string, string>> = {
  nome_completo: JSON.stringify(name),
  data_nascimento: '"2012-03-05"',
  idade: '14',
  sexo: '"feminino"',
  cpf: JSON.stringify(cpf),
  cidade: '"Cidade Exemplo"',
  endereco_completo: '"Rua Exemplo, 100, CEP 76000-000"',
  telefone_whatsapp: '"62900000000"',
  email: JSON.stringify(email),
  nivel_escolaridade: '"fundamental-incompleto"',
  renda_familiar: '"ate-1"',
  peso: '52.5',
  altura: '1.62',
  condicao_medica: '"nao"',
};
const REQUIRED = Object.keys(VALID).filter((column) => column !== 'idade'); // the database works the age out
const OPTIONAL = [
  'rg',
  'escola',
  'serie_ano',
  'motivacao',
  'objetivos',
  'nome_responsavel',
  'condicao_medica_detalhes',
];

const missing = (id: string) =>
  JSON.stringify(`http://a/storage/v1/object/public/${DOCUMENT_BUCKET}/${documentPath(id, 'documento.pdf')}`);

type Member = readonly [column: string, json: string];

/** What no row is taken with, whatever its other answers are; the last of two members of one name counts. */
const FAULTS: readonly Member[] = [
  ...REQUIRED.map((column): Member => [column, 'null']),
  ...['nome_completo', 'cpf', 'cidade', 'endereco_completo', 'telefone_whatsapp'].flatMap(
    (column): Member[] => [
      [column, '" "'],
      [column, '"a\\u0000b"'],
      [column, '"\\ud800"'],
      [column, JSON.stringify('á'.repeat(2_000))],
    ],
  ),
  ...['"muito"', '{"kg":52}', '[]', '1e400', '-1', '"NaN"', '"Infinity"', 'true', '301', '""'].flatMap(
    (json): Member[] => [
      ['peso', json],
      ['altura', json],
    ],
  ),
  ...[
    '"ontem à tarde"',
    '["ontem"]',
    '"2012-02-30"',
    '"9999999-01-01"',
    '"0001-01-01 BC"',
    '"infinity"',
    '"2999-01-01"',
  ].map((json): Member => ['data_nascimento', json]),
  ...['"abc"', '1.5e300', '{}', '"1;"'].map((json): Member => ['idade', json]),
  ...['"X"', '["feminino"]', '1', '""'].flatMap((json): Member[] => [
    ['sexo', json],
    ['renda_familiar', json],
    ['nivel_escolaridade', json],
    ['condicao_medica', json],
  ]),
  ...['"sem arroba"', '"a@b\\nBcc: c@d"', '"@"', '[]'].map((json): Member => ['email', json]),
  ['id', '"00000000-0000-4000-8000-000000000000"'],
  ['created_at', '"2026-01-01"'],
  ['protocolo', '"12345678"'],
  ...['coluna_que_nao_ha', '__proto__', 'constructor', '', '"', 'ctid', 'tableoid', '\ud800', 'a\u0000'].map(
    (column): Member => [column, '1'],
  ),
  ...[
    '""',
    '"/"',
    '"javascript:alert(1)"',
    '"http://a/storage/v1/object/public/outro/x.pdf"',
    '{}',
    '"\\u0000"',
  ].map((json): Member => ['cadastro_unico_url', json]),
];

/** A body for a new enrolment that is not taken: a whole row with one certain fault, or no JSON object. */
export function faultyEnrolment({ document }: Setting): fc.Arbitrary<Buffer> {
  const claimed: Member = [
    'cadastro_unico_url',
    missing('').replace(documentPath('', 'documento.pdf'), document),
  ];
  const absent = fc.constant(null).map((): Member => ['cadastro_unico_url', missing(randomUUID())]);
  const fault = mostly<Member>([10, fc.constantFrom(...FAULTS)], [1, fc.constant(claimed)], [1, absent]);
  const others = fc.array(fc.tuple(fc.constantFrom(...Object.keys(VALID), ...OPTIONAL), jsonValue), {
    maxLength: 3,
  });
  const row = fc.tuple(others, fault, fc.boolean()).map(([odd, wrong, inList]) => {
    const text = objectOf([...Object.entries(VALID), ...odd, wrong]);
    return inList ? `[${text}]` : text;
  });
  const short = fc
    .tuple(fc.constantFrom(...REQUIRED), others)
    .map(([left, odd]) => objectOf([...Object.entries(VALID), ...odd].filter(([column]) => column !== left)));
  const large = fc
    .constantFrom(90_000, 102_400, 200_000)
    .map((letters) =>
      objectOf([...Object.entries(VALID), ['motivacao', JSON.stringify('a'.repeat(letters))]]),
    );
  return mostly<Buffer>(
    [8, row.map((text) => Buffer.from(text))],
    [2, short.map((text) => Buffer.from(text))],
    [3, brokenBody(fc.constant(objectOf([...Object.entries(VALID), ['peso', '"muito"']])))],
    [1, mostly<string>([2, jsonValue], [1, deepJson]).map((text) => Buffer.from(text))],
    [1, large.map((text) => Buffer.from(text))],
  );
}
