import { SignJWT } from 'jose';
import type { Address } from './cluster.ts';
import { startGateway, type Target } from './gateway.ts';
import type { Parts } from './parts.ts';
import { startPostgrest } from './postgrest.ts';
import { openSignIn, type SignInOptions } from './sign-in.ts';
import { startStorage } from './storage-api.ts';

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
 * The services of one project over one database, behind its gateway. `storage` answers where
 * there is no storage-api, which is started by its first call; without either that prefix is 404.
 */
export async function startStack(
  cluster: Address,
  parts: Parts,
  database: string,
  { storage: inItsPlace = nothing, ...options }: SignInOptions & { storage?: Target } = {},
) {
  const [rest, key] = await Promise.all([
    startPostgrest(parts.postgrest, cluster, database, JWT_SECRET),
    publicKey(),
  ]);
  let storage: ReturnType<typeof startStorage> | null = null;
  const storageApi = async (api: NonNullable<Parts['storage']>) => {
    storage ??= startStorage(cluster, database, api, JWT_SECRET);
    return (await storage).url;
  };
  const signIn = openSignIn(cluster, database, JWT_SECRET, options);
  const { storage: api } = parts;
  const gateway = await startGateway([key], {
    rest: { url: async () => rest.url },
    auth: signIn.handle,
    storage: api ? { url: () => storageApi(api) } : inItsPlace,
  });
  return {
    url: gateway.url,
    key,
    signIn,
    /** Resolves when PostgREST knows the schema as `change` leaves it. */
    knownAfter: rest.knownAfter,
    stop: async () => {
      await gateway.stop();
      await Promise.all([rest.stop(), storage?.then((service) => service.stop()), signIn.close()]);
    },
  };
}

const nothing: Target = async () => Response.json({ message: 'no storage here' }, { status: 404 });
