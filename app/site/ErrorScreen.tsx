import { brand } from '../../content/brand.ts';
import { unexpectedError } from '../../content/messages.ts';
import { errorScreen, pages } from '../../content/pages.ts';
import { chatLink } from '../../domain/contact.ts';
import { Button } from '../ui/Button.tsx';
import { ChatLink } from '../ui/ChatLink.tsx';
import { PageHead } from './PageHead.tsx';
import './error-screen.css';

/** For an unknown address or a screen that failed: what it means, the SPEC's words, and links. Source: SPEC §2, §8. */
export function ErrorScreen(problem: { status: '404 Not Found' } | { message: string }) {
  const unknown = 'status' in problem;
  const words = unknown ? errorScreen.notFound : errorScreen.crashed;
  const chat = chatLink(brand.phone, errorScreen.chat.message);

  return (
    <section className="error-screen stack on-dark">
      <PageHead {...(unknown ? pages.notFound : pages.crashed)} />
      <div className="page">
        <h1>{words.title}</h1>
        <p className="error-screen__spec" lang="en">
          {unexpectedError} {unknown ? problem.status : problem.message}
        </p>
        <p className="lead">{words.text}</p>
        <div className="error-screen__ways flow">
          {unknown ? (
            <a className="button button--primary" href="/">
              {errorScreen.home}
            </a>
          ) : (
            <>
              <Button onClick={() => window.location.reload()}>{errorScreen.tryAgain}</Button>
              <a className="button button--secondary" href="/">
                {errorScreen.home}
              </a>
            </>
          )}
          <a className="button button--secondary" href="/projeto-social">
            {errorScreen.socialProject}
          </a>
          {chat && (
            <ChatLink className="button button--secondary" href={chat}>
              {errorScreen.chat.label}
            </ChatLink>
          )}
        </div>
      </div>
    </section>
  );
}
