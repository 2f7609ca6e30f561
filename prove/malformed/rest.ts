import fc from 'fast-check';
import { at, type Endpoint, listOf, type Setting, usually } from './attempt.ts';
import {
  type Call,
  FAMILY_CALLS,
  familyCall,
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
const ELSEWHERE = listOf(
  '/ // /a/b /rpc/a/b /inscricoes_projeto/ /../../etc/passwd /%2e%2e/%2e%2e/keys.json /. /rpc%2fx /\\..\\x /rpc/',
);

/** Requests to /rest/v1. Of a signed-in administrator those that would change something are each spoilt for certain. */
export function restEndpoints(setting: Setting): Endpoint[] {
  const table = ['/', usually(8, TABLE, ODD_TABLES), query];
  const calling = (call: fc.Arbitrary<Call>, more: fc.Arbitrary<string> = fc.constant('')) =>
    fc.tuple(call, more).map(([[name, json], end]) => ({
      path: `/rpc/${name}${end}`,
      body: Buffer.from(json),
    }));
  const search = usually(12, '', ['?x=1', '?select=id', '?', '?%']);
  const all = [...WRITING, ...READING, ...FAMILY_CALLS];
  /** The one function without arguments changes something: no empty body for it. */
  const withArguments = all.filter((name) => name !== 'limpar_vencidas');
  return [
    {
      weight: 16,
      methods: 'POST',
      what: at([`/${TABLE}`, usually(5, '', query)], faultyEnrolment(setting)),
      refused: true,
    },
    { weight: 16, methods: 'GET GET HEAD', what: at(table), refused: 'strangers' },
    {
      weight: 4,
      methods: 'PATCH DELETE PUT OPTIONS QUERY TRACE LINK PROPFIND MERGE',
      what: at(table, brokenBody(filter)),
      refused: true,
    },
    { weight: 6, methods: 'POST', what: calling(spoiltCall, search), refused: true },
    { weight: 6, methods: 'POST', what: calling(readingCall, search), refused: 'strangers' },
    { weight: 2, methods: 'POST', what: at(['/rpc/', withArguments], brokenBody(filter)), refused: false },
    { weight: 2, methods: 'POST', what: calling(familyCall), refused: false },
    {
      weight: 2,
      methods: 'POST',
      what: calling(holderCall(setting.code, setting.document)),
      refused: false,
    },
    { weight: 2, methods: 'GET HEAD DELETE PUT', what: at(['/rpc/', all, query]), refused: false },
    {
      weight: 2,
      methods: 'GET POST HEAD PUT',
      what: at([['', ...ELSEWHERE]]),
      refused: (path) => !path.includes('..'),
    },
  ];
}
