import { endAtLast, passwordSession } from './auth.ts';
import { BackendError } from './client.ts';
import { storedSession } from './stored-session.ts';

/**
 * Signs in a second time with the signed-in person's password and hands `use` the access token of that session,
 * which is signed out afterwards, or when the page is left; without a network our server ends it after five
 * minutes. Throws BackendError for a wrong password or no answer.
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
