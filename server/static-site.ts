import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { brand } from '../content/brand.ts';
import { PREVIEW_PATH, PREVIEWS, type Published } from '../content/published.ts';
import type { SitePhoto } from '../content/site-photos.ts';
import { shownOf } from '../domain/centre/facts.ts';
import type { GivenSettings } from '../domain/setting-texts.ts';
import { readConfig } from './core/config.ts';
import { Refused } from './core/refused.ts';
import { ADMIN, CONFIG, EVERY_ANSWER, fileHeaders, HSTS, NOT_FOUND, POLICY } from './http/page-headers.ts';
import { framed, loadPages } from './pages.ts';
import { withWords } from './setting-pages.ts';
import type { SupabaseProject } from './site-data/open/supabase-project.ts';

/** A path of the site, or of each file of a folder, and the headers of its answer. */
type Rule = { path: string; headers: Record<string, string> };

/** How long a build waits for the project. */
const ASK_LIMIT_MS = 15_000;

/** What the project's settings are now, what it has published of the centre, and what the owner is told. Throws Refused where it does not say. */
export async function askProject({ url, key }: SupabaseProject): Promise<{
  given: GivenSettings;
  facts: Published;
  photos: ReadonlyMap<string, Uint8Array>;
  notices: string[];
}> {
  const ask = async (name: string, asked: object = {}) => {
    const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(asked),
      signal: AbortSignal.timeout(ASK_LIMIT_MS),
    }).catch(() => null);
    const said = answer?.ok ? await answer.json().catch(() => null) : null;
    if (said === null)
      throw new Refused(
        `O projeto ${url} não disse o que guarda (${name}: ${answer?.status ?? 'sem resposta'}). Nada foi montado. Veja o endereço e a chave, rode npm run supabase -- push se a versão do site é nova, e monte de novo.`,
      );
    return said;
  };
  const { shown, refused } = shownOf(await ask('fatos_do_centro'));
  const photos = new Map<string, Uint8Array>();
  const { fotos = {} }: { fotos?: Record<string, SitePhoto> } = shown;
  for (const nome of Object.values(fotos).flatMap(({ files }) => Object.values(files)))
    photos.set(nome, Buffer.from(await ask('foto_do_site', { nome }), 'base64'));
  return {
    given: await ask('formulario'),
    facts: shown,
    photos,
    notices:
      refused.length === 0
        ? []
        : [
            `Parte do que foi publicado do centro não serve (${refused.join(', ')}): ali as páginas dizem o que está em content/.`,
          ],
  };
}

/**
 * Makes of the built site one that a static host serves over a Supabase project: SITE_URL in its
 * pages, `config.json`, and the headers that our server would send as `_headers` (Netlify,
 * Cloudflare Pages). `given`: the settings that pages say where no script runs; `photos`: the centre's own. Returns what the
 * owner is told. Throws ConfigError for a wrong setting.
 */
export function writeStaticSite(
  folder: string,
  project: SupabaseProject,
  environment: Record<string, string | undefined>,
  given: GivenSettings = {},
  photos: ReadonlyMap<string, Uint8Array> = new Map(),
): string[] {
  const { siteUrl } = readConfig(environment);
  for (const [name, bytes] of photos) writeFileSync(join(folder, 'fotos', name), bytes);
  const pages = loadPages(folder, siteUrl, project.url);
  // hosts compress by themselves, and would publish these beside the pages
  for (const file of filesOf(folder)) if (/\.(br|gz)$/.test(file)) rmSync(join(folder, file));
  for (const file of filesOf(folder)) if (/.\/index\.html$/.test(file)) flatten(folder, dirname(file));
  for (const [path, shown] of PREVIEWS) {
    const page = pages.get(shown);
    if (page) pages.set(path, framed(page));
  }
  mkdirSync(join(folder, PREVIEW_PATH));
  const rules: Rule[] = [];
  for (const [path, { body, headers }] of pages) {
    const { 'Content-Type': type = '', ...named } = headers;
    const isPage = type.startsWith('text/html');
    const built = Buffer.from(body).toString();
    const text = isPage ? withWords(built, given) : built;
    if (path === NOT_FOUND) writeFileSync(join(folder, '404.html'), withPolicy(text, named[POLICY] ?? ''));
    else if (isPage) writeFileSync(join(folder, path === '/' ? 'index.html' : `${path}.html`), text);
    else if (/^(text\/plain|application\/xml|image\/svg)/.test(type)) writeFileSync(join(folder, path), body);
    if (path !== NOT_FOUND) rules.push({ path, headers: named });
    if (isPage && path !== NOT_FOUND && path !== '/') rules.push({ path: `${path}.html`, headers: named });
  }
  const { url: supabaseUrl, key: supabaseKey } = project;
  writeFileSync(join(folder, CONFIG), `${JSON.stringify({ supabaseUrl, supabaseKey }, null, 2)}\n`);
  rules.push({ path: CONFIG, headers: fileHeaders(CONFIG, null, null) });
  const everywhere = { ...EVERY_ANSWER, ...pages.get(NOT_FOUND)?.headers, 'Strict-Transport-Security': HSTS };
  writeFileSync(join(folder, '_headers'), headersFile(everywhere, rules));
  writeFileSync(join(folder, '_redirects'), `/admin ${ADMIN} 301\n/admin/ ${ADMIN} 301\n`);
  return [
    `O site do projeto ${supabaseUrl} está em dist/site: publique essa pasta inteira.`,
    siteUrl
      ? `O endereço dele é ${siteUrl}.`
      : `O endereço dele é o de content/brand.ts, ${brand.siteUrl}; se é outro, diga SITE_URL no .env e rode de novo.`,
  ];
}

/** The address is /projeto-social and not /projeto-social/: hosts find it in projeto-social.html. */
function flatten(folder: string, page: string): void {
  renameSync(join(folder, page, 'index.html'), join(folder, `${page}.html`));
  if (readdirSync(join(folder, page)).length === 0) rmdirSync(join(folder, page));
}

/** What a host cannot be told by address: the policy of the page for every address that is none. */
function withPolicy(html: string, policy: string): string {
  const inPage = policy.replace("; frame-ancestors 'none'", ''); // which only a header may say
  return html.replace(
    /<meta charset="[^"]+">/,
    (charset) => `${charset}<meta http-equiv="${POLICY}" content="${inPage}">`,
  );
}

/**
 * The text of `_headers`. No two rules for one address name the same header, because hosts join
 * such values: what differs between files is in no rule for everywhere. The type of a file is the
 * host's to say.
 */
function headersFile(everywhere: Record<string, string>, rules: readonly Rule[]): string {
  const own = ['Content-Type', 'Cache-Control', POLICY];
  const shared = Object.entries(everywhere).filter(([name]) => !own.includes(name));
  const blocks = rules.map(({ path, headers }) => {
    const rest = { [POLICY]: EVERY_ANSWER[POLICY] ?? '', ...headers };
    const lines = Object.entries(rest).filter(([name]) => !shared.some(([known]) => known === name));
    return { path, lines: linesOf(lines) };
  });
  return [{ path: '/*', lines: linesOf(shared) }, ...byFolder(blocks)]
    .map(({ path, lines }) => `${path}\n${lines}`)
    .join('\n');
}

type Block = { path: string; lines: string };

/** One block for each folder whose files all have the same headers: hosts allow a hundred. */
function byFolder(blocks: readonly Block[]): Block[] {
  const folders = new Map<string, Block[]>();
  for (const block of blocks) {
    const folder = posix.dirname(block.path);
    folders.set(folder, [...(folders.get(folder) ?? []), block]);
  }
  return [...folders].flatMap(([folder, inside]) => {
    const [first, ...others] = inside;
    const same = first && others.length > 0 && others.every(({ lines }) => lines === first.lines);
    return same && folder !== '/' ? [{ path: `${folder}/:arquivo`, lines: first.lines }] : inside;
  });
}

function linesOf(headers: readonly [string, string][]): string {
  return headers.map(([name, value]) => `  ${name}: ${value}\n`).join('');
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}
