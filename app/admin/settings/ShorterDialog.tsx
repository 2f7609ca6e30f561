import { useQuery } from '@tanstack/react-query';
import { settingsPage } from '../../../content/settings.ts';
import type { SettingName } from '../../../domain/settings.ts';
import { Alert } from '../../ui/Alert.tsx';
import { foreseePeriod, saveSettings } from '../api/settings.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Loading } from '../controls/Loading.tsx';

const words = settingsPage.periods;

/**
 * Confirms a shorter period: shows what it would erase, and asks for one's own password. `term`: `3 meses`.
 */
export function ShorterDialog({
  name,
  label,
  value,
  term,
  onDone,
  onClose,
}: {
  name: SettingName;
  label: string;
  value: number;
  term: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const foreseen = useQuery({
    queryKey: ['foreseen period', name, value],
    queryFn: ({ signal }) => foreseePeriod(name, value, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <FormDialog
      title={words.dialogTitle}
      submit={words.shorten}
      busy={settingsPage.saving}
      destructive
      password
      send={async (_, password) => {
        if (!foreseen.isSuccess) return;
        await saveSettings({ [name]: value }, password);
        onDone();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{label}</strong>
      </p>
      {foreseen.isPending && <Loading>{words.counting}</Loading>}
      {foreseen.isError && <Alert title={words.notCounted} />}
      {foreseen.data && <p>{words.goes(term, foreseen.data.enrolments, foreseen.data.documents)}</p>}
      <p>{words.actsLater}</p>
    </FormDialog>
  );
}
