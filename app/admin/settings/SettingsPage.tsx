import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { backups } from '../../../content/backups.ts';
import { settingsPage } from '../../../content/settings.ts';
import { stateInWords } from '../../../domain/closing.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import type { Setting } from '../../../domain/rule-settings.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { lastBackupsQuery } from '../api/notices.ts';
import { settingsQuery } from '../api/settings.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { backupsInWords } from './backup-state.ts';
import { Card } from './Card.tsx';
import { CentreCard } from './CentreCard.tsx';
import { OpenDialog } from './OpenDialog.tsx';
import { PhotosCard } from './PhotosCard.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { type ShownSetting, settingOf, settingsOf, valueInWords, wordsOf } from './setting-values.ts';

const { open: opening, rules, roll, lines, periods, messages } = settingsPage;

/** The product's version, from package.json as the server reads it. */
const VERSION = Object.values(
  import.meta.glob<string>('../../../package.json', { import: 'version', eager: true }),
)[0];

/** What an owner changes without a programmer: what is set, each with what changes it; the last backups, where our server makes them, and the product's version. Source: decision 136. */
export function SettingsPage() {
  const { open, dialog } = useDialog();
  const copies = useQuery(lastBackupsQuery).data?.[0];
  const change = (about: string, dialog: ReactNode) => (
    <SecondaryButton aria-label={`${settingsPage.change}: ${about}`} onClick={() => open(dialog)}>
      {settingsPage.change}
    </SecondaryButton>
  );
  return (
    <DeskPage
      dialog={dialog}
      head={
        <>
          <p>{settingsPage.intro}</p>
          <p className="soft">
            {copies && backupsInWords(copies)} {VERSION && backups.version(VERSION)}
          </p>
        </>
      }
      query={useQuery(settingsQuery)}
      loading={settingsPage.loading}
    >
      {(settings) => {
        const line = (name: ShownSetting) => {
          const { label } = wordsOf(name);
          const title = settingOf(name).kind === 'retention' ? periods.one : label;
          const waits = settings.waiting.find((one) => one.name === name);
          return (
            <Line
              key={name}
              title={label.endsWith('?') ? label : `${label}:`}
              hint={
                waits && periods.waits(valueInWords(name, waits.value), brazilianMoment(new Date(waits.from)))
              }
              acts={
                settingOf(name).kind !== 'text' &&
                change(label, <SettingsDialog title={title} name={name} settings={settings} />)
              }
            >
              {valueInWords(name, settings.values[name])}
            </Line>
          );
        };
        const linesOf = (kind: Setting['kind'], label: string) => (
          <Lines label={label}>{settingsOf(kind).map(line)}</Lines>
        );
        const card = (kind: Setting['kind'], title: string, above?: string, below?: string) => (
          <Card id={`ajustes-${kind}`} title={title}>
            {above && <p>{above}</p>}
            {linesOf(kind, title)}
            {below && <p className="hint as-typed">{below}</p>}
          </Card>
        );
        return (
          <div className="desk-cards">
            <CentreCard open={open} change={change} />
            <PhotosCard open={open} />
            <Card id="ajustes-abertas" title={opening.are(settings.closed?.closed ?? false)}>
              <p>{stateInWords(settings.closed)}</p>
              {linesOf('text', opening.title)}
              <SecondaryButton onClick={() => open(<OpenDialog settings={settings} />)}>
                {opening.title}
              </SecondaryButton>
            </Card>
            {card('switch', rules)}
            {card('number', roll)}
            {card('list', lines)}
            {card('retention', periods.title, periods.intro, periods.below)}
            {card('message', messages.title, messages.intro)}
          </div>
        );
      }}
    </DeskPage>
  );
}
