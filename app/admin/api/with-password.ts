import type { FunctionName } from '../../../domain/functions.ts';
import { connection, tableError, tablesOf } from '../../api/client.ts';
import { withFreshSignIn } from '../../api/fresh-sign-in.ts';

/**
 * Calls functions under a fresh sign-in with one's own password, for what cannot be taken back; that sign-in
 * ends with `use`. A wrong password throws BackendError with the code `invalid_credentials`.
 */
export function withPassword<Result>(
  password: string,
  use: (
    call: <Data>(name: FunctionName, values: Record<string, unknown>) => Promise<Data>,
  ) => Promise<Result>,
): Promise<Result> {
  return withFreshSignIn(password, async (token) => {
    const rest = tablesOf(await connection(async () => token));
    return use(async <Data>(name: FunctionName, values: Record<string, unknown>) => {
      const answer = await rest.rpc(name, values).retry(false);
      if (answer.error) throw tableError(answer);
      return answer.data as Data;
    });
  });
}
