import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, startServer } from '../../kit/server.ts';
import { isUuid } from '../../server/core/tokens.ts';
import { runToItsEnd } from '../command.ts';
import { check, eventually, killGroup } from '../kill.ts';

/** Longest that a server may take to end after SIGTERM. */
const END_LIMIT_MS = 15_000;

type Health = { status: number; codes: string[] };

/** The codes of `/health`; null when nobody answers. `unavailable` is answered with 503. */
export async function healthOf({ server: { url } }: Site): Promise<Health | null> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) });
    return { status: answer.status, codes: ((await answer.json()) as { codigos: string[] }).codigos };
  } catch {
    return null;
  }
}

/** Milliseconds until families are served; throws after the limit. `without`: a code that must be gone too. */
export function waitForHealth(site: Site, limitMs: number, without?: string): Promise<number> {
  let health: Health | null = null;
  const promise = () => `health is back within ${limitMs / 1000} s (${JSON.stringify(health)})`;
  return eventually(promise, limitMs, async () => {
    health = await healthOf(site);
    return health?.status === 200 && !(without && health.codes.includes(without));
  });
}

type Start = Pick<NonNullable<Parameters<typeof startServer>[0]>, 'through' | 'spawned'>;

/** A site that is started and ended many times on one port, so that families find it again. */
export class Site {
  readonly folder: string;
  private readonly environment: Record<string, string>;
  /** Below those that the system hands out, of which another process takes one while this site is down. */
  private readonly port = 20_000 + randomInt(12_000);
  private now: RunningServer | null = null;
  private last = { url: '', key: '' };

  constructor(folder: string, environment: Record<string, string> = {}) {
    this.folder = folder;
    this.environment = environment;
  }

  /** Where the site is, or was last. */
  readonly place = () => this.last;

  get server(): RunningServer {
    if (!this.now) throw new Error('the site is not running');
    return this.now;
  }

  /** The last of what server and PostgreSQL said, for whoever looks into a failure. */
  private tellAll(): string {
    const log = join(this.folder, 'postgresql.log');
    const said = (text: string) => !/ FATAL: {2}(the database system is|sorry)/.test(text);
    const lines = [this.now?.said() ?? '', existsSync(log) ? readFileSync(log, 'utf8') : ''];
    return lines.map((text) => text.split('\n').filter(said).slice(-40).join('\n')).join('\n---\n');
  }

  /** Throws what the server said when it ends instead. */
  async start(more: Start = {}): Promise<RunningServer> {
    const { folder, port, environment } = this;
    this.now = await startServer({ ...more, folder, port, environment });
    this.last = { url: this.now.url, key: this.now.key };
    return this.now;
  }

  /** Waits for the end that a kill or a signal brings; the exit code, null after SIGKILL. */
  async ended(): Promise<number | null> {
    const { child } = this.server;
    this.now = null;
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    await eventually('the server ends in time', END_LIMIT_MS, hasEnded, 5);
    return child.exitCode;
  }

  /** Ends it as an owner does. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.server.child.kill(signal);
    const code = await this.ended();
    check(code === 0, `${signal} ends with 0 (${code})`);
  }

  /**
   * A proof on this site, after which the audit log is one chain, and a stop leaves nothing behind.
   * What the site said is told when it fails; `after` comes in any case, when nothing runs.
   */
  async prove(work: () => Promise<void>, after = () => {}): Promise<void> {
    try {
      await work();
      await runToItsEnd('audit', [], this.folder);
      await this.stop();
      checkNothingLeft(this.folder);
    } catch (error) {
      console.error(this.tellAll());
      throw error;
    } finally {
      if (this.now) killGroup(this.now.child.pid, this.folder);
      await pause(500);
      after();
    }
  }
}

/** What a data folder holds while no server runs over it. */
const USUAL =
  /^(documents|postgresql|soquete|keys\.json|instalacao\.json|avisos\.json|apagamentos\.jsonl|pasta-das-copias|lastro|postgresql\.log(\.\d)?)$/;

/** Throws when a stopped site left a process, or a file that nobody needs. */
export function checkNothingLeft(folder: string): void {
  const processes = processesOf(folder);
  check(processes.length === 0, `no process is left behind (${processes.join('; ')})`);
  const odd = readdirSync(folder).filter((name) => !USUAL.test(name));
  check(odd.length === 0, `no file is left behind in the data folder (${odd.join(', ')})`);
  const documents = join(folder, 'documents');
  const strange = existsSync(documents)
    ? readdirSync(documents).filter((name) => !isUuid(name) && !/^(instalacao|orfaos)$|\.part$/.test(name))
    : [];
  check(strange.length === 0, `no file is left behind among the documents (${strange.join(', ')})`);
}

/** How many partial uploads are left. */
export const partsIn = (folder: string): number =>
  readdirSync(join(folder, 'documents')).filter((name) => name.endsWith('.part')).length;

/** Commands of the processes that work in the folder or were started for it. */
function processesOf(folder: string): string[] {
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const cwd = readlinkSync(`/proc/${pid}/cwd`);
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        const ours =
          cwd.startsWith(real) || environment.split('\0').some((setting) => setting.endsWith(`=${folder}`));
        return ours && command !== '' ? [command] : []; // without a command it has ended
      } catch {
        return [];
      }
    });
}
