import type { FunctionName } from '../../../domain/functions.ts';
import { connection, tableError, tablesOf } from '../../api/client.ts';
import { withFreshSignIn } from '../../api/fresh-sign-in.ts';
import { once } from './calls.ts';

type Call = <Data>(name: FunctionName, values: Record<string, unknown>) => Promise<Data>;

/**
 * Calls functions under a fresh sign-in with one's own password, for what cannot be taken back; that sign-in
 * ends with `use`. `call` makes it once, `again` is for what is called until nothing is left. A wrong password
 * throws BackendError with the code `invalid_credentials`.
 */
export function withPassword<Result>(
  password: string,
  use: (call: Call, again: Call) => Promise<Result>,
): Promise<Result> {
  return withFreshSignIn(password, async (token) => {
    const rest = tablesOf(await connection(async () => token));
    const again: Call = async <Data>(name: FunctionName, values: Record<string, unknown>) => {
      const answer = await rest.rpc(name, values).retry(false);
      if (answer.error) throw tableError(answer);
      return answer.data as Data;
    };
    return use((name, values) => once(name, values, (all) => again(name, all)), again);
  });
}
