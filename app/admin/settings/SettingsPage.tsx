import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { settingsPage } from '../../../content/settings.ts';
import { settingsQuery } from '../api/settings.ts';
import { Card } from '../controls/Card.tsx';
import { DeskPage } from '../controls/DeskPage.tsx';
import { OpenForm } from './OpenForm.tsx';
import { SettingForm } from './SettingForm.tsx';
import { settingsOf, wordsOf } from './setting-values.ts';
import './settings.css';

const { periods, messages, classes } = settingsPage;

/** What an owner changes without a programmer. Source: decision 136. */
export function SettingsPage() {
  return (
    <DeskPage
      head={<p>{settingsPage.intro}</p>}
      query={useQuery(settingsQuery)}
      loading={settingsPage.loading}
    >
      {(data) => (
        <div className="settings__columns wide">
          <div className="desk-page stack gap-5">
            <Card id="ajustes-abertas" title={settingsPage.open.title}>
              <OpenForm state={data.closed} />
              <SettingForm names={settingsOf('text')} settings={data} />
            </Card>
            <Card id="ajustes-regras" title={settingsPage.rules}>
              <SettingForm
                names={settingsOf('switch', 'choice')}
                settings={data}
                labelledBy="ajustes-regras"
              />
            </Card>
          </div>
          <div className="desk-page stack gap-5">
            <Card id="ajustes-prazos" title={periods.title}>
              <p>{periods.intro}</p>
              <p>{periods.shorter}</p>
              <p>{periods.said}</p>
              {settingsOf('retention').map((name) => (
                <SettingForm key={name} names={[name]} settings={data} />
              ))}
            </Card>
            <Card id="ajustes-mensagens" title={messages.title}>
              <p>{messages.intro}</p>
              <div>
                {settingsOf('message').map((name) => (
                  <details className="fold" key={name}>
                    <summary>{wordsOf(name).label}</summary>
                    <SettingForm names={[name]} settings={data} />
                  </details>
                ))}
              </div>
            </Card>
            <Card id="ajustes-turmas" title={classes.title}>
              <p>{classes.text}</p>
              <Link className="button button--secondary" to={{ search: '?tela=turmas' }}>
                {classes.link}
              </Link>
            </Card>
          </div>
        </div>
      )}
    </DeskPage>
  );
}
