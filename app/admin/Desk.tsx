import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { admin } from '../../content/desk-screens.ts';
import { Alert } from '../ui/Alert.tsx';
import { brakeQuery, floodsQuery, teamQuery } from './api/notices.ts';
import { Loading } from './controls/Loading.tsx';
import { useMay } from './controls/use-may.ts';
import type { DeskScreen } from './DeskNav.tsx';
import { IdleLock } from './IdleLock.tsx';
import './controls/desk-pages.css';

/** A part of the desk that is fetched when it is first drawn. */
const later = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

const AuditPage = later(async () => (await import('./audit/AuditPage.tsx')).AuditPage);
const AccountsPage = later(async () => (await import('./accounts/AccountsPage.tsx')).AccountsPage);
const ClassesPage = later(async () => (await import('./classes/ClassesPage.tsx')).ClassesPage);
const SettingsPage = later(async () => (await import('./settings/SettingsPage.tsx')).SettingsPage);
const Notices = later(async () => (await import('./Notices.tsx')).Notices);
const LastRetention = later(async () => (await import('./retention/LastRetention.tsx')).LastRetention);
const LastBackup = later(async () => (await import('./LastBackup.tsx')).LastBackup);

/** What waits for a person, above the list. */
function Waiting() {
  const may = useMay();
  const { data: brake } = useQuery({ ...brakeQuery, enabled: may('ver_freios') });
  const { data: team = {} } = useQuery({ ...teamQuery, enabled: may('ver_freios') });
  const { data: floods = [] } = useQuery({ ...floodsQuery, enabled: may('ver_enxurradas') });
  return brake || Object.keys(team).length > 0 || floods.length > 0 ? <Notices /> : null;
}

/** One of the desk's screens, behind the idle lock. `children` is the list. */
export function Desk({ screen, children }: { screen: DeskScreen; children: ReactNode }) {
  const may = useMay();
  return (
    <IdleLock>
      {screen === 'inscricoes' && (
        <>
          <Suspense fallback={null}>
            <Waiting />
          </Suspense>
          {children}
          <Suspense fallback={null}>
            <LastRetention />
            <LastBackup />
          </Suspense>
        </>
      )}
      <Suspense fallback={<Loading>{admin.loading}</Loading>}>
        {screen === 'turmas' && <ClassesPage />}
        {screen === 'registro' && (may('ver_registro') ? <AuditPage /> : <Alert title={admin.otherRole} />)}
        {screen === 'ajustes' && (may('ver_ajustes') ? <SettingsPage /> : <Alert title={admin.otherRole} />)}
        {screen === 'contas' && <AccountsPage />}
      </Suspense>
    </IdleLock>
  );
}
