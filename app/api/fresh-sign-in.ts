import { AuthClient } from '@supabase/auth-js';
import { endAtLast, fetchFromBackend, noAnswer, storedSession } from './auth.ts';
import { BackendError } from './client.ts';
import { SESSION_KEY } from './session-key.ts';

let beside: InstanceType<typeof AuthClient> | null = null;

/**
 * Signs in anew with the signed-in person's password, beside this tab's session, and hands `use` the
 * access token of that sign-in, which ends afterwards or when the page is left; where that reaches nobody, our
 * server ends it after five minutes. Throws BackendError for a wrong password or no answer.
 */
export async function withFreshSignIn<Result>(
  password: string,
  use: (token: string) => Promise<Result>,
): Promise<Result> {
  const email = storedSession()?.user.email;
  if (!email) throw new BackendError(401, '', '');
  beside ??= new AuthClient({
    url: '/auth/v1',
    fetch: (input, init) => fetchFromBackend(`${input}&confirmar`, init), // it signs in and does nothing else
    storageKey: `${SESSION_KEY}-confirmar`, // tells this tab's session nothing
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: 'implicit',
  });
  const { data, error } = await beside.signInWithPassword({ email, password });
  if (error)
    throw new BackendError(noAnswer(error) ? 0 : (error.status ?? 0), error.code ?? '', error.message);
  const end = () => void endAtLast(data.session);
  window.addEventListener('pagehide', end);
  try {
    return await use(data.session.access_token);
  } finally {
    window.removeEventListener('pagehide', end);
    end();
  }
}
