import { isObject, wrongBody } from '../http/request-body.ts';

/** A text, '' when it is absent or null. Throws 400 when it is something else. */
export function textOf(fields: Record<string, unknown>, name: string): string {
  const value = fields[name] ?? '';
  if (typeof value !== 'string') throw wrongBody(`${name} must be a string`);
  return value;
}

/** An object, empty when it is absent or null. Throws 400 when it is something else. */
export function objectOf(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = fields[name] ?? {};
  if (!isObject(value)) throw wrongBody(`${name} must be an object`);
  return value;
}
