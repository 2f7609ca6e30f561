import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { centrePage, centrePhotos as words } from '../../../content/centre.ts';
import type { sitePhotos } from '../../../content/site-photos.ts';
import { photographed } from '../../../domain/centre/facts.ts';
import { alt } from '../../../domain/centre/photos.ts';
import { release } from '../../document/canvas.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { explain, usePublish } from './CentreDialog.tsx';
import { filesOf, openPhoto, type Place, teacherPlace } from './make-photos.ts';
import { PhotoFrame } from './PhotoFrame.tsx';

/** Puts a photo from this device in a place of the site, cut as it is dragged; of a teacher, whose name is its words. */
export function PhotoDialog({ place, title, teacher }: { place: Place; title: string; teacher: string }) {
  const { facts, publish } = usePublish('fotos');
  const photos: typeof sitePhotos = { ...facts };
  const { facts: start } = usePublish('inicio');
  const [{ name }] = place;
  const [focus, setFocus] = useState({ x: 0, y: 0 });
  const reading = useMutation({
    mutationFn: openPhoto,
    onSuccess: ({ width, height }) => setFocus({ x: width / 2, y: height / 2 }),
    networkMode: 'always',
  });
  const { data: photo, error, isPending } = reading;
  useEffect(() => () => photo && release(photo), [photo]);

  return (
    <FormDialog<{ alt: string }>
      title={`${words.change}: ${title}`}
      initial={{ alt: teacher || (photos[name]?.alt ?? '') }}
      check={(typed) => ({ alt: '' in alt.problems(typed.alt) ? words.altMissing(alt.most) : '' })}
      disabled={!photo}
      submit={centrePage.publish}
      busy={centrePage.publishing}
      password
      explain={explain}
      send={async (typed, password) => {
        if (!photo) return;
        const now = teacher ? teacherPlace(photos, teacher, photographed(start)) : place; // a colleague may have filled it
        const made = await filesOf(photo, now, focus, typed.alt.trim());
        return publish({ ...photos, ...made.photos }, password, made.sent);
      }}
    >
      {({ text, busy }) => (
        <>
          <TextField
            type="file"
            accept="image/*"
            {...words.file}
            problem={error?.message}
            disabled={isPending || busy}
            onChange={({ target: { files } }) => files?.[0] && reading.mutate(files[0])}
          />
          <p className="unless-empty" role="status">
            {isPending ? words.reading : photo && words.drag}
          </p>
          {photo &&
            place.map((frame) => (
              <PhotoFrame key={frame.at} photo={photo} frame={frame} focus={focus} onMove={setFocus} />
            ))}
          {photo && !teacher && <TextField autoComplete="off" {...words.alt} {...text('alt')} />}
        </>
      )}
    </FormDialog>
  );
}
