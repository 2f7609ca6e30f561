import { Hono } from 'hono';
import type { Env, House } from '../core/house.ts';

export function storageRoutes(_house: House): Hono<Env> {
  return new Hono<Env>();
}
