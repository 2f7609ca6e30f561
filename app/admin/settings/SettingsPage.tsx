import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { settingsPage } from '../../../content/settings.ts';
import { NAMES, settingsQuery } from '../api/settings.ts';
import { ListAlert } from '../controls/ListAlert.tsx';
import { Loading } from '../controls/Loading.tsx';
import { ClosedSentence } from './ClosedSentence.tsx';
import { Messages } from './Messages.tsx';
import { OpenForm } from './OpenForm.tsx';
import { Periods } from './Periods.tsx';
import { RulesForm } from './RulesForm.tsx';
import '../controls/desk-pages.css';
import './settings.css';

/** What an owner changes without a programmer. Source: decision 136. */
export function SettingsPage() {
  const settings = useQuery(settingsQuery);
  const { data } = settings;
  return (
    <div className="desk-page stack gap-5 settings">
      <p>{settingsPage.intro}</p>
      {settings.isError && (
        <ListAlert error={settings.error} retrying={settings.isFetching} onRetry={settings.refetch} />
      )}
      {settings.isPending && <Loading>{settingsPage.loading}</Loading>}
      {data && (
        <div className="settings__columns wide">
          <div className="desk-page stack gap-5">
            <section className="desk-card stack panel gap-4" aria-labelledby="ajustes-abertas">
              <OpenForm state={data.closed} />
              <ClosedSentence stored={String(data.values[NAMES.sentence] ?? '')} />
            </section>
            <RulesForm values={data.values} />
          </div>
          <div className="desk-page stack gap-5">
            <Periods settings={data} />
            <Messages values={data.values} />
            <section className="desk-card stack panel gap-4" aria-labelledby="ajustes-turmas">
              <h2 className="desk-card__title" id="ajustes-turmas">
                {settingsPage.classes.title}
              </h2>
              <p>{settingsPage.classes.text}</p>
              <Link className="button button--secondary" to={{ search: '?tela=turmas' }}>
                {settingsPage.classes.link}
              </Link>
            </section>
          </div>
        </div>
      )}
    </div>
  );
}
