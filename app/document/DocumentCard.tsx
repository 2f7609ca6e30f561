import { useEffect, useState } from 'react';
import { documentTexts } from '../../content/document.ts';
import { Button, SecondaryButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MAX_PAGES, type Prepared } from './prepare.ts';
import './document.css';

type Props = {
  prepared: Prepared;
  attached: (name: string) => string;
  onTurn: () => void;
  onChange: () => void;
  onRetake: () => void;
  onAdd: (photo: File) => void;
  /** Called before the camera or the file picker opens. */
  onOpen: (() => void) | undefined;
};

/** Shows the document as it will be sent, with at most four controls. Whether it can be read is asked where it is seen large. Source: docs/ux.md §4.7. */
export function DocumentCard({ prepared, attached, onAdd, onOpen, ...on }: Props) {
  const { file, picture, notes, warning, pages } = prepared;
  const [legible, setLegible] = useState(false);
  const photos = pages ?? (picture ? [file] : []);

  return (
    <div className="document-card stack">
      <div className="document-card__row line gap-3">
        {photos.length > 0 ? (
          <Preview
            photos={photos}
            isAsked={picture && !legible}
            onLegible={() => setLegible(true)}
            onRetake={on.onRetake}
          />
        ) : (
          <Icon name="check" />
        )}
        <div className="document-card__words">
          <p className="document-card__name">{attached(file.name)}</p>
          {notes.length > 0 && <p className="soft">{notes.join(' ')}</p>}
          {picture && (
            <p className={legible ? 'document-card__legible' : undefined}>
              {legible ? documentTexts.legible.done : documentTexts.legible.look}
            </p>
          )}
        </div>
      </div>
      {warning && (
        <>
          <p className="document-card__warning">
            <Icon name="alert" />
            {warning}
          </p>
          <Button onClick={on.onRetake}>{documentTexts.legible.no}</Button>
        </>
      )}
      <div className="document-card__acts flow">
        {picture && (
          <button className="link-button" type="button" onClick={on.onTurn}>
            {documentTexts.turn}
          </button>
        )}
        {(pages ? pages.length < MAX_PAGES : picture) && (
          <label className="link-button camera">
            {documentTexts.addPage}
            <input
              type="file"
              accept="image/*"
              onClick={onOpen}
              onChange={({ target }) => target.files?.[0] && onAdd(target.files[0])}
            />
          </label>
        )}
        <button className="link-button" type="button" onClick={on.onChange}>
          {documentTexts.change}
        </button>
      </div>
    </div>
  );
}

type PreviewProps = {
  photos: readonly File[];
  /** Whether the large view asks if the photo can be read. */
  isAsked: boolean;
  onLegible: () => void;
  onRetake: () => void;
};

/** The photos in small, as one button that opens them in the full width of the screen, to be zoomed there. */
function Preview({ photos, isAsked, onLegible, onRetake }: PreviewProps) {
  const addresses = useAddresses(photos);
  const [enlarged, setEnlarged] = useState(false);
  const close = (then?: () => void) => () => {
    setEnlarged(false);
    then?.();
  };

  return (
    <>
      <button className="document-card__thumb" type="button" onClick={() => setEnlarged(true)}>
        {addresses.map((address) => (
          <img key={address} src={address} alt="" />
        ))}
        <span className="document-card__look">{documentTexts.enlarge}</span>
      </button>
      {enlarged && (
        <Dialog
          title={isAsked ? documentTexts.legible.question : documentTexts.preview}
          className="document-dialog"
          closeOnBackdrop
          onClose={close()}
          footer={
            isAsked ? (
              <>
                <Button onClick={close(onLegible)}>{documentTexts.legible.yes}</Button>
                <SecondaryButton onClick={close(onRetake)}>{documentTexts.legible.no}</SecondaryButton>
              </>
            ) : (
              <Button onClick={close()}>{documentTexts.close}</Button>
            )
          }
        >
          {addresses.map((address) => (
            <img className="document-card__whole" key={address} src={address} alt={documentTexts.preview} />
          ))}
        </Dialog>
      )}
    </>
  );
}

/** Addresses of the files while they are shown; none in the first render. */
function useAddresses(files: readonly File[]): readonly string[] {
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const key = files.map((file) => file.name + file.lastModified + file.size).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the files
  useEffect(() => {
    const made = files.map((file) => URL.createObjectURL(file));
    setAddresses(made);
    return () => made.forEach(URL.revokeObjectURL);
  }, [key]);
  return addresses;
}
