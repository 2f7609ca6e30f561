import type { Context } from 'hono';
import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../domain/functions.ts';
import type { Env } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { jsonResponse, mayNow } from '../http/api.ts';
import { LINES_MAX, readObject, sentIn } from '../http/request-body.ts';
import { auditFunctionCall } from './audit-reads.ts';
import { notServed, pairsOf } from './query.ts';
import { type RestRequest, runAsCaller } from './rest-request.ts';
import { callStatement } from './sql.ts';

/** The functions that are served, by name. */
export type Functions = Readonly<Record<string, ApiFunction>>;

const NO_ARGUMENTS = { json: '{}', fields: {} };

/**
 * Calls a function with named arguments, a JSON object; by GET without any, which functions that may change
 * something refuse with 405. Throws 404 PGRST202 for a name that is not
 * served, for one that the caller may not call, and for other arguments. Source: docs/contract.md §4.4.
 */
export async function callFunction(
  c: Context<Env>,
  request: RestRequest,
  functions: Functions,
  name: string,
): Promise<Response> {
  const { context, caller, readOnly } = request;
  const fn = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!fn || !mayCall(fn, request)) throw unknownFunction(name);
  if (pairsOf(request.search).length > 0) throw notServed('arguments in the body');
  const most = fn.takesLines && LINES_MAX;
  const sent = readOnly ? NO_ARGUMENTS : await readObject(sentIn(c), NO_ARGUMENTS, most);
  const taken = argumentsOf(fn);
  const given = taken.filter((argument) => Object.hasOwn(sent.fields, argument.name));
  const fits = given.length === Object.keys(sent.fields).length;
  if (!fits || taken.some((argument) => !argument.optional && !given.includes(argument)))
    throw unknownFunction(name);
  if (readOnly && !fn.reads)
    throw new ApiError(405, 'PGRST101', 'This function is called with POST', { headers: { Allow: 'POST' } });

  // its pages are drawn first, which nobody else may cause
  const { secao, fatos } = sent.fields as { secao?: unknown; fatos?: unknown };
  if (name === 'publicar_centro' && (await mayNow(context, caller, FUNCTIONS.publicar_centro.allowedTo)))
    await context.centre?.check(String(secao), fatos);
  const { text, values } = callStatement(name, fn.returns, sent.json, given);
  const audit = (body: string | null) => auditFunctionCall(request, name, fn, sent.json, body);
  if (!fn.reads) await audit(null); // it may write entries itself, and both lock the end of the chain
  // too many rows of a list may still undo it
  return runAsCaller(c, request, fn.returns !== 'rows', async (tx) => {
    const { rows } = await tx.query<Answered>(text, values);
    const { body, status, headers } = rows[0] ?? {};
    if (status && !/^[2-5]\d\d$/.test(status)) throw new Error('response.status is no HTTP status'); // a bug of the function
    if (fn.returns === 'nothing' && !status) return c.body(null, 204);
    if (fn.reads) await audit(body ?? 'null');
    const added = JSON.parse(headers ?? '[]') as Record<string, string>[];
    return jsonResponse(c, Number(status ?? 200), body || 'null', Object.assign({}, ...added));
  });
}

/** A function's result, and what it set as `response.status` and `response.headers`. */
type Answered = { body?: string | null; status?: string | null; headers?: string | null };

/**
 * A function that the caller may not call looks as if it did not exist. Whether somebody is an administrator
 * is checked by the function itself.
 */
function mayCall({ allowedTo }: ApiFunction, { caller }: RestRequest): boolean {
  return caller.role === 'authenticated' || allowedTo === 'anybody' || allowedTo === 'family';
}

function unknownFunction(name: string): ApiError {
  return new ApiError(
    404,
    'PGRST202',
    `Could not find the function public.${name} with these parameters in the schema cache`,
  );
}
