import { createServer } from 'node:net';
import type { Config } from '../core/context.ts';
import { VERSION } from '../core/sources.ts';
import { type Finding, note, ok, todo, unless } from './finding.ts';
import { inFull, TROUBLES, type Trouble } from './troubles.ts';

const LIMIT_MS = 4_000;

/** `codigos` are only sent to this machine itself, not through a proxy. */
type Answer = { status: string; versao: string; codigos?: string[] };

/** The site at its port: what it says of itself, or who else has the port. `owner` is the process that has the data folder. */
export async function examineSite(
  { host, port, siteUrl }: Config,
  owner: number | null,
): Promise<{ findings: Finding[]; running: boolean }> {
  const name =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  const answer = port === 0 ? null : await ask(`http://${name}:${port}/health`);
  if (answer) {
    const findings = [
      ...unless(`O site está no ar, versão ${VERSION}.`, [
        answer.versao !== VERSION &&
          `O site no ar é a versão ${answer.versao}, e a desta pasta é a ${VERSION}: pare e inicie de novo.`,
      ]),
      ...(answer.codigos ?? [])
        .filter(isTrouble)
        .flatMap((code) => (TROUBLES[code].notice ? note : todo)(`O site diz: ${inFull(code)}`)),
      ...(await fromOutside(siteUrl)),
    ];
    return { findings, running: true };
  }
  if (owner !== null)
    return {
      findings: todo(
        port !== 0 && `O site (processo ${owner}) não responde na porta ${port}: veja o log; inicie de novo.`,
      ),
      running: true,
    };
  if (port !== 0 && (await isTaken(host, port)))
    return {
      findings: todo(`A porta ${port} é de outro programa: mude PORT no .env, ou pare o outro.`),
      running: false,
    };
  return { findings: note('O site está parado.'), running: false };
}

/** A proxy may not be reachable from here, so this is no mistake for sure. */
async function fromOutside(siteUrl: string | null): Promise<Finding[]> {
  if (siteUrl === null) return [];
  return (await ask(`${siteUrl}/health`))
    ? ok(`O site responde em ${siteUrl}.`)
    : note(
        `${siteUrl} não respondeu desta máquina: abra-o num celular; se não abre, confira o proxy e o DNS.`,
      );
}

/** Null when nothing of ours answers there. */
async function ask(url: string): Promise<Answer | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'manual' });
    const health = (await answer.json()) as Partial<Answer>;
    return typeof health.versao === 'string' && typeof health.status === 'string' ? (health as Answer) : null;
  } catch {
    return null;
  }
}

function isTrouble(code: string): code is Trouble {
  return Object.hasOwn(TROUBLES, code);
}

/** Listens for an instant. */
function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}
