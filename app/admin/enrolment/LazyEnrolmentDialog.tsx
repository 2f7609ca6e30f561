import { type ComponentProps, lazy, Suspense } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { Loading } from '../controls/Loading.tsx';
import type { EnrolmentDialog } from './EnrolmentDialog.tsx';

/** Fetches the dialog's code, which reading the list does not need. Fails without the network. */
export const loadDialog = async () => ({ default: (await import('./EnrolmentDialog.tsx')).EnrolmentDialog });

const Dialog = lazy(loadDialog);

/** EnrolmentDialog, with 'Carregando' until its code is there. */
export function LazyEnrolmentDialog(props: ComponentProps<typeof EnrolmentDialog>) {
  return (
    <Suspense fallback={<Loading>{admin.loading}</Loading>}>
      <Dialog {...props} />
    </Suspense>
  );
}
