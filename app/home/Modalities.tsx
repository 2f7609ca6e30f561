import { brand } from '../../content/brand.ts';
import {
  askAbout,
  eyebrows,
  home,
  type Modality,
  modalities,
  modalitiesHeading,
} from '../../content/home.ts';
import photos from '../../content/photos.json';
import { chatLink } from '../../domain/contact.ts';
import { ChatLink } from '../ui/ChatLink.tsx';
import { Photo } from '../ui/Photo.tsx';
import { FirstClass } from './FirstClass.tsx';
import { Schedule } from './Schedule.tsx';
import './modalities.css';

export function Modalities() {
  return (
    <section className="section" id="modalidades" aria-labelledby="modalidades-titulo">
      <div className="page">
        <p className="eyebrow">{eyebrows.modalities}</p>
        <h2 id="modalidades-titulo">{modalitiesHeading.title}</h2>
        <p className="lead">{modalitiesHeading.intro}</p>
        <ul className="snap-row">
          {modalities.map(({ photo }, at) => (
            <li key={photo.file}>
              <Card modality={{ photo, ...home.modalities[at] } as Modality} />
            </li>
          ))}
        </ul>
        <div className="modalities__parts stack">
          <Schedule />
          <FirstClass />
        </div>
      </div>
    </section>
  );
}

function Card({ modality }: { modality: Modality }) {
  const { title, description, features, photo } = modality;
  const { label, message } = askAbout(title);
  const chat = chatLink(brand.phone, message);

  return (
    <article className={`card card--${photo.file}`}>
      <Photo
        className="card__picture"
        name={photo.file}
        shape={photos.card}
        sizes="(min-width: 60rem) 22rem, 19rem"
        alt={photo.alt}
      />
      <div className="card__words">
        <h3>{title}</h3>
        <p>{description}</p>
        <ul className="knots">
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        {chat && (
          <ChatLink className="card__link link-line" href={chat}>
            {label}
          </ChatLink>
        )}
      </div>
    </article>
  );
}
