/** Work that goes on until `stop`, beside what is done to the server. */
export type Background = {
  /** Throws what the work has thrown by now. */
  check: () => void;
  /** Waits for what has begun; throws what the work threw. */
  stop: () => Promise<void>;
};

/** Runs `work`, which ends soon after `open()` is false. */
export function inBackground(work: (open: () => boolean) => Promise<unknown>): Background {
  let open = true;
  let failure: unknown = null;
  const working = work(() => open).catch((error: unknown) => {
    failure = error;
  });
  const check = () => {
    if (failure !== null) throw failure;
  };
  return {
    check,
    stop: async () => {
      open = false;
      await working;
      check();
    },
  };
}
