import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { listenOn } from '../../kit/listen.ts';

/** What such hosts call a file; they know it by its name. */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.mjs': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=UTF-8',
  '.xml': 'application/xml',
};

/**
 * A folder at an origin of its own, as Netlify and Cloudflare Pages publish it: `_headers` and
 * `_redirects` are obeyed, values of rules that overlap are joined, `/page` is found in
 * `page.html`, and every other address is `404.html`. Files are read when they are asked for.
 */
export async function startStaticHost(folder: string) {
  const server = createServer((asked, answer) => {
    try {
      serve(folder, asked.url ?? '/', answer);
    } catch {
      answer.writeHead(404).end(); // nothing is published yet, or it is no address
    }
  });
  const { url, close } = await listenOn(server);
  return { url, stop: close };
}

function serve(folder: string, url: string, answer: ServerResponse): void {
  const path = decodeURI(new URL(url, 'http://site').pathname);
  for (const [from, to, status] of redirectsOf(folder))
    if (from === path) return void answer.writeHead(Number(status), { Location: to }).end();
  const found = [path, `${path}.html`, `${path}index.html`].find((file) => isFile(join(folder, file)));
  const file = found && !/^\/_(headers|redirects)$/.test(found) ? found : undefined;
  const shown = file ?? '/404.html';
  const bytes = readFileSync(join(folder, shown));
  answer.writeHead(file ? 200 : 404, {
    'Content-Type': TYPES[extname(shown)] ?? 'application/octet-stream',
    ...headersOf(folder, path),
  });
  answer.end(bytes);
}

/** Headers of the rules that hold for a path. */
function headersOf(folder: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const block of textOf(join(folder, '_headers'))
    .trim()
    .split(/\n(?=\S)/)) {
    const [rule = '', ...lines] = block.trim().split('\n');
    const pattern = rule.replace(/[.+]/g, '\\$&').replace('*', '.*').replace(/:\w+/g, '[^/]+');
    if (!new RegExp(`^${pattern}$`).test(path)) continue;
    for (const line of lines) {
      const [, name = '', value = ''] = /^\s*([\w-]+): (.*)$/.exec(line) ?? [];
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
    }
  }
  return headers;
}

/** From where, to where, with which status. */
function redirectsOf(folder: string): string[][] {
  return textOf(join(folder, '_redirects'))
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
