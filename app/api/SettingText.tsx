import type { GivenSettings } from '../../domain/setting-texts.ts';
import { usePublicSettings } from './public-settings.ts';

type Props = {
  as: 'p' | 'li' | 'strong';
  /** Of its place: server/setting-pages.ts has the same words by this name. */
  name: string;
  words: (given: GivenSettings) => string;
};

/**
 * Text that depends on settings, alone in its element. It is prerendered with the defaults; our server
 * replaces it when it serves the page, hydration leaves that alone, and then the settings come.
 */
export function SettingText({ as: Element, name, words }: Props) {
  const given = usePublicSettings();
  return (
    // drawn anew once they are known: hydration left what was served, whatever that is
    <Element key={String(given === null)} data-words={name} suppressHydrationWarning>
      {words(given ?? {})}
    </Element>
  );
}
