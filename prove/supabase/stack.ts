import { SignJWT } from 'jose';
import type { Address } from './cluster.ts';
import { startGateway, type Target } from './gateway.ts';
import type { Parts } from './parts.ts';
import { startPostgrest, startStorage } from './service.ts';
import { openSignIn, type SignInOptions } from './sign-in.ts';
import { openStorage } from './storage-double.ts';

/** The secret of every stack of these proofs: HS256 wants 32 bytes. */
export const JWT_SECRET = 'um segredo só de teste, com mais de 32 bytes';

/** Keys of such a project are of the older family: signed tokens of a role. */
const keyOf = (role: 'anon' | 'service_role'): Promise<string> =>
  new SignJWT({ role, iss: 'supabase' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(0)
    .setExpirationTime(4_000_000_000)
    .sign(new TextEncoder().encode(JWT_SECRET));

export const publicKey = () => keyOf('anon');

/** The services of one project over one database, behind its gateway. storage-api is started by its first call; a double answers where there is none. */
export async function startStack(
  cluster: Address,
  parts: Parts,
  database: string,
  options: SignInOptions = {},
) {
  const [rest, key, secret] = await Promise.all([
    startPostgrest(parts.postgrest, cluster, database, JWT_SECRET),
    publicKey(),
    keyOf('service_role'),
  ]);
  const { storage: api } = parts;
  let started: ReturnType<typeof startStorage> | null = null;
  const storage = () => {
    if (!api) throw new Error('there is no storage-api here');
    started ??= startStorage(cluster, database, api, JWT_SECRET);
    return started;
  };
  let double: ReturnType<typeof openStorage> | null = null;
  const target: Target = api
    ? { url: async () => (await storage()).url }
    : (request) => {
        double ??= openStorage(cluster, database, JWT_SECRET);
        return double.handle(request);
      };
  const signIn = openSignIn(cluster, database, JWT_SECRET, options);
  const gateway = await startGateway([key, secret], {
    rest: { url: async () => rest.url },
    auth: signIn.handle,
    storage: target,
  });
  return {
    url: gateway.url,
    gateway,
    key,
    /** The secret key, of role service_role. */
    secret,
    signIn,
    /** PostgREST itself, past the gateway. */
    rest: rest.url,
    /** storage-api itself: its address, and where it keeps the bytes. */
    storage,
    /** Resolves when PostgREST knows the schema as `change` leaves it. */
    knownAfter: rest.knownAfter,
    stop: async () => {
      await gateway.stop();
      await Promise.all([
        rest.stop(),
        started?.then((service) => service.stop()),
        double?.close(),
        signIn.close(),
      ]);
    },
  };
}
