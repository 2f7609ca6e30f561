import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { brand } from '../../content/brand.ts';
import { hero, home } from '../../content/home.ts';
import photos from '../../content/photos.json';
import { chatLink } from '../../domain/contact.ts';
import { ChatLink } from '../ui/ChatLink.tsx';
import { Photo } from '../ui/Photo.tsx';
import { Notice } from './Notice.tsx';
import { Offer } from './Offer.tsx';
import { Today } from './Today.tsx';
import './hero.css';

export function Hero() {
  const chat = chatLink(brand.phone, hero.chat.message);

  return (
    <section className="hero on-dark" id="inicio" aria-labelledby="inicio-titulo">
      <Photo
        className="hero__picture"
        name="hero"
        shape={photos.hero}
        instead={{ name: 'hero-retrato', shape: photos['hero-retrato'], media: '(max-width: 47.99rem)' }}
        sizes="(max-width: 47.99rem) 140vw, max(100vw, 178vh)"
        alt=""
      />
      <div className="hero__words page">
        <div className="hero__title">
          <h1 className={`hero__name ${brand.name.length > 20 ? 'hero__name--long' : ''}`} id="inicio-titulo">
            {brand.name}
          </h1>
          <p className="hero__kind">{brand.kind}</p>
          <p className="hero__tagline">{hero.tagline}</p>
          <Link className="hero__project link-line" to="/projeto-social">
            {hero.project}
          </Link>
          <p className="hero__text">{home.text}</p>
        </div>
        <div className="hero__end">
          <Notice />
          <Today />
          <div className="hero__ways">
            {chat && (
              <ChatLink className="button" href={chat}>
                {hero.chat.label}
              </ChatLink>
            )}
            {/* The SPEC's button; a link, so that it scrolls without JavaScript too. */}
            <Link className="button" to="/#modalidades" role="button" onKeyDown={pressOnSpace}>
              {hero.button}
            </Link>
          </div>
        </div>
      </div>
      <Offer />
    </section>
  );
}

function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
