import fc from 'fast-check';
import { type Attempt, type Family, type Header, listOf, mostly, request, type Setting } from './attempt.ts';
import { authEndpoints } from './auth.ts';
import { bodyType, caller, oddHeaders } from './callers.ts';
import { rawAttempts } from './raw.ts';
import { restEndpoints } from './rest.ts';
import { storageEndpoints } from './storage.ts';

const ENDPOINTS = { rest: restEndpoints, auth: authEndpoints, storage: storageEndpoints };

/** The malformed requests of one family, for a running server. */
export function attemptsOf(family: Family, setting: Setting): fc.Arbitrary<Attempt> {
  if (family === 'raw' || family === 'held') return rawAttempts(family, setting);
  const asked = fc.tuple(caller(setting), oddHeaders, bodyType);
  const kinds = ENDPOINTS[family](setting).map(({ weight, methods, what, refused, unnamed }) => {
    const isRefused = (administrator: boolean, path: string) =>
      typeof refused === 'function' ? refused(path) : refused === 'strangers' ? !administrator : refused;
    const made = fc
      .tuple(asked, fc.constantFrom(...listOf(methods)), what)
      .map(([[by, odd, types], method, { path, body, type, headers = [] }]) => {
        const sent = method === 'HEAD' ? null : (body ?? null);
        const declared: readonly Header[] = type === undefined ? types : [['Content-Type', type]];
        const all = [...(unnamed ? [] : [...by.headers, ...odd]), ...headers, ...(sent ? declared : [])];
        const expected = isRefused(by.who === 'administrator', path);
        return request(family, method, `/${family}/v1${path}`, all, sent, expected);
      });
    return [weight, made] as const;
  });
  return mostly<Attempt>(...kinds);
}
