import type { Context } from 'hono';
import { ApiError } from '../core/errors.ts';
import type { Env } from '../core/house.ts';
import { emptyAnswer, jsonAnswer, refuseSeveral, rowsAnswer } from './answers.ts';
import { readObject, type SentObject, wrongBody } from './body.ts';
import { type Call, inCall } from './call.ts';
import type { Fn } from './catalogue.ts';
import { contentRange } from './page.ts';
import { pairsOf, RESERVED } from './query.ts';
import { noteFunction } from './readings.ts';
import { callStatement } from './sql.ts';
import { fail } from './words.ts';

/**
 * Calls a function of `public` with named arguments: a JSON object with POST,
 * the query string with GET, which only those that change nothing take.
 * Source: contract §4.4.
 */
export async function callFunction(c: Context<Env>, call: Call, name: string): Promise<Response> {
  const known = await call.find(({ functions }) => callable(functions.get(name), call));
  if (!known) throw unknownFunction(name);
  const sent = call.readOnly ? sentInQuery(call.search) : await sentInBody(c, call);
  const fitting = known.filter((fn) => takes(fn, sent.keys));
  const [fn, another] = fitting;
  if (!fn) throw unknownFunction(name);
  if (another) throw new ApiError(300, 'PGRST203', 'Could not choose the best candidate function');
  if (call.readOnly && fn.volatile)
    throw new ApiError(405, 'PGRST101', 'This function is called with POST', { headers: { Allow: 'POST' } });

  const given = fn.arguments.filter((argument) => sent.keys.includes(argument.name));
  const { text, values } = callStatement(fn, sent.json, given);
  await noteFunction(call, fn.name, sent.json);
  return inCall(c, call, `/rpc/${fn.name}`, async (tx) => {
    const { rows } = await tx.query<{ body?: string | null; shown?: number }>(text, values);
    if (fn.returns === 'nothing') return emptyAnswer(c, 204, { 'Content-Range': '0-0/*' });
    const { body, shown = 1 } = rows[0] ?? {};
    const range = { 'Content-Range': contentRange(0, shown, null) };
    if (fn.returns === 'value' || fn.returns === 'row') return jsonAnswer(c, 200, body ?? 'null', range);
    refuseSeveral(call.object, shown);
    return rowsAnswer(c, 200, body ?? '[]', call.object, range);
  });
}

/** Those that the caller may know of; undefined for none. */
function callable(functions: readonly Fn[] = [], { caller }: Call): Fn[] | undefined {
  const known = functions.filter((fn) => fn.callers.includes(caller.role));
  return known.length > 0 ? known : undefined;
}

function takes(fn: Fn, keys: readonly string[]): boolean {
  const names = fn.arguments.map((argument) => argument.name);
  return (
    keys.every((key) => names.includes(key)) &&
    names.slice(0, fn.required).every((name) => keys.includes(name))
  );
}

function sentInQuery(search: string): SentObject {
  const pairs = pairsOf(search);
  refuseReserved(pairs);
  const object = new Map(pairs);
  if (object.size < pairs.length) throw wrongBody('An argument is given twice');
  const members = pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return { json: `{${members.join(',')}}`, keys: [...object.keys()] };
}

async function sentInBody(c: Context<Env>, { search }: Call): Promise<SentObject> {
  const pairs = pairsOf(search);
  refuseReserved(pairs);
  if (pairs.length > 0) throw fail('query string', 'Send the arguments in the body');
  return readObject(c.req.raw, { json: '{}', keys: [] });
}

/** Choosing, ordering and cutting what a function gives is not supported. */
function refuseReserved(pairs: readonly [string, string][]): void {
  if (pairs.some(([key]) => RESERVED.has(key)))
    throw fail('query string', 'A function takes its arguments only');
}

function unknownFunction(name: string): ApiError {
  return new ApiError(
    404,
    'PGRST202',
    `Could not find the function public.${name} with these parameters in the schema cache`,
  );
}
