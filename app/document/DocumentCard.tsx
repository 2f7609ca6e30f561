import { useEffect, useState } from 'react';
import { paper } from '../../content/document.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MOST_PAGES, type Prepared } from './prepare.ts';
import './document.css';

type Props = {
  prepared: Prepared;
  onTurn: () => void;
  onChange: () => void;
  onRetake: () => void;
  onRemove: () => void;
  onAdd: (photo: File) => void;
  /** As in the field: before the camera or the picker opens. */
  onOpen: (() => void) | undefined;
};

/** The document as it will be sent, to look at and to think again. Source: ux.md §4.7. */
export function DocumentCard({ prepared, onAdd, onOpen, ...on }: Props) {
  const { file, picture, notes, doubt, pages } = prepared;
  const [legible, setLegible] = useState(false);

  return (
    <div className="paper">
      <div className="paper__row">
        {picture ? <Preview file={file} /> : <Icon name="check" />}
        <div className="paper__words">
          <p className="paper__name">{paper.attached(file.name)}</p>
          <p className="paper__note">{notes.join(' ')}</p>
        </div>
      </div>
      {doubt && (
        <p className="paper__doubt">
          <Icon name="alert" />
          {doubt}
        </p>
      )}
      {picture && !legible && (
        <fieldset className="paper__question">
          <legend>{paper.legible.question}</legend>
          <Button variant="secondary" onClick={() => setLegible(true)}>
            {paper.legible.yes}
          </Button>
          <Button variant="secondary" onClick={on.onRetake}>
            {paper.legible.no}
          </Button>
        </fieldset>
      )}
      {pages && (
        <div className="paper__pages">
          {pages.map((page) => (
            <Preview file={page} key={page.name + page.lastModified + page.size} />
          ))}
        </div>
      )}
      {(pages ? pages.length < MOST_PAGES : picture) && (
        <label className="button button--secondary camera">
          {paper.addPage}
          <input
            type="file"
            accept="image/*"
            onClick={onOpen}
            onChange={({ target }) => target.files?.[0] && onAdd(target.files[0])}
          />
        </label>
      )}
      <div className="paper__acts">
        {picture && (
          <button className="link-button" type="button" onClick={on.onTurn}>
            {paper.turn}
          </button>
        )}
        <button className="link-button" type="button" onClick={on.onChange}>
          {paper.change}
        </button>
        <button className="link-button" type="button" onClick={on.onRemove}>
          {paper.remove}
        </button>
      </div>
    </div>
  );
}

/** A small picture of the photo that opens it as wide as the screen, where fingers enlarge it further. */
function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  const [large, setLarge] = useState(false);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);

  return (
    <>
      <button
        className="paper__thumb"
        type="button"
        aria-label={paper.enlarge}
        onClick={() => setLarge(true)}
      >
        {address && <img src={address} alt="" />}
      </button>
      {large && (
        <Dialog
          title={paper.preview}
          className="paper-dialog"
          closeOnBackdrop
          onClose={() => setLarge(false)}
          footer={<Button onClick={() => setLarge(false)}>{paper.close}</Button>}
        >
          <img className="paper__whole" src={address} alt={paper.preview} />
        </Dialog>
      )}
    </>
  );
}
