import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { writeDurably } from '../core/durable-file.ts';
import { reasonOf } from '../core/errors.ts';
import type { HealthWatch } from './health.ts';
import { CODES, inFull, TROUBLES, type Trouble } from './troubles.ts';

/** Milliseconds; tests have shorter ones. */
export type AlertTimes = {
  /** From one look to the next. */
  every: number;
  /** Debounce: a trouble must last this long before we notify, and be away this long before we notify its end. */
  lasts: number;
  /** Pause after a message that was not taken. */
  again: number;
  /** After this long we notify again of what waits for a person. */
  daily: number;
};

const TIMES: AlertTimes = {
  every: 15_000,
  lasts: 60_000,
  again: 60_000,
  daily: 86_400_000,
};

const TRY_LIMIT_MS = 10_000;

type Options = {
  check: HealthWatch['check'];
  /** ALERT_URL. */
  url: string;
  /** File that records which codes were sent and when, so that a restart does not send them again. */
  file: string;
  /** What the site is called in the message. */
  site: string;
  log: Pick<Logger, 'warn' | 'info'>;
  times?: AlertTimes;
};

/**
 * Posts one message when a trouble of `/health` begins, one when it is over, and one a day while it
 * waits for a person. What could not be delivered is tried again later; a trouble that ends before it
 * was sent is never sent. Needs no database. `stop` ends it.
 */
export function watchTroubles({ check, url, file, site, log, times = TIMES }: Options): {
  stop: () => Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  const sent = readSent(file);
  /** Since when each trouble is as it was last seen, by the monotonic clock. */
  const since = new Map<Trouble, { present: boolean; at: number }>();

  async function look(): Promise<void> {
    const { codes } = await check();
    for (const code of CODES) {
      const present = codes.includes(code);
      // Without the database nobody knows whether the others are over.
      if (!present && codes.includes('banco')) continue;
      const seen = since.get(code);
      if (seen?.present !== present) since.set(code, { present, at: performance.now() });
      const lasting = performance.now() - (since.get(code)?.at ?? 0);
      const { daily, patience = 1 } = TROUBLES[code];
      const wanted = times.lasts * (present ? patience : 1);
      const last = sent.get(code);
      // In both directions, because the clock may have been set back since.
      const isDue = daily && Math.abs(Date.now() - (last ?? 0)) >= times.daily;
      if ((present === (last !== undefined) && !(present && isDue)) || lasting < wanted) continue;
      const text = `${site}: ${present ? inFull(code) : overInWords(code)} (${code})`;
      if (!(await post(present ? url : addressOfTheEnd(url), text, signal))) {
        if (!signal.aborted) log.warn('an alert could not be sent to ALERT_URL');
        return pauseFor(times.again);
      }
      if (present) sent.set(code, Date.now());
      else sent.delete(code);
      log.info({ code, over: !present }, 'alert sent');
      writeSent(file, sent, log);
    }
  }

  async function pauseFor(ms: number): Promise<void> {
    await pause(ms, null, { signal, ref: false }).catch(() => {}); // ended by stop
  }

  const watched = (async () => {
    while (!signal.aborted) {
      await look().catch((error: unknown) => log.warn(reasonOf(error), 'the alerts could not look'));
      await pauseFor(times.every);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await watched;
    },
  };
}

function overInWords(code: Trouble): string {
  const { is, act } = TROUBLES[code];
  return `${act ? 'não se repetiu, e o que foi feito continua feito' : 'resolvido'}. Já passou: ${is}.`;
}

/** healthchecks counts a message at `…/fail` as a failure and one at the address before it as the end of it. */
function addressOfTheEnd(url: string): string {
  return url.replace(/\/fail$/, '');
}

/** Plain text, as ntfy and healthchecks take it. */
async function post(url: string, text: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: text,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      redirect: 'error', // only ALERT_URL itself is asked
      signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_LIMIT_MS)]),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** When each code was last sent, in milliseconds; none when the file is missing or damaged. */
function readSent(file: string): Map<Trouble, number> {
  try {
    const moments: Record<string, unknown> = Object(JSON.parse(readFileSync(file, 'utf8')));
    return new Map(
      CODES.flatMap((code) => (Number.isFinite(moments[code]) ? [[code, Number(moments[code])]] : [])),
    );
  } catch {
    return new Map();
  }
}

/** On a full disk it stays in memory alone: at worst a restart sends a message once more. */
function writeSent(file: string, sent: ReadonlyMap<Trouble, number>, log: Pick<Logger, 'warn'>): void {
  try {
    writeDurably(file, `${JSON.stringify(Object.fromEntries(sent))}\n`);
  } catch (error) {
    log.warn(reasonOf(error), 'what was alerted could not be written');
  }
}
