import type { Context } from 'hono';
import type { Caller } from '../core/database.ts';
import type { Env, House } from '../core/house.ts';
import { callerOf } from '../core/tokens.ts';
import { refuse, tokenProblem } from './answers.ts';

/** True when the caller says who they are: a bearer, or the public key, which the gateway takes for one. Source: contract §1. */
export function saysWho(c: Context<Env>): boolean {
  return c.req.header('authorization') !== undefined || c.req.header('apikey') !== undefined;
}

/** Who asks. Throws 400 when nothing says so, 403 for a token that is not ours or is over. */
export async function callerFrom(c: Context<Env>, house: House): Promise<Caller> {
  const bearer = c.req.header('authorization')?.replace(/^bearer\b\s*/i, '') ?? c.req.header('apikey');
  if (bearer === undefined) throw refuse('badRequest', "headers must have required property 'authorization'");
  return callerOf(bearer, house.keys.jwt, house.keys.anonKey).catch((error: unknown) => {
    throw refuse('badBearer', tokenProblem(error));
  });
}
