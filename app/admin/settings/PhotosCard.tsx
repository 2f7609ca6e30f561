import type { ReactNode } from 'react';
import { centrePhotos as words } from '../../../content/centre.ts';
import { type sitePhotos, teacherPhotos } from '../../../content/site-photos.ts';
import { labelOf, photographed } from '../../../domain/centre/facts.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { Card } from './Card.tsx';
import { explain, usePublish } from './CentreDialog.tsx';
import { PLACES, type Place, teacherPlace } from './make-photos.ts';
import { PhotoDialog } from './PhotoDialog.tsx';

/** The places of the site that may have a photo of the centre's own, each with what changes it. Source: decision 202. */
export function PhotosCard({ open }: { open: (dialog: ReactNode) => void }) {
  const { facts, isKnown } = usePublish('fotos');
  const names = photographed(usePublish('inicio').facts); // as stored: a static host's pages may be older
  const photos: typeof sitePhotos = { ...facts };
  const act = (label: string, about: string, dialog: ReactNode) => (
    <SecondaryButton key={label} aria-label={`${label}: ${about}`} onClick={() => open(dialog)}>
      {label}
    </SecondaryButton>
  );
  const left = teacherPhotos.flatMap((place) => photos[place]?.alt ?? []); // of one who is a teacher no more, too
  const teachers = [...new Set([...names, ...left])];
  if (!isKnown) return null; // nobody knows whether there is a drawing
  return (
    <Card id="ajustes-fotos" title={words.title}>
      <p>{words.intro}</p>
      <Lines label={words.title}>
        {[
          ...PLACES.map((place) => ({ place, title: labelOf('fotos', place[0].name), teacher: '' })),
          ...teachers.map((title) => ({ place: teacherPlace(photos, title, names), title, teacher: title })),
        ].map(({ place, title, teacher }) => {
          const shown = photos[place[0].name];
          const own = teacher && shown?.alt !== teacher ? null : shown;
          const back = own && act(words.back, title, <DrawingDialog {...{ place, title }} />);
          const change = act(words.change, title, <PhotoDialog {...{ place, title, teacher }} />);
          return (
            <Line key={title} title={`${title}:`} acts={[back, change]}>
              {own ? (teacher ? words.own : own.alt) : words.drawing}
            </Line>
          );
        })}
      </Lines>
    </Card>
  );
}

/** Brings the drawing of a place back. */
function DrawingDialog({ place, title }: { place: Place; title: string }) {
  const { facts, publish } = usePublish('fotos');
  return (
    <FormDialog
      title={`${words.back}: ${title}`}
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
