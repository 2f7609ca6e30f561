import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../content/desk.ts';
import { brazilianDay } from '../../domain/dates.ts';
import { writtenProtocol } from '../../domain/protocol.ts';
import { NOT_GIVEN, type Registration, sheetOf } from '../../domain/sheet.ts';
import { situationInWords } from '../../domain/situations.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { comparedQuery, compareWith, type FollowUp } from './follow-up.ts';
import { ListAlert } from './ListAlert.tsx';
import { Loading } from './Loading.tsx';
import type { Change } from './use-follow-up.ts';

type Cells = readonly { label: string; value: string }[];

/** Sections whose answers tell one person from another. */
const COMPARED = ['Dados Pessoais', 'Documentos', 'Contato', 'Responsáveis'];

/** Registrations that may be of the same person, beside this one; siblings share phone and address. Source: ux.md §8.5. */
export function Duplicates({
  registration,
  state,
  busy,
  change,
}: {
  registration: Registration;
  state: FollowUp;
  busy: boolean;
  change: Change;
}) {
  const [judged, setJudged] = useState('');
  const line = useRef<HTMLParagraphElement>(null);

  /** The pair and its buttons are gone then: the focus goes on at what is said of it. */
  async function judge(other: string, same: boolean) {
    setJudged('');
    const before = state.historico.length;
    const now = await change(() => compareWith(registration.id, other, same));
    if (now === null) return;
    const noted = now.historico
      .slice(0, now.historico.length - before)
      .some(({ acao }) => acao === 'repetida');
    const said = same ? desk.markedRepeated : desk.judgedDifferent;
    flushSync(() => setJudged(noted ? said : desk.otherGone));
    if (document.activeElement === document.body) line.current?.focus();
  }

  if (state.semelhantes.length === 0 && !state.repetidaDe && !judged) return null;
  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{desk.duplicates}</h3>
      {judged && (
        <p className="notice notice--info" tabIndex={-1} ref={line}>
          {judged}
        </p>
      )}
      {state.repetidaDe && judged !== desk.markedRepeated && (
        <p className="notice notice--warning">{desk.markedRepeated}</p>
      )}
      {state.semelhantes.map((other) => (
        <article className="duplicate" key={other.id} aria-labelledby={`igual-${other.id}`}>
          <p className="duplicate__why" id={`igual-${other.id}`}>
            {other.iguais.map((likeness) => desk.sameIn[likeness]).join(' · ')}
          </p>
          <SideBySide one={registration} other={other.id} situations={[state.situacao, other.situacao]} />
          <div className="follow-up__row">
            <Button variant="secondary" disabled={busy} onClick={() => judge(other.id, true)}>
              {desk.markRepeated}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => judge(other.id, false)}>
              {desk.differentPeople}
            </Button>
          </div>
        </article>
      ))}
    </section>
  );
}

function SideBySide({
  one,
  other,
  situations,
}: {
  one: Registration;
  /** The id of the other. */
  other: string;
  situations: [string, string];
}) {
  const beside = useQuery(comparedQuery(other));
  if (beside.isPending) return <Loading>Carregando…</Loading>;
  if (beside.isError)
    return <ListAlert error={beside.error} retrying={beside.isFetching} onRetry={beside.refetch} />;
  if (!beside.data) return <Alert title={desk.gone} />;
  const left = cellsOf(one, situations[0]);
  const right = cellsOf(beside.data, situations[1]);
  return (
    <table className="duplicate__table" aria-label={nameOfOther(beside.data)}>
      <thead>
        <tr>
          <td />
          <th scope="col">{desk.thisOne}</th>
          <th scope="col">{desk.otherOne}</th>
        </tr>
      </thead>
      <tbody>
        {left.map(({ label, value }, at) => {
          const its = right[at]?.value ?? '';
          return (
            <tr key={label} className={value === its ? 'duplicate__same' : undefined}>
              <th scope="row">{label}</th>
              <td>
                <bdi>{value}</bdi>
              </td>
              <td>
                <bdi>{its}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const nameOfOther = (other: Registration) => `${desk.otherOne}: ${other.nome_completo ?? NOT_GIVEN}`;

function cellsOf(registration: Registration, situation: string): Cells {
  const { protocolo, created_at } = registration;
  return [
    { label: 'Inscrição', value: brazilianDay(created_at) },
    { label: 'Protocolo', value: protocolo ? writtenProtocol(protocolo) : '—' },
    { label: desk.situation, value: situationInWords(situation) },
    ...sheetOf(registration)
      .filter(({ title }) => COMPARED.includes(title))
      .flatMap(({ cells }) => cells),
  ];
}
