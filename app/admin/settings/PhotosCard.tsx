import type { ReactNode } from 'react';
import { centrePhotos as words } from '../../../content/centre.ts';
import type { sitePhotos } from '../../../content/site-photos.ts';
import { labelOf } from '../../../domain/centre/facts.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { Card } from './Card.tsx';
import { explain, usePublish } from './CentreDialog.tsx';
import { PLACES, type Place } from './make-photos.ts';
import { PhotoDialog } from './PhotoDialog.tsx';

/** The places of the site that may have a photo of the centre's own, each with what changes it. Source: decision 202. */
export function PhotosCard({ open }: { open: (dialog: ReactNode) => void }) {
  const { facts, isKnown } = usePublish('fotos');
  const photos: Partial<typeof sitePhotos> = { ...facts };
  const act = (label: string, about: string, dialog: ReactNode) => (
    <SecondaryButton key={label} aria-label={`${label}: ${about}`} onClick={() => open(dialog)}>
      {label}
    </SecondaryButton>
  );
  if (!isKnown) return null; // nobody knows whether there is a drawing
  return (
    <Card id="ajustes-fotos" title={words.title}>
      <p>{words.intro}</p>
      <Lines label={words.title}>
        {PLACES.map((place) => {
          const [{ name }] = place;
          const title = labelOf('fotos', name);
          const own = photos[name];
          const back = own && act(words.back, title, <DrawingDialog place={place} />);
          const change = act(words.change, title, <PhotoDialog place={place} />);
          return (
            <Line key={name} title={`${title}:`} acts={[back, change]}>
              {own?.alt ?? words.drawing}
            </Line>
          );
        })}
      </Lines>
    </Card>
  );
}

/** Brings the drawing of a place back. */
function DrawingDialog({ place }: { place: Place }) {
  const { facts, publish } = usePublish('fotos');
  return (
    <FormDialog
      title={`${words.back}: ${labelOf('fotos', place[0].name)}`}
      submit={words.back}
      password
      explain={explain}
      send={(_, password) => {
        const isOther = ([name]: [string, unknown]) => place.every((frame) => frame.name !== name);
        return publish(Object.fromEntries(Object.entries(facts ?? {}).filter(isOther)), password);
      }}
    >
      <p>{words.backHint}</p>
    </FormDialog>
  );
}
