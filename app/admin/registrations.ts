import { admin, failures } from '../../content/messages.ts';
import type { Registration } from '../../domain/sheet.ts';
import { accessToken, sessionLives } from '../api/auth.ts';
import { BackendError, backend } from '../api/client.ts';

export const PAGE_SIZE = 25;

/** One page of the list, newest first; `total` counts every page. Pages count from 1. */
export type RegistrationPage = { page: number; rows: Registration[]; total: number };

/** Whether the signed-in person is an administrator. Throws BackendError, with status 401 when the session is over. */
export async function isAdministrator(signal?: AbortSignal): Promise<boolean> {
  const { rest } = await backend(accessToken);
  const question = rest.rpc('sou_administrador');
  const answer = await (signal ? question.abortSignal(signal) : question);
  if (answer.error) throw failed(answer);
  if (answer.data === true) return true;
  if (!(await sessionLives())) throw new BackendError(401, '', ''); // ended elsewhere: no administrator either
  return false;
}

/** A page of the registrations; past the last one it has no rows. Throws BackendError. Source: SPEC §7, call 4. */
export async function listRegistrations(page: number): Promise<RegistrationPage> {
  const { rest } = await backend(accessToken);
  const first = (page - 1) * PAGE_SIZE;
  const answer = await rest
    .from('inscricoes_projeto')
    .select('*', { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id', { ascending: false }) // decides between equal moments
    .range(first, first + PAGE_SIZE - 1)
    .retry(false); // the query asks again by itself
  const vanished = answer.status === 416; // the page was emptied since its address was made
  if (answer.error && !vanished) throw failed(answer);
  const rows = vanished ? [] : (answer.data as Registration[]);
  const total = vanished ? await countRegistrations() : (answer.count ?? first + rows.length);
  // The back end hides rows rather than refuse, so an empty list may mean that the right to read has ended.
  if (total === 0 && !(await isAdministrator())) throw new BackendError(403, '', '');
  return { page, rows, total };
}

async function countRegistrations(): Promise<number> {
  const { rest } = await backend(accessToken);
  const answer = await rest
    .from('inscricoes_projeto')
    .select('id', { count: 'exact', head: true })
    .retry(false);
  if (answer.error) throw failed(answer);
  return answer.count ?? 0;
}

/** The number of the last page; an empty list has one. */
export function lastPageOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** The page that an address asks for; 1 for anything that is no page number. */
export function pageOf(written: string | null): number {
  return /^[1-9]\d{0,5}$/.test(written ?? '') ? Number(written) : 1;
}

/** `Mostrando 26–50 de 132`. */
export function shownRange({ page, rows, total }: RegistrationPage): string {
  const first = (page - 1) * PAGE_SIZE;
  return `Mostrando ${first + 1}–${first + rows.length} de ${total.toLocaleString('pt-BR')}`;
}

/** Whether asking again may help: only when nobody answered. */
export function mayRetry(error: unknown): boolean {
  return error instanceof BackendError && [0, 502, 503, 504].includes(error.status);
}

/** What the alert says of a failed call: the back end's sentence where it has one fit to read. Source: SPEC §8, ux.md §8.9. */
export function failureText(error: unknown): string {
  if (!(error instanceof BackendError)) return admin.listFailed;
  if (mayRetry(error)) return admin.noAnswer;
  if (error.status === 401) return admin.sessionOver;
  if (error.status === 403 || error.code === '42501') return admin.forbidden;
  if (error.status === 429) return failures.tooMany;
  return error.message || admin.listFailed;
}

/** The failure inside a postgrest-js answer. Its `details` may hold a stack or a row, so they are left behind. */
export function failed(answer: { status: number; error: { code?: string; message?: string } }): BackendError {
  const { code = '', message = '' } = answer.error;
  return new BackendError(answer.status, code, message.trimStart().startsWith('<') ? '' : message); // a proxy's HTML page is no sentence
}
