const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** As a shell counts a program that Ctrl-C ended. */
const INTERRUPTED = 130;

const closing = new Set<() => Promise<void>>();

/** Runs `work` and then `close`; a signal meanwhile closes everything open and ends the process, so that no PostgreSQL stays behind. */
export async function interruptible<T>(close: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  if (closing.size === 0) for (const signal of SIGNALS) process.on(signal, endEverything);
  closing.add(close);
  try {
    return await work();
  } finally {
    closing.delete(close);
    if (closing.size === 0) for (const signal of SIGNALS) process.off(signal, endEverything);
    await close();
  }
}

function endEverything(): void {
  const ends = [...closing].reverse().map((close) => close().catch(() => {})); // it ends anyway
  closing.clear();
  void Promise.all(ends).then(() => process.exit(INTERRUPTED));
}
