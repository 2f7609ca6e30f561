import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, startServer } from '../../kit/server.ts';
import { check, killGroup } from '../kill.ts';

/** Longest that a server may take to end after SIGTERM. */
const END_LIMIT_MS = 15_000;

/** The codes of `/health`; null when nobody answers. `unavailable` is answered with 503. */
export async function healthOf(url: string): Promise<{ status: number; codes: string[] } | null> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) });
    return { status: answer.status, codes: ((await answer.json()) as { codigos: string[] }).codigos };
  } catch {
    return null;
  }
}

/** Milliseconds until families are served; throws after the limit. `without`: a code that must be gone too. */
export async function waitForHealth(url: string, limitMs: number, without?: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const health = await healthOf(url);
    const passed = performance.now() - began;
    if (health?.status === 200 && !(without && health.codes.includes(without))) return passed;
    check(passed < limitMs, `health is back within ${limitMs / 1000} s (${JSON.stringify(health)})`);
    await pause(50);
  }
}

/** One port for all its lives, so that families come back to where they were. */
export class Site {
  readonly folder: string;
  private readonly environment: Record<string, string>;
  private readonly port = 20_000 + randomInt(20_000);
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
  tellAll(): string {
    const log = join(this.folder, 'postgresql.log');
    const said = (text: string) => !/ FATAL: {2}(the database system is|sorry)/.test(text);
    const lines = [this.now?.said() ?? '', existsSync(log) ? readFileSync(log, 'utf8') : ''];
    return lines.map((text) => text.split('\n').filter(said).slice(-40).join('\n')).join('\n---\n');
  }

  /** Throws what the server said when it ends instead. */
  async start(
    more: {
      through?: readonly string[];
      spawned?: (pid: number) => void;
      environment?: Record<string, string>;
    } = {},
  ): Promise<RunningServer> {
    const environment = { ...this.environment, ...more.environment };
    this.now = await startServer({ ...more, folder: this.folder, port: this.port, environment });
    this.last = { url: this.now.url, key: this.now.key };
    return this.now;
  }

  /** Waits for the end that a kill or a signal brings; the exit code, null after SIGKILL. */
  async ended(): Promise<number | null> {
    const { child } = this.server;
    this.now = null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('NOT KEPT: the server ends in time')), END_LIMIT_MS);
      child.once('exit', (code) => {
        clearTimeout(late);
        resolve(code);
      });
    });
  }

  /** After a failure it may still run. */
  kill(): void {
    if (this.now) killGroup(this.now.child.pid, this.folder);
  }

  /** Ends it as an owner does. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.server.child.kill(signal);
    const code = await this.ended();
    check(code === 0, `${signal} ends with 0 (${code})`);
  }
}
