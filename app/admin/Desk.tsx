import { lazy, type ReactNode, Suspense } from 'react';
import { admin } from '../../content/messages.ts';
import type { DeskScreen } from './DeskNav.tsx';
import { IdleLock } from './IdleLock.tsx';
import { LastBackup } from './LastBackup.tsx';
import { FloodNotice } from './list/FloodNotice.tsx';
import { BrakeNotice } from './parts/BrakeNotice.tsx';
import { LastRetention } from './parts/LastRetention.tsx';
import { Loading } from './parts/Loading.tsx';
import './parts/desk-pages.css';

const AuditPage = lazy(async () => ({ default: (await import('./audit/AuditPage.tsx')).AuditPage }));
const AccountsPage = lazy(async () => ({
  default: (await import('./accounts/AccountsPage.tsx')).AccountsPage,
}));

/** One of the desk's screens, behind the idle lock. `children` is the list. */
export function Desk({ screen, children }: { screen: DeskScreen; children: ReactNode }) {
  return (
    <IdleLock>
      {screen === 'inscricoes' && (
        <>
          <BrakeNotice />
          <FloodNotice />
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
