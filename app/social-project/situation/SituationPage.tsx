import { type ReactNode, useEffect, useRef } from 'react';
import { brand } from '../../../content/brand.ts';
import { situation } from '../../../content/situation.ts';
import { chatLink, phoneInWords, telLink } from '../../../domain/contact.ts';
import { brazilianDay, writtenDay } from '../../../domain/dates.ts';
import { guardianDeadline } from '../../../domain/enrolment/guardian.ts';
import { guardianLackText } from '../../../domain/enrolment/missing-guardian.ts';
import { momentAhead } from '../../../domain/spoken-moment.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { AnswerSteps } from '../parts/AnswerSteps.tsx';
import { AskForm } from './AskForm.tsx';
import type { FamilySituation } from './situation-api.ts';
import { useSituation } from './use-situation.ts';
import '../../ui/fields.css';
import './situation.css';
// Here, so that they are in the page: what is sent from it comes later (use-situation.ts).
import '../../document/picker.css';
import '../sending/not-sent.css';

/** Where a family reads the situation of its enrolment: by its link, or by protocol and birth date. Source: docs/ux.md §6.5. */
export function SituationPage() {
  const { asking, ask, update, leave } = useSituation();
  const { step } = asking;
  const { BetterPhoto, FamilyRequests, GuardianForm } = (step === 'answered' && asking.parts) || {};
  const byCode = (step === 'asking' || step === 'failed') && 'code' in asking.question;
  const code = (step === 'answered' && 'code' in asking.question && asking.question.code) || '';
  const chat = chatLink(brand.phone, situation.chatMessage);

  return (
    <section className="page situation stack" aria-labelledby="situacao-titulo">
      <h1 id="situacao-titulo">{situation.title}</h1>
      <p className="lead">{situation.lead}</p>
      <noscript>
        <p className="notice notice--warning">
          {situation.withoutJavaScript[0]}
          <a href={chat ?? undefined}>{phoneInWords(brand.phone)}</a>
          {situation.withoutJavaScript[1]}
        </p>
      </noscript>
      {step === 'asking' && byCode && (
        <p role="status">
          <Spinner /> {situation.opening}
        </p>
      )}
      {step === 'answered' && asking.note && <Alert tone="success" title={asking.note} />}
      {step === 'answered' && (
        <SituationAnswer answer={asking.answer}>
          {BetterPhoto && asking.answer.podeEnviarDocumento && (
            <BetterPhoto
              code={code}
              onSent={({ answer, received, limited }) =>
                update(
                  asking.question,
                  answer,
                  received
                    ? situation.better.thanks
                    : limited
                      ? situation.requests.tooMany
                      : situation.better.notNeeded,
                )
              }
            />
          )}
          {GuardianForm && asking.answer.falta?.[0] && asking.answer.proprio && (
            <GuardianForm
              code={code}
              lacks={asking.answer.falta}
              onSent={(answer) => update(asking.question, answer, situation.guardian.thanks)}
            />
          )}
        </SituationAnswer>
      )}
      {FamilyRequests && step === 'answered' && asking.answer.pedidos && (
        <FamilyRequests
          key={code} // nobody reads what another link opened
          code={code}
          answer={asking.answer}
          onSent={(answer, note) => update(asking.question, answer, note)}
        />
      )}
      {step === 'nobody' && <Alert title={situation.nobody} />}
      {step === 'too-many' && (
        <Alert
          title={situation.tooMany(
            momentAhead(wholeMinute(asking.until), new Date()),
            phoneInWords(brand.phone),
          )}
        />
      )}
      {step === 'failed' && (
        <Alert title={situation.failed}>
          <p>{asking.text}</p>
          <SecondaryButton onClick={() => ask(asking.question)}>{situation.again}</SecondaryButton>
        </Alert>
      )}
      {step !== 'answered' && !byCode && <AskForm busy={step === 'asking'} onAsk={ask} />}
      <p className="actions">
        {chat && (
          <ChatLink className="button button--secondary" href={chat}>
            {situation.chat}
          </ChatLink>
        )}
        <a className="button button--secondary" href={telLink(brand.phone) ?? undefined}>
          {situation.call(phoneInWords(brand.phone))}
        </a>
      </p>
      {(step === 'answered' || byCode) && (
        <p>
          <button className="link-button" type="button" onClick={leave}>
            {situation.another}
          </button>
        </p>
      )}
    </section>
  );
}

/** The first whole minute that is not before it. */
const wholeMinute = (iso: string) => new Date(Math.ceil(Date.parse(iso) / 60_000) * 60_000);

/** The situation in plain words, since when, and what to do; the heading takes the focus. `children`: what can be done here. */
function SituationAnswer({ answer, children }: { answer: FamilySituation; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus
  useEffect(() => heading.current?.focus(), [answer]);
  const words = situation.each[answer.situacao];
  const lacks = answer.falta ?? [];
  const waits = answer.situacao === 'nova' || answer.situacao === 'em-analise';
  const missing = Number(answer.podeEnviarDocumento ?? false) + Math.min(1, lacks.length);

  return (
    <section
      className={`notice situation__answer${lacks.length === 0 ? (TONES[answer.situacao] ?? '') : ' notice--warning'}`}
      aria-labelledby="situacao"
    >
      <h2 className="title-3" id="situacao" tabIndex={-1} ref={heading}>
        {words.title}
      </h2>
      <p>{words.text}</p>
      {answer.motivo && <p>{situation.reason(answer.motivo.trim())}</p>}
      {answer.turma && (
        <p>
          {answer.situacao === 'lista-de-espera'
            ? situation.waitsFor(answer.turma)
            : situation.class(answer.turma)}
        </p>
      )}
      {answer.atualizadoEm && <p>{situation.updated(brazilianDay(answer.atualizadoEm))}</p>}
      {answer.primeiroDia && <p>{situation.firstDay(writtenDay(answer.primeiroDia))}</p>}
      <h3 className="situation__do">{missing > 0 ? situation.missing(missing) : situation.doNow}</h3>
      {lacks.length === 0 ? (
        <p>{waits && !answer.pedidos ? situation.byPair : words.next}</p>
      ) : (
        <>
          {!waits && <p>{words.next}</p>}
          <p>{guardianLackText(lacks)}</p>
          <p>
            <strong>{guardianDeadline(answer.faltaAte ?? '')}</strong>{' '}
            {answer.proprio ? situation.sendGuardian : situation.sendGuardianByChat}
          </p>
        </>
      )}
      {children}
      {answer.situacao !== 'desistiu' && (
        <AnswerSteps
          arrived={answer.situacao === 'nova' ? answer.desde : null}
          isAnswered={ANSWERED.has(answer.situacao)}
        />
      )}
      <p className="field__hint">{situation.since(brazilianDay(answer.desde))}</p>
    </section>
  );
}

/** Of a family that has its answer. */
const ANSWERED: ReadonlySet<FamilySituation['situacao']> = new Set([
  'aprovada',
  'lista-de-espera',
  'nao-aprovada',
]);

/** A tone where the family should act or may be glad; the words say it too. */
const TONES: Partial<Record<FamilySituation['situacao'], string>> = {
  'falta-documento': ' notice--warning',
  aprovada: ' notice--success',
};
