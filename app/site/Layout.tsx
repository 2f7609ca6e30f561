import type { ReactNode } from 'react';
import { Toaster } from '../ui/toast/Toaster.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { useScrollOnNavigation } from './scroll-to-section.ts';
import './layout.css';
import './print.css';
import '../ui/ui.css';

/** Skip link, header, the screen, footer and toasts. */
export function Layout({ children }: { children: ReactNode }) {
  useScrollOnNavigation();

  return (
    <>
      <a className="skip-link no-print" href="#conteudo">
        Pular para o conteúdo
      </a>
      <ErrorBoundary of=".header">
        <Header />
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
