import { useEffect, useState } from 'react';
import type { GivenSettings } from '../../domain/setting-texts.ts';
import { publicSettings } from './public-settings.ts';

type Props = {
  as: 'p' | 'li' | 'strong';
  /** Of its place: server/setting-pages.ts has the same words by this name. */
  name: string;
  /** Must be the same function in every render. */
  words: (given: GivenSettings) => string;
};

/**
 * Text that depends on settings, alone in its element. It is prerendered with the defaults; our server
 * replaces it when it serves the page, hydration leaves that alone, and then the component fetches the
 * settings itself.
 */
export function SettingText({ as: Element, name, words }: Props) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    publicSettings().then(
      (given) => setText(words(given)),
      () => {}, // what the page was served with stays
    );
  }, [words]);
  return (
    // drawn anew once it is known: hydration left what was served, whatever that is
    <Element key={String(text === null)} data-words={name} suppressHydrationWarning>
      {text ?? words({})}
    </Element>
  );
}
