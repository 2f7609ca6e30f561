import { type FamilyMessage, familyMessages } from '../../../content/family-messages.ts';
import { settingsPage } from '../../../content/settings.ts';
import { settingOf } from '../../../domain/desk/own-message.ts';
import type { SettingValue } from '../../../domain/settings.ts';
import { MessageForm } from './MessageForm.tsx';

const words = settingsPage.messages;
const MODELS = Object.keys(familyMessages) as FamilyMessage[];

/** What the desk sends to families by hand. */
export function Messages({ values }: { values: Readonly<Record<string, SettingValue>> }) {
  return (
    <section className="desk-card stack panel gap-4" aria-labelledby="ajustes-mensagens">
      <h2 className="desk-card__title" id="ajustes-mensagens">
        {words.title}
      </h2>
      <p>{words.intro}</p>
      <div>
        {MODELS.map((model) => (
          <details className="fold" key={model}>
            <summary>{words[model]}</summary>
            <MessageForm model={model} stored={String(values[settingOf(model)] ?? '')} />
          </details>
        ))}
      </div>
    </section>
  );
}
