/** The part of a long work that is being done. */
export type Step = { more: (count?: number) => void };

/** Where a long work says how far it is: each `step` ends the one before; `unit` in the plural, `total` of them; none where nothing can be counted. */
export type Progress = { step: (doing: string, total?: number, unit?: string) => Step };

/** For a work that nobody watches. */
export const SILENT: Progress = { step: () => ({ more: () => {} }) };

const EVERY_MS = 5_000;

/**
 * Runs `work` and tells every five seconds how far it is, one plain line each, so that a log reads as a
 * terminal does. Prints nothing for short work, or without `tell`.
 */
export async function tellingProgress<T>(
  tell: ((line: string) => void) | undefined,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (!tell) return work(SILENT);
  let line: (() => string) | null = null;
  const timer = setInterval(() => line && tell(line()), EVERY_MS);
  try {
    return await work({
      step: (doing, total = 0, unit = '') => {
        let done = 0;
        line = () => inWords(doing, Math.min(done, total), total, unit);
        return {
          more: (count = 1) => {
            done += count;
          },
        };
      },
    });
  } finally {
    clearInterval(timer);
  }
}

function inWords(doing: string, done: number, total: number, unit: string): string {
  if (total === 0) return `${doing}…`;
  const [some, all] = [done, total].map((each) => each.toLocaleString('pt-BR'));
  return `${doing}: ${some} de ${all} ${unit} (${Math.floor((done / total) * 100)} %)`;
}
