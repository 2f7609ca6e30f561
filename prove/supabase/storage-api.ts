import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { type Address, freePort } from './cluster.ts';
import type { Parts } from './parts.ts';
import { type Service, startService } from './service.ts';

/** Supabase's storage-api over a database, with its files on the disk; it makes its tables when it starts. */
export async function startStorage(
  { host, port: databasePort }: Address,
  database: string,
  { folder, node }: NonNullable<Parts['storage']>,
  jwtSecret: string,
): Promise<Service & { files: string }> {
  const [port, admin] = [await freePort(), await freePort()];
  const files = mkdtempSync(join(tmpdir(), 'cc-storage-'));
  symlinkSync(join(folder, 'migrations'), join(files, 'migrations')); // it reads them from where it is started
  const key = (role: string) =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(jwtSecret));
  const service = await startService(node, [join(folder, 'dist/start/server.js')], {
    url: `http://127.0.0.1:${port}`,
    path: '/status',
    cwd: files, // not its own folder, whose .env it would read
    environment: {
      NODE_ENV: 'production',
      SERVER_HOST: '127.0.0.1',
      SERVER_PORT: String(port),
      SERVER_ADMIN_PORT: String(admin),
      SERVER_REGION: 'local',
      AUTH_JWT_SECRET: jwtSecret,
      ANON_KEY: await key('anon'),
      SERVICE_KEY: await key('service_role'),
      DATABASE_URL: `postgres://supabase_storage_admin:unused@${host}:${databasePort}/${database}`,
      DATABASE_MAX_CONNECTIONS: '5',
      DATABASE_CONNECTION_TIMEOUT: '60000', // ms; with its three seconds a busy machine is told 544
      DB_INSTALL_ROLES: 'false',
      DB_SUPER_USER: 'supabase_storage_admin',
      UPLOAD_FILE_SIZE_LIMIT: '52428800',
      UPLOAD_FILE_SIZE_LIMIT_STANDARD: '52428800',
      STORAGE_BACKEND: 'file',
      STORAGE_FILE_BACKEND_PATH: join(files, 'data'),
      STORAGE_S3_REGION: 'local',
      STORAGE_S3_BUCKET: 'local',
      TENANT_ID: 'local',
      IMAGE_TRANSFORMATION_ENABLED: 'false',
      PG_QUEUE_ENABLE: 'false',
      OTEL_METRICS_ENABLED: 'false',
      PROMETHEUS_METRICS_ENABLED: 'false',
      LOGFLARE_ENABLED: 'false',
      LOG_LEVEL: 'warn',
    },
  });
  return {
    ...service,
    files,
    stop: async () => {
      await service.stop();
      rmSync(files, { recursive: true, force: true });
    },
  };
}
