import { home, room, teamWords, withPhoto } from '../../content/home.ts';
import photos from '../../content/photos.json';
import { roomPhotos, sitePhotos, teacherPhotos } from '../../content/site-photos.ts';
import { Photo } from '../ui/Photo.tsx';

/** Its words are in it. */
const ownPhoto = (name: string) => teacherPhotos.find((place) => sitePhotos[place]?.alt === name);

/** The teachers and the room, from the owner's photographs; nothing without them: nobody is invented. */
export function Team() {
  const own = roomPhotos.filter((name) => sitePhotos[name]);
  const rooms = [...room, ...own.map((file) => ({ file, alt: '' }))];
  return (
    <>
      {home.team.length > 0 && (
        <div className="team split">
          <h3 className="split__title">{teamWords.title}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, by the keyboard too */}
          <ul className="team__people snap-row" tabIndex={0}>
            {home.team.map(withPhoto).map(({ name, belt, since, cref, photo }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what is published may stand twice
              <li key={at + name}>
                {(ownPhoto(name) || photo) && (
                  <Photo
                    className="team__photo"
                    name={ownPhoto(name) ?? photo?.file ?? ''}
                    shape={photos.portrait}
                    sizes="(min-width: 60rem) 15rem, max(12rem, 28vw)"
                    alt={photo?.alt ?? ''}
                  />
                )}
                <p className="team__name">{name}</p>
                {belt && <p>{belt}</p>}
                <p>{teamWords.since(since)}</p>
                {cref && <p>{teamWords.cref(cref)}</p>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {rooms.length > 0 && (
        <div className="team">
          <h3 className="split__title">{teamWords.room}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, by the keyboard too */}
          <ul className="team__rooms snap-row" tabIndex={0}>
            {rooms.map(({ file, alt }) => (
              <li key={file}>
                <Photo
                  className="team__room"
                  name={file}
                  shape={photos.card}
                  sizes="(min-width: 60rem) 22rem, 19rem"
                  alt={alt}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
