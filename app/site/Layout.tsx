import type { ReactNode } from 'react';
import { Toaster } from '../ui/toast/Toaster.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import './layout.css';
import './print.css';
import '../ui/ui.css';

/** Skip link, header, the screen, footer and toasts. */
export function Layout({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a className="skip-link no-print" href="#conteudo">
        Pular para o conteúdo
      </a>
      <ErrorBoundary of=".header">
        <Header path={path} />
      </ErrorBoundary>
      <main className="main" id="conteudo" tabIndex={-1}>
        {children}
      </main>
      <ErrorBoundary of=".footer">
        <Footer />
      </ErrorBoundary>
      <ErrorBoundary of=".toaster">
        <Toaster />
      </ErrorBoundary>
    </>
  );
}
