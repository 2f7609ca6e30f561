import { settingsPage } from '../../../content/settings.ts';
import { settingEntries } from '../../../domain/settings.ts';
import type { Settings } from '../api/settings.ts';
import { PeriodForm } from './PeriodForm.tsx';

const words = settingsPage.periods;

/** The retention periods, each in a form of its own. */
export function Periods({ settings: { values, waiting } }: { settings: Settings }) {
  return (
    <section className="desk-card stack panel gap-4 settings__periods" aria-labelledby="ajustes-prazos">
      <h2 className="desk-card__title" id="ajustes-prazos">
        {words.title}
      </h2>
      <p>{words.intro}</p>
      <p>{words.shorter}</p>
      <p>{words.said}</p>
      {settingEntries.map(
        ([name, setting]) =>
          setting.kind === 'retention' && (
            <PeriodForm
              key={name}
              name={name as keyof typeof words & typeof name}
              setting={setting}
              stored={(values[name] as number | null) ?? null}
              waiting={waiting.find((one) => one.name === name)}
            />
          ),
      )}
    </section>
  );
}
