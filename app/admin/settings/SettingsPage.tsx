import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsPage } from '../../../content/settings.ts';
import { stateInWords } from '../../../domain/closing.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { settingsQuery } from '../api/settings.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { Card } from './Card.tsx';
import { CentreCard } from './CentreCard.tsx';
import { OpenDialog } from './OpenDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { type ShownSetting, settingsOf, valueInWords, wordsOf } from './setting-values.ts';

const ruleNames = settingsOf('switch');

const { open: opening, rules, roll, periods, messages } = settingsPage;

/** What an owner changes without a programmer: what is set, each with what changes it. Source: decision 136. */
export function SettingsPage() {
  const { open, dialog } = useDialog();
  const change = (about: string, dialog: ReactNode) => (
    <SecondaryButton aria-label={`${settingsPage.change}: ${about}`} onClick={() => open(dialog)}>
      {settingsPage.change}
    </SecondaryButton>
  );
  return (
    <DeskPage
      dialog={dialog}
      head={<p>{settingsPage.intro}</p>}
      query={useQuery(settingsQuery)}
      loading={settingsPage.loading}
    >
      {(settings) => {
        const rulesDialog = <SettingsDialog title={rules} names={ruleNames} settings={settings} />;
        const line = (name: ShownSetting, button?: ReactNode) => {
          const { label } = wordsOf(name);
          const waits = settings.waiting.find((one) => one.name === name);
          return (
            <Line
              key={name}
              title={label.endsWith('?') ? label : `${label}:`}
              hint={
                waits && periods.waits(valueInWords(name, waits.value), brazilianMoment(new Date(waits.from)))
              }
              acts={button}
            >
              {valueInWords(name, settings.values[name])}
            </Line>
          );
        };
        /** A setting that is changed alone. */
        const own = (name: ShownSetting, title = wordsOf(name).label) => {
          const dialog = <SettingsDialog title={title} names={[name]} settings={settings} />;
          return line(name, change(wordsOf(name).label, dialog));
        };
        return (
          <>
            <CentreCard open={open} change={change} />
            <Card id="ajustes-abertas" title={opening.are(settings.closed?.closed ?? false)}>
              <p>{stateInWords(settings.closed)}</p>
              <Lines label={opening.title}>{settingsOf('text').map((name) => line(name))}</Lines>
              {change(opening.title, <OpenDialog settings={settings} />)}
            </Card>
            <Card id="ajustes-regras" title={rules}>
              <Lines label={rules}>{ruleNames.map((name) => line(name))}</Lines>
              {change(rules, rulesDialog)}
            </Card>
            <Card id="ajustes-chamada" title={roll}>
              <Lines label={roll}>{settingsOf('number').map((name) => own(name))}</Lines>
            </Card>
            <Card id="ajustes-prazos" title={periods.title}>
              <p>{periods.intro}</p>
              <Lines label={periods.title}>
                {settingsOf('retention').map((name) => own(name, periods.one))}
              </Lines>
              <p className="hint">{periods.shorter}</p>
              <p className="hint">{periods.printed}</p>
            </Card>
            <Card id="ajustes-mensagens" title={messages.title}>
              <p>{messages.intro}</p>
              <Lines label={messages.title}>{settingsOf('message').map((name) => own(name))}</Lines>
            </Card>
          </>
        );
      }}
    </DeskPage>
  );
}
