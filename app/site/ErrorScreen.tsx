import { Link } from 'react-router';
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
        <Blossom />
        <h1>{words.title}</h1>
        <p className="error-screen__spec" lang="en">
          {unexpectedError} {unknown ? problem.status : problem.message}
        </p>
        <p className="lead">{words.text}</p>
        <div className="error-screen__ways flow">
          {unknown ? (
            <Link className="button button--primary" to="/">
              {errorScreen.home}
            </Link>
          ) : (
            <>
              <Button onClick={() => window.location.reload()}>{errorScreen.tryAgain}</Button>
              <Link className="button button--secondary" to="/">
                {errorScreen.home}
              </Link>
            </>
          )}
          <Link className="button button--secondary" to="/projeto-social">
            {errorScreen.socialProject}
          </Link>
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

/** A fallen ipê blossom. */
function Blossom() {
  const petal =
    'M24 24c-6-3-9.5-8-8.5-13 .5-2.6 3-3.4 4.5-2 .8-2.6 5.2-3.6 7.2-.6 1.8-1.8 4.9-.9 5.3 1.7.8 5.3-2.6 11-8.5 13.9z';
  return (
    <svg className="blossom" viewBox="0 0 48 48" aria-hidden="true">
      {[0, 72, 144, 216, 288].map((turn) => (
        <path
          key={turn}
          d={petal}
          transform={`rotate(${turn} 24 24) translate(24 0) scale(.8 1) translate(-24 0)`}
        />
      ))}
      <circle className="blossom__heart" cx="24" cy="24" r="4.2" />
    </svg>
  );
}
