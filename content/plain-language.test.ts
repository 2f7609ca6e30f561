import { expect, test } from 'vitest';
import accessibility from './accessibility.md?raw';
import * as document from './document.ts';
import * as doubts from './doubts.ts';
import * as guardian from './guardian.ts';
import * as home from './home.ts';
import * as missingGuardian from './missing-guardian.ts';
import * as nextSteps from './next-steps.ts';
import { ownData } from './own-data.ts';
import * as period from './period.ts';
import privacy from './privacy.md?raw';
import * as sent from './sent.ts';
import * as situation from './situation.ts';
import * as socialProject from './social-project.ts';

// What families read: short sentences (features P9).

const MOST_WORDS = 25;

/** Every text in a content value; the texts and links of a paragraph are joined. */
function texts(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  const parts = Object.values(content);
  const mixed = new Set(parts.map((part) => typeof part)).size > 1;
  return Array.isArray(content) && mixed
    ? [parts.map((part) => (typeof part === 'string' ? part : texts(part).at(-1))).join('')]
    : parts.flatMap(texts);
}

test.each(
  Object.entries({
    ...{ document, doubts, home, period, ownData, sent, situation, socialProject },
    accessibility: accessibility.split('\n'),
    privacy: privacy.split('\n'),
    nextSteps: { ...nextSteps, guardian, missingGuardian },
  }),
)('no sentence of %s has more than 25 words', (_name, content) => {
  const sentences = texts({ ...content }).flatMap((text) => text.split(/(?<=[.!?:;])\s+/));
  expect(sentences.length).toBeGreaterThan(5);
  expect(sentences.filter((sentence) => sentence.split(/\s+/).length > MOST_WORDS)).toEqual([]);
});
