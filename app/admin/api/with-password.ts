import type { FunctionName } from '../../../domain/functions.ts';
import { connection, tableError, tablesOf } from '../../api/client.ts';
import { withFreshSignIn } from '../../api/fresh-sign-in.ts';
import { once, type Values } from './calls.ts';

type Call = <Data>(name: FunctionName, values: Values) => Promise<Data>;

/**
 * Calls functions, each once, under a fresh sign-in with one's own password, for what cannot be taken back; that
 * sign-in ends with `use`. A wrong password throws BackendError with the code `invalid_credentials`.
 */
export const withPassword = <Result>(password: string, use: (call: Call) => Promise<Result>) =>
  freshlySignedIn(password, (call) => use((name, values) => once(name, values, (all) => call(name, all))));

/** The same of one function that does a part of its work at a call, and is called as long as `more` says so of the last part. */
export const inParts = <Part>(
  password: string,
  name: FunctionName,
  values: Values,
  more: (part: Part) => boolean,
): Promise<Part[]> =>
  freshlySignedIn(password, async (call) => {
    const parts: Part[] = [];
    for (;;) {
      const part = await call<Part>(name, values);
      parts.push(part);
      if (!more(part)) return parts;
    }
  });

function freshlySignedIn<Result>(password: string, use: (call: Call) => Promise<Result>): Promise<Result> {
  return withFreshSignIn(password, async (token) => {
    const rest = tablesOf(await connection(async () => token));
    return use(async <Data>(name: FunctionName, values: Values) => {
      const answer = await rest.rpc(name, values).retry(false);
      if (answer.error) throw tableError(answer);
      return answer.data as Data;
    });
  });
}
