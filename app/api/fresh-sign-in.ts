import { endAtLast, passwordSession } from './auth.ts';
import { BackendError } from './client.ts';
import { storedSession } from './stored-session.ts';

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
  const session = await passwordSession(email, password, true);
  const end = () => void endAtLast(session);
  window.addEventListener('pagehide', end);
  try {
    return await use(session.access_token);
  } finally {
    window.removeEventListener('pagehide', end);
    end();
  }
}
