import { useState } from 'react';
import { ownData } from '../../../content/own-data.ts';
import { brazilianMoment, todayInBrazil } from '../../../domain/dates.ts';
import { nameOf } from '../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import { usePrinting } from '../../ui/use-printing.ts';
import { OwnRequests } from './OwnRequests.tsx';
import { OwnSheet } from './OwnSheet.tsx';
import type { OwnData } from './own-data.ts';

const words = ownData.copy;

type Copied = { problem: string; data: OwnData; number: number | null };

/** A copy to take along, on paper (or PDF) and as a file: a request that is answered at once. Printed and downloaded without closing the page it is one request. */
export function OwnCopy({
  data,
  isBusy,
  onCopy,
}: {
  data: OwnData;
  isBusy: boolean;
  onCopy: () => Promise<Copied>;
}) {
  const title = `meus-dados-${data.protocol ?? 'inscricao'}`;
  const { printedAt, print } = usePrinting(title);
  const [number, setNumber] = useState<number | null>(null);
  const [problem, setProblem] = useState('');

  async function copy(give: (data: OwnData) => string) {
    const copied = number === null ? await onCopy() : { problem: '', data, number };
    setNumber(copied.number);
    setProblem(copied.number === null ? copied.problem : give(copied.data));
  }

  return (
    <section className="own-data__part stack">
      <h3 className="situation__do">{words.title}</h3>
      <p>{words.text}</p>
      <p className="actions">
        <SecondaryButton
          busyText={isBusy && ownData.sending}
          onClick={() => copy(() => (print() ? '' : words.cannotPrint))}
        >
          {words.print}
        </SecondaryButton>
        <SecondaryButton disabled={isBusy} onClick={() => copy((now) => download(now, `${title}.json`))}>
          {words.file}
        </SecondaryButton>
      </p>
      <p role="status">{number !== null && words.done(number)}</p>
      <FieldProblem id="copia-erro">{problem || undefined}</FieldProblem>
      {printedAt && (
        <PrintRoot className="own-copy">
          <h1>{words.heading(nameOf(data.answers))}</h1>
          <p>{words.made(brazilianMoment(printedAt))}</p>
          <OwnSheet data={data} />
          <OwnRequests requests={data.requests} today={todayInBrazil(printedAt)} />
        </PrintRoot>
      )}
    </section>
  );
}

/** Gives the data as a file; `''`. */
function download(data: OwnData, name: string): string {
  const file = new Blob([`${JSON.stringify(data.sent, null, 2)}\n`], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return '';
}
