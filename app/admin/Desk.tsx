import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { admin } from '../../content/messages.ts';
import { brakeQuery, floodsQuery, teamQuery } from './api/notices.ts';
import { Loading } from './controls/Loading.tsx';
import type { DeskScreen } from './DeskNav.tsx';
import { IdleLock } from './IdleLock.tsx';
import { LastBackup } from './LastBackup.tsx';
import { LastRetention } from './retention/LastRetention.tsx';
import './controls/desk-pages.css';

const AuditPage = lazy(async () => ({ default: (await import('./audit/AuditPage.tsx')).AuditPage }));
const AccountsPage = lazy(async () => ({
  default: (await import('./accounts/AccountsPage.tsx')).AccountsPage,
}));
const BrakeNotice = lazy(async () => ({
  default: (await import('./retention/BrakeNotice.tsx')).BrakeNotice,
}));
const TeamNotice = lazy(async () => ({ default: (await import('./TeamNotice.tsx')).TeamNotice }));
const FloodNotice = lazy(async () => ({ default: (await import('./list/FloodNotice.tsx')).FloodNotice }));

/** What waits for a person, above the list. */
function Waiting() {
  const { data: brake } = useQuery(brakeQuery);
  const { data: team = {} } = useQuery(teamQuery);
  const { data: floods = [] } = useQuery(floodsQuery);
  return (
    <>
      {brake && <BrakeNotice />}
      {Object.keys(team).length > 0 && <TeamNotice />}
      {floods.length > 0 && <FloodNotice />}
    </>
  );
}

/** One of the desk's screens, behind the idle lock. `children` is the list. */
export function Desk({ screen, children }: { screen: DeskScreen; children: ReactNode }) {
  return (
    <IdleLock>
      {screen === 'inscricoes' && (
        <>
          <Suspense fallback={null}>
            <Waiting />
          </Suspense>
          {children}
          <LastRetention />
          <LastBackup />
        </>
      )}
      <Suspense fallback={<Loading>{admin.loading}</Loading>}>
        {screen === 'registro' && <AuditPage />}
        {screen === 'contas' && <AccountsPage />}
      </Suspense>
    </IdleLock>
  );
}
