import type { Context } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import { freeBytes, NO_SPACE, RESERVE_BYTES } from '../core/disk-space.ts';
import { ApiError } from '../core/errors.ts';
import { jsonResponse } from '../http/api.ts';
import { readObject, sentIn, wrongBody } from '../http/request-body.ts';
import { auditList } from './audit-reads.ts';
import { COLUMNS, notServed, pairsOf, parseQuery, TABLE } from './query.ts';
import { permissionDenied, type RestRequest, runAsCaller } from './rest-request.ts';
import { insertStatement, listStatement } from './sql.ts';

const OBJECT = 'application/vnd.pgrst.object+json';

/**
 * GET and HEAD: one page of the enrolments that the caller may see, with `Prefer: count=exact` counted; as one
 * object where `Accept` asks for one, 406 PGRST116 unless there is exactly one. Source: docs/contract.md §4.3.
 */
export async function listEnrolments(c: Context<Env>, request: RestRequest): Promise<Response> {
  const query = parseQuery(request.search);
  const counted = /\bcount=exact\b/.test(c.req.header('prefer') ?? '');
  const { text, values } = listStatement(query, counted);
  return runAsCaller(c, request, true, async (tx) => {
    const { rows } = await tx.query<{ body: string; shown: number; ids: string[] | null; total?: number }>(
      text,
      values,
    );
    const { body = '[]', shown = 0, ids = null, total } = rows[0] ?? {};
    await auditList(request, query.select, shown, ids ?? []); // before the answer
    const range = shown > 0 ? `${query.offset}-${query.offset + shown - 1}` : '*';
    const headers = { 'Content-Range': `${range}/${total ?? '*'}` };
    if (!c.req.header('accept')?.includes(OBJECT))
      return jsonResponse(c, total !== undefined && shown < total ? 206 : 200, body, headers);
    if (shown === 1)
      return jsonResponse(c, 200, body.slice(1, -1), {
        ...headers,
        'Content-Type': `${OBJECT}; charset=utf-8`,
      });
    throw new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${shown} rows`,
    });
  });
}

/**
 * POST: adds one enrolment and gives nothing back. What would read it again, or write over one, is refused as
 * PostgreSQL refuses strangers. Source: docs/contract.md §4.2.
 */
export async function addEnrolment(c: Context<Env>, request: RestRequest): Promise<Response> {
  if (/return=representation|resolution=/.test(c.req.header('prefer') ?? ''))
    throw permissionDenied(request, TABLE);
  // `columns` is what the official client says beside a list of one: it names what the row says itself
  if (pairsOf(request.search).some(([key]) => key !== 'columns')) throw notServed('nothing beside the row');
  const { context } = request;
  const sent = await readObject(sentIn(c));
  const names = Object.keys(sent.fields);
  if (names.length === 0) throw wrongBody('Send at least one column');
  const unknown = names.find((name) => !COLUMNS.has(name));
  if (unknown !== undefined)
    throw new ApiError(
      400,
      'PGRST204',
      `Could not find the '${unknown}' column of '${TABLE}' in the schema cache`,
    );
  const { text, values } = insertStatement(sent.json, names);
  await Promise.all([
    context.throttles.use('enrol', c.get('address'), 'PGRST429'),
    context.refuseBeyondDay('enrolments', c.get('address')),
    refuseWithoutSpace(context),
  ]);
  await runAsCaller(c, request, true, (tx) => tx.query(text, values));
  return c.body(null, 201, { 'Content-Length': '0' });
}

/** Throws 507 below the disk's reserve, as an upload does, so that what is left serves the desk. Source: decision 91. */
async function refuseWithoutSpace({ documentsDir }: AppContext): Promise<void> {
  if ((await freeBytes(documentsDir)) < RESERVE_BYTES) throw new ApiError(507, '53100', NO_SPACE);
}
