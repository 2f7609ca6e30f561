import { ADMIN, CONFIG, EVERY_ANSWER, fileHeaders, HSTS } from '../http/page-headers.ts';
import type { SupabaseProject } from '../site-data/open/supabase-project.ts';
import { type Finding, type Sentence, todo, unless } from './finding.ts';
import { jsonOf } from './supabase-project.ts';

const LIMIT_MS = 15_000;

/** What `config.json` of the published site says. */
type PublishedConfig = { supabaseUrl?: unknown; supabaseKey?: unknown };

/**
 * The static site of a Supabase project at its address: the same files and headers as
 * `npm run build -- --from-project` wrote.
 */
export async function examineStaticSite(siteUrl: string, project: SupabaseProject): Promise<Finding[]> {
  try {
    const home = await get(siteUrl, '/');
    const asset = /"(\/assets\/[\w.-]+\.(?:js|css))"/.exec(home.text)?.[1];
    const paths = ['/projeto-social', ADMIN, ...(asset ? [asset] : [])];
    const files = await Promise.all(paths.map((path) => get(siteUrl, path)));
    const config = await get(siteUrl, CONFIG);
    const missing = await get(siteUrl, '/endereco-que-nao-existe');
    const published = jsonOf(config.text) as PublishedConfig | null;
    return [
      ...unless(`O site está publicado em ${siteUrl} e usa este projeto.`, [
        ...[home, ...files, config].map(
          ({ path, status }) =>
            status !== 200 &&
            `${siteUrl}${path} responde ${status}: publique a pasta dist/site inteira, montada com --from-project.`,
        ),
        config.status === 200 &&
          (published?.supabaseUrl !== project.url || published.supabaseKey !== project.key) &&
          'O config.json publicado não é o deste projeto, ou não é o desta chave: monte o site de novo com os dois e publique-o.',
        missing.status !== 404 &&
          `Um endereço que não existe responde ${missing.status} em vez de 404: desligue no serviço de hospedagem o modo de página única (SPA).`,
      ]),
      ...unless('O site publicado manda os cabeçalhos de segurança.', [
        ...[home, ...files, config].map((file) => wrongHeaders(file, siteUrl, project.url)),
      ]),
    ];
  } catch {
    return todo(`${siteUrl} não respondeu: confira SITE_URL, o DNS e se o site já foi publicado.`);
  }
}

type Got = { path: string; status: number; headers: Headers; text: string };

async function get(siteUrl: string, path: string): Promise<Got> {
  const response = await fetch(siteUrl + path, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'manual' });
  return { path, status: response.status, headers: response.headers, text: await response.text() };
}

/** One sentence that names what is missing or different; false when nothing is. */
function wrongHeaders({ path, status, headers, text }: Got, siteUrl: string, api: string): Sentence {
  if (status !== 200) return false;
  const isPage = !/\.\w+$/.test(path);
  const wanted = {
    ...EVERY_ANSWER,
    ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': HSTS }),
    ...fileHeaders(path, isPage ? text : null, api),
  };
  const wrong = Object.entries(wanted).filter(
    ([name, value]) => plain(headers.get(name) ?? '') !== plain(value),
  );
  const names = wrong.map(([name]) => (headers.has(name) ? `${name} é outro` : `falta ${name}`)).join(', ');
  return (
    wrong.length > 0 &&
    `Em ${path}, ${names}: publique num serviço que obedece ao arquivo _headers (docs/supabase.md), ou diga-lhe os mesmos cabeçalhos.`
  );
}

/** A header's value without what hosts write in their own way. */
const plain = (value: string) => value.toLowerCase().replace(/\s+/g, ' ').trim();
