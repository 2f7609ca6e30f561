import { useQuery } from '@tanstack/react-query';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { brazilianDay } from '../../../../domain/dates.ts';
import { ageOf, COMPARED, nameOf, type StoredEnrolment, sheetOf } from '../../../../domain/desk/sheet.ts';
import { situationInWords } from '../../../../domain/desk/situations.ts';
import { writtenProtocol } from '../../../../domain/enrolment/protocol.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { comparedQuery } from '../../api/decisions.ts';
import { ListAlert } from '../../controls/ListAlert.tsx';
import { Loading } from '../../controls/Loading.tsx';

type Props = {
  one: StoredEnrolment;
  /** The id of the other. */
  other: string;
  situations: [string, string];
};

/** Two enrolments answer by answer, those that differ first. */
export function Pair({ one, other, situations }: Props) {
  const compared = useQuery(comparedQuery(other));
  if (compared.isPending) return <Loading>Carregando…</Loading>;
  if (compared.isError)
    return <ListAlert error={compared.error} retrying={compared.isFetching} onRetry={compared.refetch} />;
  if (!compared.data) return <Alert title={desk.missing} />;
  const others = answersOf(compared.data, situations[1]);
  const rows = answersOf(one, situations[0]).map(({ label, value }, at) => {
    const otherValue = others[at]?.value ?? '';
    return { label, value, otherValue, isSame: value === otherValue };
  });
  rows.sort((a, b) => Number(a.isSame) - Number(b.isSame));
  return (
    <table
      className="duplicate__table small break wide"
      aria-label={`${openEnrolment.otherOne}: ${nameOf(compared.data)}`}
    >
      <thead>
        <tr>
          <td />
          <th scope="col">{openEnrolment.thisOne}</th>
          <th scope="col">{openEnrolment.otherOne}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, otherValue, isSame }) => (
          <tr key={label} className={isSame ? 'duplicate__same' : 'bold'}>
            <th className="soft" scope="row">
              {label}
            </th>
            <td>
              <bdi>{value}</bdi>
            </td>
            <td>
              <bdi>{otherValue}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function answersOf(enrolment: StoredEnrolment, situation: string) {
  const { protocol, arrivedAt } = enrolment;
  return [
    { label: 'Inscrição', value: brazilianDay(arrivedAt) },
    { label: 'Protocolo', value: protocol ? writtenProtocol(protocol) : '—' },
    { label: desk.situation, value: situationInWords(situation) },
    ...sheetOf({ ...enrolment, idade: ageOf(enrolment) })
      .flatMap(({ cells }) => cells)
      .filter(({ name }) => COMPARED.includes(name)),
  ];
}
