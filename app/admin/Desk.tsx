import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { admin } from '../../content/desk-screens.ts';
import { Alert } from '../ui/Alert.tsx';
import { brakeQuery, floodsQuery, teamQuery } from './api/notices.ts';
import { Loading } from './controls/Loading.tsx';
import { useMay } from './controls/use-may.ts';
import type { DeskScreen } from './DeskNav.tsx';
import { IdleLock } from './IdleLock.tsx';
import './controls/desk-pages.css';

const AuditPage = lazy(async () => ({ default: (await import('./audit/AuditPage.tsx')).AuditPage }));
const AccountsPage = lazy(async () => ({
  default: (await import('./accounts/AccountsPage.tsx')).AccountsPage,
}));
const ClassesPage = lazy(async () => ({
  default: (await import('./classes/ClassesPage.tsx')).ClassesPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('./settings/SettingsPage.tsx')).SettingsPage,
}));
const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }));
const LastRetention = lazy(async () => ({
  default: (await import('./retention/LastRetention.tsx')).LastRetention,
}));
const LastBackup = lazy(async () => ({ default: (await import('./LastBackup.tsx')).LastBackup }));

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
