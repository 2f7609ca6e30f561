import { useEffect, useState } from 'react';
import type { GivenSettings } from '../../domain/setting-texts.ts';
import { publicSettings } from '../api/public-settings.ts';

type Props = {
  as: 'p' | 'li' | 'strong';
  /** Of its place: server/setting-pages.ts has the same words by this name. */
  name: string;
  /** Must be the same function in every render. */
  words: (given: GivenSettings) => string;
};

let pending: Promise<GivenSettings> | null = null;

/**
 * Words that a setting decides, alone in their element. The page is drawn with the usual ones; our server
 * writes those of the settings into it, which stay while React takes the page over; afterwards it asks for them itself.
 */
export function SettingText({ as: Element, name, words }: Props) {
  const [text, setText] = useState(() => words({}));
  useEffect(() => {
    pending ??= publicSettings().finally(() => {
      pending = null; // a page that is shown later asks again
    });
    pending.then(
      (given) => setText(words(given)),
      () => {}, // what the page was served with stays
    );
  }, [words]);
  return (
    <Element data-words={name} suppressHydrationWarning>
      {text}
    </Element>
  );
}
