import { deskKeys } from '../../../../content/desk-keys.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { setKeysOn, useKeysOn } from '../../controls/desk-keys.ts';

/** The list's keys, and the switch that turns the single letters off (WCAG 2.1.4). */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const on = useKeysOn();
  return (
    <Dialog
      title={deskKeys.title}
      className="dialog--small"
      closeOnBackdrop
      onClose={onClose}
      footer={<Button onClick={onClose}>{deskKeys.close}</Button>}
    >
      <div className="stack gap-2">
        <label className="choice">
          <input type="checkbox" checked={on} onChange={({ target }) => setKeysOn(target.checked)} />
          <span className="choice__text">{deskKeys.switch}</span>
        </label>
        <p className="field__hint">{deskKeys.switchHint}</p>
        <table className="keys wide above-2">
          <caption className="vh">{deskKeys.caption}</caption>
          <thead className="vh">
            <tr>
              {deskKeys.columns.map((words) => (
                <th scope="col" key={words}>
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {deskKeys.lines.map(([key, does]) => (
              <tr key={key}>
                <th className="unbroken" scope="row">
                  <kbd className="keys__key">{key}</kbd>
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
