import type { ReactNode } from 'react';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { useArrival } from './scroll-to-section.ts';
import { Toaster } from './ui/Toaster.tsx';
import './layout.css';
import './print.css';
import './ui/fields.css';
import './ui/notices.css';
import './ui/ui.css';

/** What surrounds every screen: skip link, header, the screen, footer, toasts. */
export function Layout({ children }: { children: ReactNode }) {
  useArrival();

  return (
    <>
      <a className="skip-link no-print" href="#conteudo">
        Pular para o conteúdo
      </a>
      <Header />
      <main className="main" id="conteudo" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Toaster />
    </>
  );
}
