import { Hono } from 'hono';
import type { Env, House } from './core/house.ts';

/** Built files by path, as they are sent. */
export type Pages = Map<
  string,
  { status: number; headers: Record<string, string>; body: Uint8Array; br?: Uint8Array; gz?: Uint8Array }
>;

export function pageRoutes(_house: House, _pages: Pages): Hono<Env> {
  return new Hono<Env>();
}
