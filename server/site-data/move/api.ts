import { DOCUMENT_BUCKET } from '../../../domain/document/document.ts';
import { ConfigError, isPostable } from '../../core/config.ts';

/** What the environment says of a project: its address, without a slash at the end, and its service key. */
export type ProjectSettings = { url: string; serviceKey: string };

/** Throws ConfigError naming what is missing or wrong. The key is never a word of a command: others would read it. */
export function readProjectSettings(environment: Record<string, string | undefined>): ProjectSettings {
  const url = environment.SUPABASE_URL?.trim().replace(/\/$/, '') ?? '';
  if (!isPostable(url) || new URL(url).origin !== url)
    throw new ConfigError(
      'SUPABASE_URL',
      'diga o endereço do projeto, como https://….supabase.co, sem nada depois do nome',
    );
  const serviceKey = environment.SUPABASE_SERVICE_KEY?.trim() ?? '';
  if (!/^(?!sb_publishable_)[A-Za-z0-9._-]{20,2000}$/.test(serviceKey))
    throw new ConfigError(
      'SUPABASE_SERVICE_KEY',
      'diga a chave secreta do projeto inteira (service_role ou sb_secret_…), que está no painel dele',
    );
  return { url, serviceKey };
}

/** The project stopped answering, or answered what stops the work; the same command goes on with it. */
export class ProjectFailed extends Error {
  override name = 'ProjectFailed';
}

/** How long one call may take, a document of 5 MB over a slow line too. */
const CALL_LIMIT_MS = 120_000;

type Answer = { status: number; bytes: Buffer };

/** An account as it is made in a project: with the id and the hash that it had. */
type NewAccount = { id: string; email: string; passwordHash: string | null; banned: boolean };

export type ProjectApi = ReturnType<typeof openProjectApi>;

/** The calls of a project's API that moving a site needs, as its service role. Throws ProjectFailed without an answer. */
export function openProjectApi({ url, serviceKey }: ProjectSettings) {
  const call = async (
    method: string,
    path: string,
    { body, headers }: { body?: Uint8Array | string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { apikey: serviceKey, Authorization: `Bearer ${serviceKey}`, ...headers },
        body: body as BodyInit,
        redirect: 'error',
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    } catch (error) {
      throw new ProjectFailed(`o projeto do Supabase (${url}) não respondeu`, { cause: error });
    }
  };
  const objectPath = (name: string) =>
    `${DOCUMENT_BUCKET}/${name.split('/').map(encodeURIComponent).join('/')}`;

  return {
    /** The bucket of the documents; null when the key may not see it. */
    bucket: async (): Promise<{ public: boolean; created_at: string } | null> => {
      const answer = await call('GET', `/storage/v1/bucket/${DOCUMENT_BUCKET}`);
      if (answer.status === 200) return JSON.parse(answer.bytes.toString());
      if (answer.status >= 500) throw unexpected('a leitura do bucket', answer);
      return null;
    },
    /** Makes an account, its e-mail confirmed; returns its id, which an old GoTrue chooses itself. */
    createAccount: async ({ id, email, passwordHash, banned }: NewAccount): Promise<string> => {
      const answer = await call('POST', '/auth/v1/admin/users', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          id,
          email,
          email_confirm: true,
          ...(passwordHash !== null && { password_hash: passwordHash }),
          ...(banned && { ban_duration: '876000h' }), // a hundred years
        }),
      });
      if (answer.status !== 200 && answer.status !== 201) throw unexpected('uma conta', answer);
      return (JSON.parse(answer.bytes.toString()) as { id: string }).id;
    },
    /** Writes a document; one of its name, of an earlier run, may stay (409): who calls reads it back. */
    upload: async (name: string, type: string, bytes: Uint8Array): Promise<void> => {
      const answer = await call('POST', `/storage/v1/object/${objectPath(name)}`, {
        headers: { 'Content-Type': type, 'x-upsert': 'true' },
        body: bytes,
      });
      if (![200, 409].includes(statusIn(answer))) throw unexpected('um documento', answer);
    },
    /** The bytes of a document; null when there is none of its name. */
    download: async (name: string): Promise<Buffer | null> => {
      const answer = await call('GET', `/storage/v1/object/authenticated/${objectPath(name)}`);
      if (answer.status === 200) return answer.bytes;
      if (statusIn(answer) === 404) return null;
      throw unexpected('a leitura de um documento', answer);
    },
  };
}

/** storage-api answers 400 to nearly everything, with the status in the body. */
function statusIn({ status, bytes }: Answer): number {
  if (status !== 400) return status;
  const [, said] = /"statusCode":"(\d{3})"/.exec(bytes.toString()) ?? [];
  return Number(said ?? status);
}

function unexpected(what: string, answer: Answer): ProjectFailed {
  const [, said] = /"(?:msg|message|error_description)":"([^"]{1,160})/.exec(answer.bytes.toString()) ?? [];
  return new ProjectFailed(
    `o projeto do Supabase recusou ${what} (${statusIn(answer)}${said ? `, ${said}` : ''})`,
  );
}
