import type { CDPSession } from '@playwright/test';

/** How many times slower the CPU of the phone is. */
export const CPU = 4;

/** Times in microseconds: `ts` and `dur` by the clock, `tdur` of CPU. */
type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { message?: string } };
};

/** What the page says at the end of a trace: Chromium traces the pages of its own window as well. */
const THIS_PAGE = 'the page that is measured';

/**
 * V8 does this because an inspector watches the page: it looks up where in the code each error stands that
 * React makes in advance. 17 of the 21 ms of CPU in which the form's scripts are evaluated are this.
 */
const FOR_THE_INSPECTOR = 'V8.CollectSourcePositions';

const TASK = /RunTask$/;

/** What the main thread of the page did during `work`. */
async function traceThread(devtools: CDPSession, work: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  devtools.on('Tracing.dataCollected', collect);
  const traceConfig = {
    includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-v8.compile'],
  };
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await work();
  await devtools.send('Runtime.evaluate', { expression: `console.timeStamp('${THIS_PAGE}')` });
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  const page = events.find(({ args }) => args?.data?.message === THIS_PAGE);
  if (!page) throw new Error('The trace does not say which thread is the page’s.');
  return events.filter(({ pid, tid }) => pid === page.pid && tid === page.tid);
}

/**
 * The longest task of the page's thread during `work`, without what V8 does for the inspector alone, in ms:
 * `clock`, and `cpu`, its CPU time times four. `cpu` hardly depends on other load; the CPU of `devtools` must
 * not be slowed for it.
 */
export async function longestTask(
  devtools: CDPSession,
  work: () => Promise<unknown>,
): Promise<{ clock: number; cpu: number }> {
  const events = await traceThread(devtools, work);
  const lookups = events.filter(({ name }) => name === FOR_THE_INSPECTOR);
  const tasks = events.filter(({ name }) => /^(EventDispatch|TimerFire)$/.test(name) || TASK.test(name));
  const longest = (time: 'dur' | 'tdur', factor: number) => {
    const own = (task: TraceEvent) =>
      lookups
        .filter(({ ts }) => ts >= task.ts && ts < task.ts + (task.dur ?? 0))
        .reduce((left, lookup) => left - (lookup[time] ?? 0), task[time] ?? 0);
    return Math.round((factor * Math.max(0, ...tasks.map(own))) / 1000);
  };
  return { clock: longest('dur', 1), cpu: longest('tdur', CPU) };
}

/** The CPU time of all tasks of the page's thread during `work`, in ms, times four. */
export async function threadTime(devtools: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const events = await traceThread(devtools, work);
  const sum = events.filter(({ name }) => TASK.test(name)).reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return (CPU * sum) / 1000;
}
