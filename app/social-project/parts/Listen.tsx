import { useEffect, useState, useSyncExternalStore } from 'react';
import { project } from '../../../content/social-project.ts';

/** The device's Portuguese voice; null when it has none. */
export const useVoice = (): SpeechSynthesisVoice | null =>
  useSyncExternalStore(subscribeToVoices, portugueseVoice, () => null);

type Props = { part: number; title: string; voice: SpeechSynthesisVoice };

/** Reads a part of the form aloud. Source: docs/ux.md §1. */
export function Listen({ part, title, voice }: Props) {
  const [reading, setReading] = useState(false);

  useEffect(() => () => window.speechSynthesis?.cancel(), []);

  function press(button: HTMLButtonElement) {
    window.speechSynthesis.cancel();
    if (reading) return setReading(false);
    const speech = new SpeechSynthesisUtterance(textOf(button.closest('fieldset'), title));
    speech.voice = voice;
    speech.lang = voice.lang;
    speech.onend = () => setReading(false);
    speech.onerror = () => setReading(false);
    setReading(true);
    window.speechSynthesis.speak(speech);
  }

  return (
    <button
      className="link-button part__listen"
      type="button"
      aria-pressed={reading}
      aria-label={project.listen.label(part, title)}
      onClick={(event) => press(event.currentTarget)}
    >
      {reading ? project.listen.stop : project.listen.start}
    </button>
  );
}

/** Title, questions and hints in page order, without answers. */
function textOf(part: HTMLElement | null, title: string): string {
  const words = [...(part?.querySelectorAll('.field__label, .field__hint, .choice__text') ?? [])];
  return [title, ...words.map((element) => element.textContent?.replace('*', ', obrigatório'))].join('. ');
}

function subscribeToVoices(listener: () => void): () => void {
  window.speechSynthesis?.addEventListener?.('voiceschanged', listener);
  return () => window.speechSynthesis?.removeEventListener?.('voiceschanged', listener);
}

function portugueseVoice(): SpeechSynthesisVoice | null {
  const voices = window.speechSynthesis?.getVoices() ?? [];
  return (
    voices.find(({ lang }) => /^pt[-_]BR/i.test(lang)) ?? voices.find(({ lang }) => /^pt/i.test(lang)) ?? null
  );
}
