import { useState } from 'react';
import { problemOf } from './own-data-problem.ts';

/** What is asked for on this page: one thing at a time. `kind` names each. */
export function useRequest() {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState({ kind: '', text: '' });

  return {
    busy,
    refuse: (kind: string, text: string) => setProblem({ kind, text }),
    problemOf: (kind: string) => (problem.kind === kind && problem.text) || undefined,
    /** Does it, unless something runs already; resolves to what went wrong, as `work` does, `''` for nothing. */
    async run(kind: string, work: () => string | Promise<string>): Promise<string> {
      if (busy) return '';
      setBusy(kind);
      setProblem({ kind, text: '' });
      const text = await (async () => work())().catch(problemOf);
      setProblem({ kind, text });
      setBusy(null);
      return text;
    },
  };
}
