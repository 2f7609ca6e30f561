import { useEffect, useState } from 'react';
import { documentTexts } from '../../content/document.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MAX_PAGES, type Prepared } from './prepare.ts';
import './document.css';

type Props = {
  prepared: Prepared;
  onTurn: () => void;
  onChange: () => void;
  onRetake: () => void;
  onRemove: () => void;
  onAdd: (photo: File) => void;
  /** Called before the camera or the file picker opens. */
  onOpen: (() => void) | undefined;
};

/** Shows the document as it will be sent, with buttons to change it. Source: docs/ux.md §4.7. */
export function DocumentCard({ prepared, onAdd, onOpen, ...on }: Props) {
  const { file, picture, notes, doubt, pages } = prepared;
  const [legible, setLegible] = useState(false);

  return (
    <div className="document-card">
      <div className="document-card__row">
        {picture ? <Preview file={file} /> : <Icon name="check" />}
        <div className="document-card__words">
          <p className="document-card__name">{documentTexts.attached(file.name)}</p>
          <p className="document-card__note">{notes.join(' ')}</p>
        </div>
      </div>
      {doubt && (
        <p className="document-card__doubt">
          <Icon name="alert" />
          {doubt}
        </p>
      )}
      {picture && !legible && (
        <fieldset className="document-card__question">
          <legend>{documentTexts.legible.question}</legend>
          <Button variant="secondary" onClick={() => setLegible(true)}>
            {documentTexts.legible.yes}
          </Button>
          <Button variant="secondary" onClick={on.onRetake}>
            {documentTexts.legible.no}
          </Button>
        </fieldset>
      )}
      {pages && (
        <div className="document-card__pages">
          {pages.map((page) => (
            <Preview file={page} key={page.name + page.lastModified + page.size} />
          ))}
        </div>
      )}
      {(pages ? pages.length < MAX_PAGES : picture) && (
        <label className="button button--secondary camera">
          {documentTexts.addPage}
          <input
            type="file"
            accept="image/*"
            onClick={onOpen}
            onChange={({ target }) => target.files?.[0] && onAdd(target.files[0])}
          />
        </label>
      )}
      <div className="document-card__acts">
        {picture && (
          <button className="link-button" type="button" onClick={on.onTurn}>
            {documentTexts.turn}
          </button>
        )}
        <button className="link-button" type="button" onClick={on.onChange}>
          {documentTexts.change}
        </button>
        <button className="link-button" type="button" onClick={on.onRemove}>
          {documentTexts.remove}
        </button>
      </div>
    </div>
  );
}

/** A thumbnail that opens the photo in the full width of the screen, to be zoomed there. */
function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  const [enlarged, setEnlarged] = useState(false);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);

  return (
    <>
      <button
        className="document-card__thumb"
        type="button"
        aria-label={documentTexts.enlarge}
        onClick={() => setEnlarged(true)}
      >
        {address && <img src={address} alt="" />}
      </button>
      {enlarged && (
        <Dialog
          title={documentTexts.preview}
          className="document-dialog"
          closeOnBackdrop
          onClose={() => setEnlarged(false)}
          footer={<Button onClick={() => setEnlarged(false)}>{documentTexts.close}</Button>}
        >
          <img className="document-card__whole" src={address} alt={documentTexts.preview} />
        </Dialog>
      )}
    </>
  );
}
