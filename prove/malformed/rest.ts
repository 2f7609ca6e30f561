import fc from 'fast-check';
import { personalCodeOf } from '../../domain/personal-code.ts';
import { type Attempt, listOf, mostly, request, type Setting } from './attempt.ts';
import { bodyType, caller, oddHeaders } from './callers.ts';
import {
  type Call,
  FAMILY_CALLS,
  familyArguments,
  filter,
  holderCall,
  READING,
  readingCall,
  spoiltCall,
  WRITING,
} from './calls.ts';
import { faultyEnrolment } from './enrolment.ts';
import { brokenBody } from './json.ts';
import { query } from './query.ts';

const TABLE = 'inscricoes_projeto';
const ODD_TABLES = [
  ...listOf(
    'auditoria users pg_class "x" __proto__ inscricoes_projeto%00 % a%2fb .. . INSCRICOES_PROJETO rpc',
  ),
  "'; --",
];
const ODD_METHODS = listOf('PATCH DELETE PUT OPTIONS QUERY TRACE LINK PROPFIND MERGE');
const ELSEWHERE = [
  '',
  ...listOf(
    '/ // /a/b /rpc/a/b /inscricoes_projeto/ /../../etc/passwd /%2e%2e/%2e%2e/keys.json /. /rpc%2fx /\\..\\x /rpc/',
  ),
];

/** Requests to /rest/v1. Of a signed-in administrator those that would change something are each spoilt for certain. */
export function restAttempts(setting: Setting): fc.Arbitrary<Attempt> {
  const asked = fc.tuple(caller(setting), oddHeaders, bodyType).map(([{ headers, who }, odd, type]) => ({
    readable: who === 'administrator',
    headers: [...headers, ...odd],
    withBody: [...headers, ...odd, ...type],
  }));
  const seldomQuery = mostly<string>([5, fc.constant('')], [1, query]);
  const table = mostly<string>([8, fc.constant(TABLE)], [1, fc.constantFrom(...ODD_TABLES)]);

  const enrolling = fc
    .tuple(asked, seldomQuery, faultyEnrolment(setting))
    .map(([{ withBody }, search, body]) =>
      request('rest', 'POST', `/rest/v1/${TABLE}${search}`, { headers: withBody, body, refused: true }),
    );
  const reading = fc
    .tuple(asked, query, fc.constantFrom('GET', 'GET', 'HEAD'), table)
    .map(([{ headers, readable }, search, method, name]) =>
      request('rest', method, `/rest/v1/${name}${search}`, { headers, refused: !readable }),
    );
  const changing = fc
    .tuple(asked, query, fc.constantFrom(...ODD_METHODS), table, brokenBody(filter))
    .map(([{ withBody }, search, method, name, body]) =>
      request('rest', method, `/rest/v1/${name}${search}`, { headers: withBody, body, refused: true }),
    );
  const calls = mostly<{ call: Call; spoilt: boolean }>(
    [1, spoiltCall.map((call) => ({ call, spoilt: true }))],
    [1, readingCall.map((call) => ({ call, spoilt: false }))],
  );
  const search = mostly<string>([12, fc.constant('')], [1, fc.constantFrom('?x=1', '?select=id', '?', '?%')]);
  const calling = fc.tuple(asked, calls, search).map(
    ([
      { withBody, readable },
      {
        call: [name, body],
        spoilt,
      },
      more,
    ]) =>
      request('rest', 'POST', `/rest/v1/rpc/${name}${more}`, {
        headers: withBody,
        body,
        refused: spoilt || !readable,
      }),
  );
  /** The one function without arguments changes something: no empty body for it. */
  const callingBadly = fc
    .tuple(
      asked,
      fc.constantFrom(...WRITING.filter((name) => name !== 'aplicar_prazos'), ...READING, ...FAMILY_CALLS),
      brokenBody(filter),
    )
    .map(([{ withBody }, name, body]) =>
      request('rest', 'POST', `/rest/v1/rpc/${name}`, { headers: withBody, body }),
    );
  const [, upload = ''] = /^public\/([0-9a-f-]{36})/.exec(setting.document) ?? [];
  const familyCall = mostly<Call>(
    [1, fc.tuple(fc.constantFrom(...FAMILY_CALLS), familyArguments)],
    [1, holderCall(personalCodeOf(upload), setting.document)],
  );
  const askingAsFamily = fc
    .tuple(asked, familyCall)
    .map(([{ withBody }, [name, body]]) =>
      request('rest', 'POST', `/rest/v1/rpc/${name}`, { headers: withBody, body }),
    );
  const callingByAddress = fc
    .tuple(
      asked,
      query,
      fc.constantFrom(...WRITING, ...READING, ...FAMILY_CALLS),
      fc.constantFrom('GET', 'HEAD', 'DELETE', 'PUT'),
    )
    .map(([{ headers }, more, name, method]) =>
      request('rest', method, `/rest/v1/rpc/${name}${more}`, { headers }),
    );
  const elsewhere = fc
    .tuple(asked, fc.constantFrom('GET', 'POST', 'HEAD', 'PUT'), fc.constantFrom(...ELSEWHERE))
    .map(([{ headers }, method, path]) =>
      request('rest', method, `/rest/v1${path}`, { headers, refused: !path.includes('..') }),
    );
  return mostly<Attempt>(
    [8, enrolling],
    [8, reading],
    [2, changing],
    [6, calling],
    [1, callingBadly],
    [2, askingAsFamily],
    [1, callingByAddress],
    [1, elsewhere],
  );
}
