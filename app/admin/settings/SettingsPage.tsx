import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsPage } from '../../../content/settings.ts';
import { stateInWords } from '../../../domain/closing.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { type Settings, settingsQuery } from '../api/settings.ts';
import { Card } from '../controls/Card.tsx';
import { DeskPage } from '../controls/DeskPage.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { OpenDialog } from './OpenDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { type ShownSetting, settingsOf, valueInWords, wordsOf } from './setting-values.ts';
import './settings.css';

const ruleNames = [...settingsOf('switch'), ...settingsOf('number')];

const { open: opening, rules, periods, messages } = settingsPage;

/** What an owner changes without a programmer: what is set, each with what changes it. Source: decision 136. */
export function SettingsPage() {
  const { open, dialog } = useDialog();
  const change = (about: string, dialog: ReactNode) => (
    <SecondaryButton aria-label={`${settingsPage.change}: ${about}`} onClick={() => open(dialog)}>
      {settingsPage.change}
    </SecondaryButton>
  );
  const line = (name: ShownSetting, settings: Settings, button?: ReactNode) => {
    const { label } = wordsOf(name);
    const waits = settings.waiting.find((one) => one.name === name);
    return (
      <Line
        key={name}
        title={label.endsWith('?') ? label : `${label}:`}
        hint={waits && periods.waits(valueInWords(name, waits.value), brazilianMoment(new Date(waits.from)))}
        acts={button}
      >
        {valueInWords(name, settings.values[name])}
      </Line>
    );
  };
  /** Settings that are changed one by one. */
  const each = (kind: 'retention' | 'message', settings: Settings) => (
    <Lines label={kind === 'retention' ? periods.title : messages.title}>
      {settingsOf(kind).map((name) => {
        const { label } = wordsOf(name);
        const title = kind === 'retention' ? periods.one : label;
        const dialog = <SettingsDialog title={title} names={[name]} settings={settings} />;
        return line(name, settings, change(label, dialog));
      })}
    </Lines>
  );

  return (
    <DeskPage
      dialog={dialog}
      head={<p>{settingsPage.intro}</p>}
      query={useQuery(settingsQuery)}
      loading={settingsPage.loading}
    >
      {(settings) => (
        <div className="settings__columns wide">
          <div className="desk-page stack gap-5">
            <Card id="ajustes-abertas" title={opening.title}>
              <p>{stateInWords(settings.closed)}</p>
              <Lines label={opening.title}>{settingsOf('text').map((name) => line(name, settings))}</Lines>
              {change(opening.title, <OpenDialog settings={settings} />)}
            </Card>
            <Card id="ajustes-regras" title={rules}>
              <Lines label={rules}>{ruleNames.map((name) => line(name, settings))}</Lines>
              {change(rules, <SettingsDialog title={rules} names={ruleNames} settings={settings} />)}
            </Card>
            <Card id="ajustes-mensagens" title={messages.title}>
              <p>{messages.intro}</p>
              {each('message', settings)}
            </Card>
          </div>
          <Card id="ajustes-prazos" title={periods.title}>
            <p>{periods.intro}</p>
            {each('retention', settings)}
            <p className="hint">{periods.shorter}</p>
            <p className="hint">{periods.printed}</p>
          </Card>
        </div>
      )}
    </DeskPage>
  );
}
