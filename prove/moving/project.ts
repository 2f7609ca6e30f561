import { join } from 'node:path';
import { SignJWT } from 'jose';
import pg from 'pg';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { addressOf, type HostedCluster } from '../supabase/cluster.ts';
import { startGateway, type Target } from '../supabase/gateway.ts';
import type { Parts } from '../supabase/parts.ts';
import { startPostgrest } from '../supabase/postgrest.ts';
import { openSignIn, type SignInOptions } from '../supabase/sign-in.ts';
import { JWT_SECRET, publicKey } from '../supabase/stack.ts';
import { startStorage } from '../supabase/storage-api.ts';
import { openStorage } from '../supabase/storage-double.ts';
import { openAccounts } from './accounts-double.ts';
import { startGate } from './gate.ts';

const DATABASE = 'postgres';

/** The secret key of such a project: a signed token of role service_role. */
export async function serviceKey(): Promise<string> {
  return new SignJWT({ role: 'service_role', iss: 'supabase' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(0)
    .setExpirationTime(4_000_000_000)
    .sign(new TextEncoder().encode(JWT_SECRET));
}

export type RunningProject = Awaited<ReturnType<typeof startProject>>;

/** A project as its owner reaches it: an address, two keys, and the login `postgres`. */
export async function startProject(cluster: HostedCluster, parts: Parts, options: SignInOptions = {}) {
  const [key, secret] = [await publicKey(), await serviceKey()];
  const rest = await startPostgrest(parts.postgrest, cluster, DATABASE, JWT_SECRET);
  const signIn = openSignIn(cluster, DATABASE, JWT_SECRET, options);
  const accounts = openAccounts(cluster, DATABASE, JWT_SECRET, signIn.handle);
  const storage = await storageOf(cluster, parts);
  const gateway = await startGateway([key, secret], {
    rest: { url: async () => rest.url },
    auth: accounts.handle,
    storage: storage.target,
  });
  const gate = await startGate(gateway.url);
  const login = addressOf(cluster, 'postgres');
  return {
    url: gate.url,
    key,
    gate,
    /** Where storage-api keeps the bytes; undefined: the double answers. */
    files: storage.files,
    environment: {
      DATABASE_URL: `postgres://postgres:unused@${cluster.host}:${cluster.port}/${DATABASE}`,
      SUPABASE_URL: gate.url,
      SUPABASE_SERVICE_KEY: secret,
    },
    /** Rows of a statement of the owner. */
    query: async <Row extends object>(sql: string): Promise<Row[]> => {
      const client = new pg.Client(login);
      await client.connect();
      try {
        return (await client.query<Row & pg.QueryResultRow>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      await gate.stop();
      await gateway.stop();
      await Promise.all([rest.stop(), storage.stop(), accounts.close(), signIn.close()]);
    },
  };
}

/** Somebody of the desk whose account the project's dashboard makes: the password is GoTrue's, bcrypt. */
export async function addByDashboard({ environment, query }: RunningProject): Promise<void> {
  const { SUPABASE_URL, SUPABASE_SERVICE_KEY } = environment;
  const account = {
    email: 'nova@example.com',
    password_hash: `$2a$10$${'x'.repeat(53)}`,
    email_confirm: true,
  };
  const made = await fetch(`${SUPABASE_URL}/auth/v1/admin/users`, {
    method: 'POST',
    headers: {
      apikey: SUPABASE_SERVICE_KEY,
      Authorization: `Bearer ${SUPABASE_SERVICE_KEY}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(account),
  });
  const { id } = (await made.json()) as { id: string };
  await query(`select private.ativar_administrador('${id}', null)`);
}

/** storage-api; its double where there is none, which does not know the route of a bucket. */
async function storageOf(
  cluster: HostedCluster,
  { storage: api }: Parts,
): Promise<{ target: Target; stop: () => Promise<void>; files?: string }> {
  if (api) {
    const service = await startStorage(cluster, DATABASE, api, JWT_SECRET);
    return {
      target: { url: async () => service.url },
      stop: service.stop,
      files: join(service.files, 'data'),
    };
  }
  const double = openStorage(cluster, DATABASE, JWT_SECRET);
  const target: Target = async (request) => {
    if (!new URL(request.url).pathname.startsWith('/bucket/')) return double.handle(request);
    if (request.headers.get('authorization') !== `Bearer ${await serviceKey()}`)
      return Response.json({ statusCode: '404', message: 'Bucket not found' }, { status: 400 });
    const client = new pg.Client(addressOf(cluster, 'supabase_storage_admin'));
    await client.connect();
    const { rows } = await client.query(
      `select id, public, created_at from storage.buckets where id = '${DOCUMENT_BUCKET}'`,
    );
    await client.end();
    return Response.json(rows[0]);
  };
  return { target, stop: double.close };
}
