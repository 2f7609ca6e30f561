import type { Context } from 'hono';
import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../domain/functions.ts';
import type { Act } from '../../domain/roles.ts';
import type { Env } from '../core/context.ts';
import { ApiError, reasonOf } from '../core/errors.ts';
import { jsonResponse } from '../http/api.ts';
import { LINES_MAX, readObject, type SentObject, sentIn } from '../http/request-body.ts';
import { auditFunctionCall } from './audit-reads.ts';
import { notServed, pairsOf } from './query.ts';
import { type RestRequest, runAsCaller } from './rest-request.ts';
import { callStatement } from './sql.ts';

/** The functions that are served, by name. */
export type Functions = Readonly<Record<string, ApiFunction>>;

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
  const fn = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!fn || !mayCall(fn, request)) throw unknownFunction(name);
  const sent = await sentArguments(c, request, fn);
  const { context } = request;
  const taken = argumentsOf(fn);
  const given = taken.filter((argument) => Object.hasOwn(sent.fields, argument.name));
  const fits = given.length === Object.keys(sent.fields).length;
  if (!fits || taken.some((argument) => !argument.optional && !given.includes(argument)))
    throw unknownFunction(name);
  if (request.readOnly && !fn.reads)
    throw new ApiError(405, 'PGRST101', 'This function is called with POST', { headers: { Allow: 'POST' } });

  if (
    name === 'publicar_centro' &&
    context.centre &&
    (await may(request, FUNCTIONS.publicar_centro.allowedTo))
  )
    await context.centre.check(String(sent.fields.secao), sent.fields.fatos);
  const { text, values } = callStatement(name, fn.returns, sent.json, given);
  const audit = (answer: { body: string; shown: number } | null) =>
    auditFunctionCall(request, name, fn, sent.json, answer);
  if (!fn.reads) await audit(null); // it may write entries itself, and both lock the end of the chain
  // too many rows of a list may still undo it
  return runAsCaller(c, request, fn.returns !== 'rows', async (tx) => {
    const { rows } = await tx.query<{ body?: string | null; shown?: number } & ResponseSettings>(
      text,
      values,
    );
    const { body, shown = 1, status, headers } = rows[0] ?? {};
    if (status && !/^[2-5]\d\d$/.test(status)) throw new Error('response.status is no HTTP status'); // a bug of the function
    if (fn.returns === 'nothing' && !status) return c.body(null, 204);
    if (fn.reads) await audit({ body: body ?? 'null', shown });
    const added = JSON.parse(headers ?? '[]') as Record<string, string>[];
    return jsonResponse(c, Number(status ?? 200), body || 'null', Object.assign({}, ...added));
  });
}

/** Whether the caller may do this now, freshly signed in where that is asked; the function asks again, and says why not. */
const may = ({ context, caller }: RestRequest, act: Act): Promise<boolean> =>
  context.database
    .asOwner(async (tx) => {
      await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(caller.claims)]);
      await tx.query('select private.exigir($1)', [act]);
      return true;
    })
    .catch((error: unknown) => {
      if (reasonOf(error).code === '42501') return false;
      throw error;
    });

/** What a function set as `response.status` and `response.headers`. */
type ResponseSettings = { status?: string | null; headers?: string | null };

/**
 * A function that the caller may not call looks as if it did not exist. Whether somebody is an administrator
 * is checked by the function itself.
 */
function mayCall({ allowedTo }: ApiFunction, { caller }: RestRequest): boolean {
  return caller.role === 'authenticated' || allowedTo === 'anybody' || allowedTo === 'family';
}

/** The arguments. Throws 400 for what would filter, order or page the result. */
async function sentArguments(
  c: Context<Env>,
  { search, readOnly, caller }: RestRequest,
  fn: ApiFunction,
): Promise<SentObject> {
  if (pairsOf(search).length > 0) throw notServed('arguments in the body');
  const none = { json: '{}', fields: {} };
  return readOnly
    ? none
    : readObject(sentIn(c), none, fn.takesLines && caller.role === 'authenticated' ? LINES_MAX : undefined);
}

function unknownFunction(name: string): ApiError {
  return new ApiError(
    404,
    'PGRST202',
    `Could not find the function public.${name} with these parameters in the schema cache`,
  );
}
