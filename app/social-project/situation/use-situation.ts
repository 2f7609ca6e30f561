import { useCallback, useEffect, useRef, useState } from 'react';
import { failures } from '../../../content/messages.ts';
import { personalCodeIn } from '../../../domain/enrolment/protocol.ts';
import type { FamilySituation, Question } from './situation-api.ts';

/**
 * What can be sent by the link. Its scripts come with the answer, so that nothing moves under a
 * finger later; without them the words say what to do.
 */
type Parts = {
  BetterPhoto?: typeof import('./BetterPhoto.tsx').BetterPhoto;
  FamilyRequests?: typeof import('./FamilyRequests.tsx').FamilyRequests;
  GuardianForm?: typeof import('./GuardianForm.tsx').GuardianForm;
  RenewalForm?: typeof import('./RenewalForm.tsx').RenewalForm;
};

/** `nobody`: the code or pair is unknown; `failed`: the back end did not answer, and `text` says why. */
export type Lookup =
  | { step: 'none' }
  | { step: 'asking'; question: Question }
  | {
      step: 'answered';
      question: Question;
      answer: FamilySituation;
      protocol: string | null;
      parts: Parts;
      note?: string;
    }
  | { step: 'nobody' }
  | { step: 'too-many'; until: string }
  | { step: 'failed'; question: Question; text: string };

/**
 * What the page asks, and the answer. The personal code stays in the address, behind `#`, so that
 * a reload and a bookmark work; it is sent nowhere but in a body.
 */
export function useSituation() {
  const [asking, setAsking] = useState<Lookup>({ step: 'none' });
  /** Raised with every question: an earlier one's answer is dropped. */
  const run = useRef(0);
  const code = useRef('');

  const ask = useCallback(async (question: Question) => {
    run.current += 1;
    const own = run.current;
    setAsking({ step: 'asking', question });
    const next = await answerTo(question);
    if (own === run.current) setAsking(next);
  }, []);

  useEffect(() => {
    const read = () => {
      const { hash } = location;
      const found = personalCodeIn(hash);
      if (!found && hash && !document.getElementById(hash.slice(1))) {
        run.current += 1;
        code.current = '';
        setAsking({ step: 'nobody' }); // a link that was cut
        return;
      }
      if (found) void ask({ code: found });
      code.current = found ?? code.current;
      // without what apps put around it; the skip link leaves its own name there
      if (code.current) history.replaceState(history.state, '', `#${code.current}`);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [ask]);

  useEffect(() => {
    if (asking.step !== 'none') document.documentElement.classList.remove('has-code');
  }, [asking]);

  return {
    asking,
    ask,
    /** The situation after something was sent, with a sentence about that; nothing once `question` was left. */
    update: async (question: Question, answer: FamilySituation, note: string) => {
      const parts = await partsFor(question, answer);
      setAsking((now) =>
        now.step === 'answered' && now.question === question
          ? { ...now, answer: { ...answer, proprio: answer.proprio ?? now.answer.proprio }, parts, note }
          : now,
      );
    },
    /** Leaves the enrolment, and its code in the address. */
    leave() {
      run.current += 1;
      code.current = '';
      setAsking({ step: 'none' });
      history.replaceState(history.state, '', location.pathname);
    },
  };
}

async function answerTo(question: Question): Promise<Lookup> {
  try {
    const { askSituation, protocolIn, TooManyAttempts } = await import('./situation-api.ts');
    try {
      if ('code' in question) void import('./FamilyRequests.tsx').catch(() => {}); // comes meanwhile
      const answer = await askSituation(question);
      if (!answer) return { step: 'nobody' };
      const protocol = protocolIn(question, answer);
      return { step: 'answered', question, answer, protocol, parts: await partsFor(question, answer) };
    } catch (error) {
      if (error instanceof TooManyAttempts) return { step: 'too-many', until: error.until };
      return { step: 'failed', question, text: reasonOf(error) };
    }
  } catch {
    return { step: 'failed', question, text: failures.offline }; // the script did not come
  }
}

/**
 * The parts for an answer by the link, without those whose script does not load; none for the other question.
 */
async function partsFor(question: Question, answer: FamilySituation): Promise<Parts> {
  if (!('code' in question)) return {};
  const [requests, photo, guardian, renewal] = await Promise.all([
    import('./FamilyRequests.tsx').catch(() => null),
    answer.podeEnviarDocumento ? import('./BetterPhoto.tsx').catch(() => null) : null,
    answer.falta?.length ? import('./GuardianForm.tsx').catch(() => null) : null,
    answer.renovacao ? import('./RenewalForm.tsx').catch(() => null) : null,
  ]);
  return { ...requests, ...photo, ...guardian, ...renewal };
}

/** Why there was no answer, in words. */
function reasonOf(error: unknown): string {
  const status = (error as { status?: number }).status ?? 0;
  return status === 0 ? failures.offline : status === 429 ? failures.tooMany : failures.down;
}
