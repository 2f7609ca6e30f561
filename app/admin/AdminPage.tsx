import { lazy, Suspense, useEffect, useState } from 'react';
import { SessionProvider, useSession } from '../api/session.tsx';
import { useConfirmLeaving } from '../ui/browser/use-confirm-leaving.ts';
import { showToast } from '../ui/toast/toast.ts';
import { Loading } from './controls/Loading.tsx';
import { setUnsavedOwner, useUnsaved } from './controls/unsaved.ts';
import { LoginCard } from './LoginCard.tsx';
import { clearLastActivity, LOCK_AFTER_MS } from './use-idle.ts';
import '../ui/fields.css';
import './admin.css';

// Not needed for signing in; start-script.ts fetches it while somebody types.
const SignedIn = lazy(async () => ({ default: (await import('./SignedIn.tsx')).SignedIn }));

/** Screen /admin/inscricoes: the login card, or the desk for administrators. Source: SPEC §2, §6. */
export function AdminPage() {
  return (
    <SessionProvider notify={showToast} setUnsavedOwner={setUnsavedOwner}>
      <div className="page admin stack">
        <Screen />
      </div>
    </SessionProvider>
  );
}

function Screen() {
  const { user, loading, over } = useSession();
  const unsaved = useUnsaved();
  const [waited, setWaited] = useState(false);

  useEffect(() => {
    if (loading) return;
    document.documentElement.classList.remove('has-session');
    if (!user) clearLastActivity();
  }, [loading, user]);
  useEffect(() => {
    if (!over || user) return;
    const timer = setTimeout(setUnsavedOwner, LOCK_AFTER_MS, null); // nobody signed in again
    return () => clearTimeout(timer);
  }, [over, user]);
  useConfirmLeaving(unsaved);

  if (user)
    return (
      <Suspense fallback={<Loading>Carregando…</Loading>}>
        <SignedIn key={user.id} onEnd={setWaited} />
      </Suspense>
    );
  // The card is drawn before the session has been read: most visits begin without one.
  return (
    <>
      <LoginCard waited={waited} />
      {loading && <Loading>Carregando…</Loading>}
      <noscript>
        <p>Para entrar, é preciso ativar o JavaScript.</p>
      </noscript>
    </>
  );
}
