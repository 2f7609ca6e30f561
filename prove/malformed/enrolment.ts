import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { DOCUMENT_BUCKET, documentPath } from '../../domain/document/document.ts';
import { ROW } from '../../kit/family.ts';
import { listOf, mostly, PERSONAL, type Setting, usually, utf8 } from './attempt.ts';
import { brokenBody, deepJson, jsonValue, objectOf } from './json.ts';

const [name, email, cpf] = PERSONAL;

/** Each column's answer as JSON text: a row that would be taken as it is. */
const VALID: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...ROW, nome_completo: name, email, cpf }).map(([column, value]) => [
    column,
    JSON.stringify(value),
  ]),
);
const REQUIRED = Object.keys(VALID).filter((column) => column !== 'idade'); // the database works the age out
const OPTIONAL = listOf('rg escola serie_ano motivacao objetivos nome_responsavel condicao_medica_detalhes');

const addressOf = (path: string) =>
  JSON.stringify(`http://a/storage/v1/object/public/${DOCUMENT_BUCKET}/${path}`);

type Member = readonly [column: string, json: string];

/** On each line columns, then JSON that none of them takes. */
const WRONG = `
  ${REQUIRED.join(' ')}: null
  nome_completo cpf cidade endereco_completo telefone_whatsapp: "\\u0020" "a\\u0000b" "\\ud800" "${'á'.repeat(2_000)}"
  peso altura: "muito" {"kg":52} [] 1e400 -1 "NaN" "Infinity" true 301 ""
  data_nascimento: "ontem" ["ontem"] "2012-02-30" "9999999-01-01" "0001-01-01\\u0020BC" "infinity" "2999-01-01"
  idade: "abc" 1.5e300 {} "1;"
  sexo renda_familiar nivel_escolaridade condicao_medica: "X" ["feminino"] 1 ""
  email: "sem\\u0020arroba" "a@b\\nBcc:\\u0020c@d" "@" []
  id: "00000000-0000-4000-8000-000000000000"
  created_at: "2026-01-01"
  protocolo: "12345678"
  coluna_que_nao_ha __proto__ constructor " ctid tableoid: 1
  cadastro_unico_url: "" "/" "javascript:alert(1)" "http://a/storage/v1/object/public/outro/x.pdf" {} "\\u0000"`;

/** What no row is taken with, whatever its other answers are; the last of two members of one name counts. */
const FAULTS: readonly Member[] = [
  ...listOf(WRONG, /\n\s*/).flatMap((line) => {
    const [columns = '', values = ''] = line.split(/: (.*)/);
    return listOf(columns).flatMap((column) => listOf(values).map((json): Member => [column, json]));
  }),
  ...['', '\ud800', 'a\u0000'].map((column): Member => [column, '1']),
];

/** A body for a new enrolment that is not taken: a whole row with one certain fault, or no JSON object. */
export function faultyEnrolment({ document }: Setting): fc.Arbitrary<Buffer> {
  const claimed: Member = ['cadastro_unico_url', addressOf(document)];
  const absent = fc
    .constant(null)
    .map((): Member => ['cadastro_unico_url', addressOf(documentPath(randomUUID(), 'documento.pdf'))]);
  const fault = mostly<Member>([10, fc.constantFrom(...FAULTS)], [1, fc.constant(claimed)], [1, absent]);
  const others = fc.array(fc.tuple(fc.constantFrom(...Object.keys(VALID), ...OPTIONAL), jsonValue), {
    maxLength: 3,
  });
  const row = fc.tuple(others, fault, fc.boolean()).map(([odd, wrong, inList]) => {
    const json = objectOf([...Object.entries(VALID), ...odd, wrong]);
    return inList ? `[${json}]` : json;
  });
  const short = fc
    .tuple(fc.constantFrom(...REQUIRED), others)
    .map(([left, odd]) => objectOf([...Object.entries(VALID), ...odd].filter(([column]) => column !== left)));
  const large = fc
    .constantFrom(90_000, 102_400, 200_000)
    .map((letters) => objectOf([...Object.entries(VALID), ['motivacao', `"${'a'.repeat(letters)}"`]]));
  return mostly<Buffer>(
    [8, utf8(row)],
    [2, utf8(short)],
    [3, brokenBody(fc.constant(objectOf([...Object.entries(VALID), ['peso', '"muito"']])))],
    [2, utf8(usually(1, large, usually(2, jsonValue, deepJson)))],
  );
}
