import type { ReactNode } from 'react';
import { LINE_KINDS } from '../../../content/dated-lines.ts';
import { ownData as words } from '../../../content/own-data.ts';
import { writtenPhone } from '../../../domain/contact.ts';
import { brazilianDay, brazilianMoment, writtenDay } from '../../../domain/dates.ts';
import { MARKS, RENEWAL } from '../../../domain/desk/attendance.ts';
import { lineInWords } from '../../../domain/desk/dated-lines.ts';
import { lastDay } from '../../../domain/desk/retention.ts';
import { answersOf, sheetOf, written } from '../../../domain/desk/sheet.ts';
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
  const { respostas, atualizadas = {}, abertaEm = [], presencas = [], renovacao, linhas = [] } = data;
  const answers = answersOf(respostas);
  const [lastOpened] = data.aberturas;
  const columnOf = (name: FieldName) => FIELDS.find((field) => field.name === name)?.column ?? '';
  const updated = (column: string) => atualizadas[column] && words.updated(brazilianDay(atualizadas[column]));
  const given = [
    ...(FIELDS as readonly (Field & { name: FieldName })[])
      .filter(({ control }) => control === 'hidden') // stored by older pages, and on no sheet
      .map(({ name, sheetLabel }) => [sheetLabel, answers[name] && written(name, answers[name])]),
    [later.newPhone, updated('telefone_novo') || (data.telefoneNovo && writtenPhone(data.telefoneNovo))],
    [
      later.renewal,
      renovacao && later.goesOn(RENEWAL[renovacao.resposta], brazilianDay(renovacao.em), renovacao.cadunico),
    ],
    [later.guardianName, data.nomeDoResponsavel],
    [later.guardianPhone, data.telefoneDoResponsavel && writtenPhone(data.telefoneDoResponsavel)],
  ].filter(([, value]) => value);
  return (
    <>
      <p>
        {data.protocolo && `Protocolo ${writtenProtocol(data.protocolo)}. `}
        {words.arrived(brazilianDay(data.recebidaEm))}
      </p>
      {sheetOf({
        ...answers,
        documentErasedAt: data.documentoApagadoEm ?? null,
        newestDocument: data.documentos.at(-1)?.nome ?? null,
      }).map(({ title, cells }) => (
        <section className="own-data__part stack gap-2" key={title}>
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
                      {data.correcoes
                        .filter(({ campo }) => columnOf(name) === campo)
                        .map(({ antes, quando }) => (
                          <span className="own-data__before" key={quando}>
                            {words.before(written(name, antes), brazilianDay(quando))}
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
        {data.documentos.length === 0 && <p>{words.noDocument}</p>}
        {data.documentos.map(({ nome, recebidoEm }) => (
          <p key={recebidoEm}>{words.documents(nome, brazilianDay(recebidoEm))}</p>
        ))}
      </Part>
      <Part title={words.retention.title}>
        <p>
          {data.guarda?.apagarEm
            ? words.retention.until(writtenDay(lastDay(data.guarda.apagarEm)))
            : words.retention.noDay}{' '}
          {data.guarda?.documentoEm && words.retention.document(writtenDay(lastDay(data.guarda.documentoEm)))}
        </p>
      </Part>
      {presencas.length > 0 && (
        <Part title={words.attendance}>
          <p>{presencas.map(({ dia, marca }) => `${writtenDay(dia)}: ${MARKS[marca]}`).join('; ')}</p>
        </Part>
      )}
      {linhas.length > 0 && (
        <Part title={words.lines}>
          <p>{linhas.map(noted).join('; ')}</p>
        </Part>
      )}
      <Part title={words.looks.title}>
        <p>{lastOpened ? words.looks.last(writtenDay(lastOpened.dia)) : words.looks.none}</p>
        {abertaEm.length > 0 && (
          <p>{words.looks.byLink(abertaEm.map((moment) => brazilianMoment(new Date(moment))).join('; '))}</p>
        )}
      </Part>
    </>
  );
}

type Noted = NonNullable<OwnData['linhas']>[number];

const noted = ({ especie: kind, texto: text, dia: day, ate: until }: Noted) =>
  `${LINE_KINDS[kind].label}: ${lineInWords({ kind, text, day, until }) || words.otherPeople}`;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="own-data__part stack gap-2">
    <h3 className="situation__do">{title}</h3>
    {children}
  </section>
);
