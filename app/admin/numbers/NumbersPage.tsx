import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { brand } from '../../../content/brand.ts';
import { numbers as words } from '../../../content/numbers.ts';
import { brazilianMoment, todayInBrazil, writtenDay } from '../../../domain/dates.ts';
import { halfYearUntil } from '../../../domain/desk/numbers.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { DayField } from '../../ui/fields/TextField.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import { actionError } from '../api/failure-text.ts';
import { numbersQuery, type Participant, type Purpose, participantsOf, type Span } from '../api/numbers.ts';
import { DeskPage } from '../controls/DeskPage.tsx';
import { FormDialog } from '../controls/FormDialog.tsx';
import { useDialog } from '../controls/use-dialog.tsx';
import { usePrintJob } from '../print/use-print-job.ts';
import { saveSheet } from './numbers-file.ts';
import { Report } from './Report.tsx';

/**
 * What a sponsor asks of a period: numbers on the page, and people in a list, on A4 and in spreadsheets, each recorded. Once
 * they are on the page, the browser's own command prints the A4 too.
 */
export function NumbersPage() {
  const [span, setSpan] = useState(() => halfYearUntil(todayInBrazil()));
  const [people, setPeople] = useState<Participant[] | null>(null);
  const isSpan = span.first !== '' && span.first <= span.last;
  const query = useQuery({ ...numbersQuery(span), enabled: isSpan });
  const title = words.title(writtenDay(span.first), writtenDay(span.last));
  const job = usePrintJob(people && title);
  const { said, say, open, dialog } = useDialog();
  const work = useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; name: string }) => act(),
    networkMode: 'always',
    onMutate: () => say(null),
    onError: (error) => say({ title: actionError(error) }),
  });
  const button = (name: string, act: () => Promise<unknown>) => (
    <SecondaryButton
      key={name}
      disabled={work.isPending || !query.data}
      busyText={work.isPending && work.variables.name === name && words.preparing}
      onClick={() => work.mutate({ name, act })}
    >
      {name}
    </SecondaryButton>
  );
  const day = (of: keyof Span) => (
    <DayField
      label={words[of]}
      value={span[of]}
      disabled={work.isPending}
      onChange={({ target }) => {
        setSpan({ ...span, [of]: target.value });
        setPeople(null);
      }}
    />
  );

  async function list() {
    const found = people ?? (await participantsOf(span, 'accounts'));
    flushSync(() => setPeople(found));
  }
  async function print() {
    await list();
    const problem = await job.print();
    if (problem) say({ title: problem });
  }
  async function save(purpose: Purpose) {
    const sheet = () => saveSheet(purpose, span, query.data ?? []);
    if (purpose !== 'cup') return say({ title: await sheet(), tone: 'success' });
    open(
      <FormDialog title={words.sheets.cup} submit={words.save} busy={words.preparing} send={sheet}>
        <p>{words.cup}</p>
      </FormDialog>,
    );
  }

  const head = (
    <div className="desk-filters row gap-3 no-print">
      {day('first')}
      {day('last')}
      {button(words.print, print)}
      {button(words.list, list)}
      {Object.entries(words.sheets).map(([purpose, name]) => button(name, () => save(purpose as Purpose)))}
      <p className="hint">{words.recorded}</p>
    </div>
  );
  return (
    <DeskPage
      {...{ head, dialog }}
      said={isSpan ? said : <p role="status">{words.noSpan}</p>}
      query={{ ...query, isPending: query.isPending && isSpan }}
      loading={words.loading}
    >
      {(counts) => (
        <>
          <Report counts={counts} people={people} />
          {job.printedAt && (
            <PrintRoot className="printed-numbers">
              <h1>{`${brand.name}: ${title}`}</h1>
              <Report counts={counts} people={people} />
              <p>Impresso em {brazilianMoment(job.printedAt)}</p>
            </PrintRoot>
          )}
        </>
      )}
    </DeskPage>
  );
}
