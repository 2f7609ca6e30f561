import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { centrePage, centrePhotos as words } from '../../../content/centre.ts';
import { altProblem } from '../../../domain/centre/photos.ts';
import { release } from '../../document/canvas.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { filesOf, openPhoto, type Place } from './make-photos.ts';
import { PhotoFrame } from './PhotoFrame.tsx';
import { explain, usePhotos } from './use-photos.ts';

/** Puts a photo from this device in a place of the site, cut as it is dragged. */
export function PhotoDialog({ place }: { place: Place }) {
  const { photos, publish } = usePhotos();
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
      title={`${words.change}: ${place.title}`}
      initial={{ alt: photos[place.frames[0].name]?.alt ?? '' }}
      check={({ alt }) => ({ alt: altProblem(alt) })}
      disabled={!photo}
      submit={centrePage.publish}
      busy={centrePage.publishing}
      password
      explain={explain}
      send={async ({ alt }, password) => {
        if (!photo) return;
        const made = await filesOf(photo, place, focus, alt.trim());
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
            place.frames.map((frame) => (
              <PhotoFrame key={frame.at} photo={photo} frame={frame} focus={focus} onMove={setFocus} />
            ))}
          {photo && <TextField autoComplete="off" {...words.alt} {...text('alt')} />}
        </>
      )}
    </FormDialog>
  );
}
