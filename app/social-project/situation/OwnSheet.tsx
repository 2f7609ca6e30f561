import type { ReactNode } from 'react';
import { ownData as words } from '../../../content/own-data.ts';
import { writtenPhone } from '../../../domain/contact.ts';
import { brazilianDay, brazilianMoment, writtenDay } from '../../../domain/dates.ts';
import { MARKS } from '../../../domain/desk/attendance.ts';
import { lastDay } from '../../../domain/desk/retention.ts';
import { sheetOf, written } from '../../../domain/desk/sheet.ts';
import { FIELDS, type Field, type FieldName } from '../../../domain/enrolment/fields.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import type { OwnData } from './own-data.ts';

/**
 * Everything of an enrolment, on the page and in a copy. `beside` gives what stands beside an answer; of the
 * answers that are being `corrected` together it stands once, in place of the first.
 */
export function OwnSheet({
  data,
  corrected = [],
  beside,
}: {
  data: OwnData;
  corrected?: readonly FieldName[];
  beside?: (name: FieldName, label: string) => ReactNode;
}) {
  const { later } = words;
  const columnOf = (name: FieldName) => FIELDS.find((field) => field.name === name)?.column ?? '';
  const updated = (column: string) =>
    data.updated[column] && words.updated(brazilianDay(data.updated[column]));
  const given = [
    ...(FIELDS as readonly (Field & { name: FieldName })[])
      .filter(({ control }) => control === 'hidden') // stored by older pages, and on no sheet
      .map(({ name, sheetLabel }) => [sheetLabel, data.answers[name] && written(name, data.answers[name])]),
    [later.newPhone, updated('telefone_novo') || (data.newPhone && writtenPhone(data.newPhone))],
    [later.guardianName, data.guardianName],
    [later.guardianPhone, data.guardianPhone && writtenPhone(data.guardianPhone)],
  ].filter(([, value]) => value);
  return (
    <>
      <p>
        {data.protocol && `Protocolo ${writtenProtocol(data.protocol)}. `}
        {words.arrived(brazilianDay(data.arrivedAt))}
      </p>
      {sheetOf({
        ...data.answers,
        documentErasedAt: data.documentErasedAt,
        newestDocument: data.documents.at(-1)?.name ?? null,
      }).map(({ title, cells }) => (
        <section className="own-data__part stack" key={title}>
          <h3 className="situation__do">{title}</h3>
          <dl className="own-data__answers stack">
            {cells
              .filter(({ name }) => corrected.indexOf(name) < 1)
              .map(({ name, label, value }) => (
                <div key={name}>
                  <dt className={name === corrected[0] ? 'vh' : undefined}>{label}</dt>
                  {name !== corrected[0] && (
                    <dd>
                      {updated(columnOf(name)) || value}
                      {data.corrections
                        .filter(({ column }) => columnOf(name) === column)
                        .map(({ before, at }) => (
                          <span className="own-data__before" key={at}>
                            {words.before(written(name, before), brazilianDay(at))}
                          </span>
                        ))}
                    </dd>
                  )}
                  {beside && <dd className="own-data__beside">{beside(name, label)}</dd>}
                </div>
              ))}
          </dl>
        </section>
      ))}
      {given.length > 0 && (
        <Part title={later.title}>
          <dl className="own-data__answers stack">
            {given.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <Part title={words.document}>
        {data.documents.length === 0 && <p>{words.noDocument}</p>}
        {data.documents.map(({ name, receivedAt }) => (
          <p key={receivedAt}>{words.documents(name, brazilianDay(receivedAt))}</p>
        ))}
      </Part>
      <Part title={words.retention.title}>
        <p>
          {data.eraseOn ? words.retention.until(writtenDay(lastDay(data.eraseOn))) : words.retention.noDay}{' '}
          {data.eraseDocumentOn && words.retention.document(writtenDay(lastDay(data.eraseDocumentOn)))}
        </p>
      </Part>
      {data.attendance.length > 0 && (
        <Part title={words.attendance}>
          <p>{data.attendance.map(({ day, mark }) => `${writtenDay(day)}: ${MARKS[mark]}`).join('; ')}</p>
        </Part>
      )}
      <Part title={words.looks.title}>
        <p>{data.looks.length === 0 ? words.looks.none : words.looks.text}</p>
        {data.looks.length > 0 && (
          <ul>
            {data.looks.map(({ day, role, times }) => (
              <li key={`${day} ${role}`}>{words.looks.day(writtenDay(day), role, times)}</li>
            ))}
          </ul>
        )}
        {data.openings.length > 0 && (
          <p>
            {words.looks.byLink(data.openings.map((moment) => brazilianMoment(new Date(moment))).join('; '))}
          </p>
        )}
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="own-data__part stack">
    <h3 className="situation__do">{title}</h3>
    {children}
  </section>
);
