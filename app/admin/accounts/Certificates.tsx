import { useQuery } from '@tanstack/react-query';
import { accounts } from '../../../content/accounts.ts';
import { datedLines, LINE_KINDS, certificates as words } from '../../../content/dated-lines.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { lineInWords, runsOutInWords } from '../../../domain/desk/dated-lines.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { DayField, TextField } from '../../ui/fields/TextField.tsx';
import { type Certificate, certificatesQuery, noteCertificate } from '../api/accounts.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { Line, Lines } from '../controls/Lines.tsx';
import { useDialog } from '../controls/use-dialog.tsx';

const { label } = LINE_KINDS.antecedentes;

/** Whose certificate is of which day, of each account and of who has none; nothing where the settings switch it off. */
export function Certificates() {
  const { open, dialog } = useDialog();
  const query = useQuery(certificatesQuery);
  if (query.data?.length === 0) return null;
  const head = (
    <>
      <div className="desk-page__head row between gap-3">
        <h2 className="desk-card__title">{label}</h2>
        <SecondaryButton onClick={() => open(<CertificateDialog of={null} />)}>{words.add}</SecondaryButton>
      </div>
      <p>{words.intro}</p>
    </>
  );
  return (
    <DeskPage dialog={dialog} head={head} query={query} loading={words.loading}>
      {(all) => (
        <Lines label={label}>
          {all.map((one) => {
            const runsOut = runsOutInWords(one.until, todayInBrazil());
            return (
              <Line
                key={`${one.account} ${one.name}`}
                title={<bdi translate="no">{one.name}</bdi>}
                hint={lineInWords({ ...one, kind: 'antecedentes', text: null }) || datedLines.none}
                acts={
                  <SecondaryButton
                    aria-label={`${accounts.change}: ${label}, ${one.name}`}
                    onClick={() => open(<CertificateDialog of={one} />)}
                  >
                    {accounts.change}
                  </SecondaryButton>
                }
              >
                {runsOut && <span className="badge badge--look">{runsOut}</span>}
              </Line>
            );
          })}
        </Lines>
      )}
    </DeskPage>
  );
}

/** The day of somebody's, with the signed-in person's password; `of` null: of who has no account and stands not there yet. */
const CertificateDialog = ({ of }: { of: Certificate | null }) => (
  <FormDialog
    title={label}
    person={of?.name ?? ''}
    initial={{ name: of?.name ?? '', day: of?.day ?? '' }}
    check={({ name, day }) => ({
      name: name.trim() === '' ? accounts.nameMissing : '',
      day: !of && day === '' ? words.dayMissing : '',
    })}
    password
    send={async ({ name, day }, own) => {
      await noteCertificate({ account: of?.account ?? null, name: name.trim(), day: day || null }, own);
      return words.done(name.trim());
    }}
  >
    {({ text }) => (
      <>
        {!of && <TextField label={accounts.name} autoComplete="off" maxLength={60} {...text('name')} />}
        <DayField label={words.day} hint={words.dayHint} max={todayInBrazil()} {...text('day')} />
      </>
    )}
  </FormDialog>
);
