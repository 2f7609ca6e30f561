import type { KeyboardEvent } from 'react';
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
      <div className={`hero__words ${home.notice.length > 0 ? 'hero__words--notice ' : ''}page`}>
        <div className="hero__title">
          <h1 className={`hero__name ${brand.name.length > 20 ? 'hero__name--long' : ''}`} id="inicio-titulo">
            {brand.name}
          </h1>
          <p className="hero__kind">{brand.kind}</p>
          <p className="hero__tagline">{hero.tagline}</p>
          <a className="hero__project link-line" href="/projeto-social">
            {hero.project}
          </a>
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
            {/* biome-ignore lint/a11y/useSemanticElements: the SPEC's button; a link, so that it scrolls without JavaScript too */}
            <a className="button" href="#modalidades" role="button" onKeyDown={pressOnSpace}>
              {hero.button}
            </a>
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
