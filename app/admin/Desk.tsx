import { lazy, type ReactNode, Suspense } from 'react';
import { admin } from '../../content/messages.ts';
import { DeskNav, type DeskScreen } from './DeskNav.tsx';
import { IdleLock } from './IdleLock.tsx';
import { Loading } from './Loading.tsx';
import { RetentionLine } from './RetentionLine.tsx';
import './answering.css';

const AuditPage = lazy(async () => ({ default: (await import('./AuditPage.tsx')).AuditPage }));
const AccountsPage = lazy(async () => ({ default: (await import('./AccountsPage.tsx')).AccountsPage }));

/** What an administrator sees: one of the desk's screens, gone when nobody is there. `children` is the list. */
export function Desk({ screen, children }: { screen: DeskScreen; children: ReactNode }) {
  return (
    <IdleLock>
      <DeskNav current={screen} />
      {screen === 'inscricoes' && <RetentionLine />}
      {screen === 'inscricoes' && children}
      <Suspense fallback={<Loading>{admin.loading}</Loading>}>
        {screen === 'registro' && <AuditPage />}
        {screen === 'contas' && <AccountsPage />}
      </Suspense>
    </IdleLock>
  );
}
