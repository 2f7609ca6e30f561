import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { MissingEnrolment } from '../sheet/MissingEnrolment.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { DialogHead } from './DialogHead.tsx';
import { EnrolmentViews } from './EnrolmentViews.tsx';
import { InnerDialog } from './InnerDialog.tsx';
import { type DialogProps, useShell } from './use-shell.ts';
import './enrolment-dialog.css';

/** One enrolment: evidence and decision together. Source: SPEC §2; docs/ux.md §8.1. */
export function EnrolmentDialog(props: DialogProps) {
  const shell = useShell(props);
  const { enrolment, missing, opened, printing } = shell;
  return (
    <>
      <Dialog
        title="Detalhes da Inscrição"
        className="dialog--enrolment"
        onClose={shell.close}
        onEscape={opened.closeInnermost}
        head={<DialogHead {...shell} />}
        footer={<DialogFoot {...shell} />}
      >
        {missing ? (
          <MissingEnrolment id={enrolment.id} />
        ) : (
          <>
            <EnrolmentViews {...shell} />
            <InnerDialog key={enrolment.id} {...shell} />
          </>
        )}
      </Dialog>
      {!missing && printing.paper}
    </>
  );
}
