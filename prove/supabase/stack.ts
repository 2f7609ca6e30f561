import { SignJWT } from 'jose';
import type { Address } from './cluster.ts';
import { startGateway, type Target } from './gateway.ts';
import type { Parts } from './parts.ts';
import { startPostgrest } from './postgrest.ts';
import { openSignIn, type SignInOptions } from './sign-in.ts';
import { startStorage } from './storage-api.ts';
import { openStorage } from './storage-double.ts';

/** The secret of every stack of these proofs: HS256 wants 32 bytes. */
export const JWT_SECRET = 'um segredo só de teste, com mais de 32 bytes';

/** The public key of such a project, of the older family: a signed token of role anon. */
export async function publicKey(): Promise<string> {
  return new SignJWT({ role: 'anon', iss: 'supabase' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(0)
    .setExpirationTime(4_000_000_000)
    .sign(new TextEncoder().encode(JWT_SECRET));
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

/**
 * The services of one project over one database, behind its gateway. storage-api is started by
 * its first call; a double answers where there is none.
 */
export async function startStack(
  cluster: Address,
  parts: Parts,
  database: string,
  options: SignInOptions = {},
) {
  const [rest, key] = await Promise.all([
    startPostgrest(parts.postgrest, cluster, database, JWT_SECRET),
    publicKey(),
  ]);
  const storage = storageOf(cluster, parts, database);
  const signIn = openSignIn(cluster, database, JWT_SECRET, options);
  const gateway = await startGateway([key], {
    rest: { url: async () => rest.url },
    auth: signIn.handle,
    storage: storage.target,
  });
  return {
    url: gateway.url,
    key,
    signIn,
    /** Resolves when PostgREST knows the schema as `change` leaves it. */
    knownAfter: rest.knownAfter,
    stop: async () => {
      await gateway.stop();
      await Promise.all([rest.stop(), storage.stop(), signIn.close()]);
    },
  };
}

/** Where files are kept, started or opened when it is first called. */
function storageOf(cluster: Address, { storage: api }: Parts, database: string) {
  if (!api) {
    let double: ReturnType<typeof openStorage> | null = null;
    const target: Target = (request) => {
      double ??= openStorage(cluster, database, JWT_SECRET);
      return double.handle(request);
    };
    return { target, stop: async () => double?.close() };
  }
  let started: ReturnType<typeof startStorage> | null = null;
  const target: Target = {
    url: async () => {
      started ??= startStorage(cluster, database, api, JWT_SECRET);
      return (await started).url;
    },
  };
  return { target, stop: async () => (await started)?.stop() };
}
