import type { ReactNode } from 'react';
import { centrePhotos as words } from '../../../content/centre.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { Card } from './Card.tsx';
import { PLACES, type Place } from './make-photos.ts';
import { PhotoDialog } from './PhotoDialog.tsx';
import { explain, usePhotos } from './use-photos.ts';

/** The places of the site that may have a photo of the centre's own, each with what changes it. Source: decision 202. */
export function PhotosCard({ open }: { open: (dialog: ReactNode) => void }) {
  const { photos } = usePhotos();
  const act = (label: string, { title }: Place, dialog: ReactNode) => (
    <SecondaryButton aria-label={`${label}: ${title}`} onClick={() => open(dialog)}>
      {label}
    </SecondaryButton>
  );
  return (
    <Card id="ajustes-fotos" title={words.title}>
      <p>{words.intro}</p>
      <Lines label={words.title}>
        {PLACES.map((place) => {
          const own = photos[place.frames[0].name];
          const back = own && act(words.back, place, <DrawingDialog place={place} />);
          const change = act(words.change, place, <PhotoDialog place={place} />);
          return (
            <Line key={place.title} title={`${place.title}:`} acts={[back, change]}>
              {own?.alt ?? words.drawing}
            </Line>
          );
        })}
      </Lines>
    </Card>
  );
}

/** Brings the drawing of a place back. */
function DrawingDialog({ place: { title, frames } }: { place: Place }) {
  const { photos, publish } = usePhotos();
  return (
    <FormDialog
      title={`${words.back}: ${title}`}
      submit={words.back}
      password
      explain={explain}
      send={(_, password) => {
        const drawn = frames.map(({ name }) => name);
        const others = Object.entries(photos).filter(([name]) => !drawn.includes(name));
        return publish(Object.fromEntries(others), password, []);
      }}
    >
      <p>{words.backHint}</p>
    </FormDialog>
  );
}
