import { notice } from '../../domain/state-texts.ts';

/**
 * The notice of the day, until its last day is over at the centre: our server writes nothing into it then
 * (server/setting-pages.ts), and in a page that was kept or stays open app/start-script.ts hides it.
 */
export function Notice() {
  const now = notice();
  if (!now) return null;
  return (
    <p
      className="hero__notice"
      hidden={now.ends < Date.now()}
      data-until={now.ends}
      data-words="aviso"
      suppressHydrationWarning
    >
      {now.text}
    </p>
  );
}
