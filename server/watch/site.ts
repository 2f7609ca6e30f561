import type { Config } from '../core/context.ts';
import { VERSION } from '../core/sources.ts';
import { type Finding, note, todo, unless } from './finding.ts';
import { sayTroubles } from './troubles.ts';

const LIMIT_MS = 4_000;

/** `codigos` are only sent to this machine itself, not through a proxy. */
type Answer = { status: string; versao: string; codigos?: string[] };

/** The site at its port, and what it says of itself. `owner` is the process that has the data folder. */
export async function examineSite(
  { host, port }: Config,
  owner: number | null,
): Promise<{ findings: Finding[]; running: boolean; codes: readonly string[] }> {
  const any: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = any[host] ?? host;
  const answer =
    port === 0 ? null : await ask(`http://${name.includes(':') ? `[${name}]` : name}:${port}/health`);
  const codes = answer?.codigos ?? [];
  if (!answer) {
    const silent = `O site (processo ${owner}) não responde na porta ${port}: veja o log; inicie de novo.`;
    const findings = owner === null ? note('O site está parado.') : todo(port !== 0 && silent);
    return { findings, running: owner !== null, codes };
  }
  const findings = [
    ...unless(`O site está no ar, versão ${VERSION}.`, [
      answer.versao !== VERSION &&
        `O site no ar é a versão ${answer.versao}, e a desta pasta é a ${VERSION}: pare e inicie de novo.`,
    ]),
    ...sayTroubles(codes),
  ];
  return { findings, running: true, codes };
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
