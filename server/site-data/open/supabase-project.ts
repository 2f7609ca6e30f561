import { Refused } from '../../core/refused.ts';

/** A Supabase project as a browser reaches it: its origin and its public key. */
export type SupabaseProject = { url: string; key: string };

const KEYS = 'no painel do Supabase, em Project Settings → API Keys';

/** Checks what somebody typed. Throws Refused, above all for a key that would give everybody everything. */
export function readProject(url: string, key: string): SupabaseProject {
  return { url: originOf(url), key: publicKey(key) };
}

function originOf(text: string): string {
  const wrong = (why: string) =>
    new Refused(`${why} Use o endereço do projeto, como https://abcdefgh.supabase.co.`);
  if (!URL.canParse(text)) throw wrong('O endereço do projeto não é um endereço.');
  const { protocol, hostname, origin, pathname, search, hash, username } = new URL(text);
  const isHere = /^(127\.0\.0\.1|localhost)$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw wrong('O endereço do projeto começa com https://.');
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '')
    throw wrong('O endereço do projeto não tem nada depois do nome.');
  return origin;
}

function publicKey(key: string): string {
  const secret = (name: string) =>
    new Refused(
      `Esta é a chave ${name}, que abre tudo a quem a tem: nada foi feito. ` +
        `Use a pública (anon, ou sb_publishable_…), que está ${KEYS}. Se a secreta já foi publicada, troque-a ali.`,
    );
  if (key.startsWith('sb_secret_')) throw secret('sb_secret_…');
  if (/^sb_publishable_[\w-]{10,}$/.test(key)) return key;
  const role = roleOf(key);
  if (role === 'service_role') throw secret('service_role');
  if (role === 'anon') return key;
  throw new Refused(
    `Isto não é a chave pública inteira de um projeto (anon, que começa com eyJ, ou sb_publishable_…): copie-a de novo, ${KEYS}.`,
  );
}

/** The role that a signed token claims; null when it is none. */
function roleOf(key: string): unknown {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key) ?? [];
  if (!payload) return null;
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { role?: unknown } | null)?.role;
  } catch {
    return null;
  }
}
