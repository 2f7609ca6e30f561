import { answeredError, BackendError, configuration } from './client.ts';

/** Whether a call failed without a usable answer: none came, it was no JSON, or a server error. */
export const noAnswer = ({ status }: { status: number }): boolean => status === 0 || status >= 500;

/** Calls an endpoint of the accounts, with a `token` as whom it belongs to. Throws BackendError with the back end's code and sentence. */
export async function callAccounts<Answer>(
  method: string,
  path: string,
  body: object | undefined,
  token?: string | null,
): Promise<Answer> {
  const { supabaseUrl, supabaseKey } = await configuration();
  const response = await fetch(`${supabaseUrl}/auth/v1${path}`, {
    method,
    headers: {
      apikey: supabaseKey,
      Authorization: `Bearer ${token ?? supabaseKey}`,
      'Content-Type': 'application/json',
    },
    body: body && JSON.stringify(body),
    keepalive: path.startsWith('/logout'), // also when the tab is closed at once
  }).catch(() => null);
  type Refusal = { error_code?: string; msg?: string; message?: string };
  const answer: (Answer & Refusal) | null = await response?.json().catch(() => null);
  if (response?.status === 204) return undefined as Answer;
  if (!response || !answer) throw new BackendError(0, '', ''); // a hotspot's page is none either
  if (response.ok) return answer;
  throw answeredError(response.status, answer.error_code ?? '', answer.msg ?? answer.message ?? '');
}
