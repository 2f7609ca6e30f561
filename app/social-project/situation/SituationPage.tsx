import { type ReactNode, useEffect, useRef } from 'react';
import { brand } from '../../../content/brand.ts';
import { situation } from '../../../content/situation.ts';
import { chatLink, phoneInWords, telLink } from '../../../domain/contact.ts';
import { brazilianDay, writtenDay } from '../../../domain/dates.ts';
import { guardianDeadline } from '../../../domain/enrolment/guardian.ts';
import { guardianLackText } from '../../../domain/enrolment/missing-guardian.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { momentAhead } from '../../../domain/spoken-moment.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
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
  const { BetterPhoto, FamilyRequests, GuardianForm, RenewalForm } =
    (step === 'answered' && asking.parts) || {};
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
      {RenewalForm && step === 'answered' && asking.answer.renovacao && (
        <RenewalForm
          code={code}
          answer={asking.answer}
          onSent={(answer, note) => update(asking.question, answer, note)}
        />
      )}
      {code && step === 'answered' && asking.answer.renovacao && !RenewalForm && (
        <div className="notice notice--info stack gap-3">
          <p>{situation.renewalByChat}</p>
          {chat && (
            <ChatLink className="button" href={chat}>
              {situation.chat}
            </ChatLink>
          )}
        </div>
      )}
      {step === 'answered' && (
        <SituationAnswer
          answer={asking.answer}
          protocol={asking.protocol}
          photo={
            BetterPhoto &&
            asking.answer.podeEnviarDocumento && (
              <BetterPhoto
                code={code}
                onSent={({ answer, received, limited }) => {
                  const { better, requests } = situation;
                  const refused = limited ? requests.tooMany : better.notNeeded;
                  void update(asking.question, answer, received ? better.thanks : refused);
                }}
              />
            )
          }
          guardian={
            GuardianForm &&
            asking.answer.falta?.[0] &&
            asking.answer.proprio && (
              <GuardianForm
                code={code}
                lacks={asking.answer.falta}
                isSecond={asking.answer.podeEnviarDocumento}
                onSent={(answer) => update(asking.question, answer, situation.guardian.thanks)}
              />
            )
          }
        />
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
      {step !== 'answered' && !byCode && <AskForm onAsk={ask} />}
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

type AnswerProps = {
  answer: FamilySituation;
  /** Eight digits; null where it is not known. */
  protocol: string | null;
  photo: ReactNode;
  guardian: ReactNode;
};

/** The situation in plain words: what is missing first, then the rest; the heading takes the focus. */
function SituationAnswer({ answer, protocol, photo, guardian }: AnswerProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus, or what is asked above it
  useEffect(() => (document.getElementById('renovacao') ?? heading.current)?.focus(), [answer]);
  const words = situation.each[answer.situacao];
  const lacks = answer.falta ?? [];
  const waits = answer.situacao === 'nova' || answer.situacao === 'em-analise';
  const lacksDocument = answer.situacao === 'falta-documento';
  const missing = answer.falta ? Number(lacksDocument) + Math.min(1, lacks.length) : 0; // of a protocol not all is told
  const reason = answer.motivo && situation.reason(answer.motivo.trim());
  const about = (
    <>
      <p>{(lacksDocument && reason) || words.text}</p>
      {!lacksDocument && reason && <p>{reason}</p>}
    </>
  );
  const next = waits && !answer.pedidos ? situation.byPair : words.next;

  return (
    <section
      className={`notice situation__answer${missing > 0 ? ' notice--warning' : answer.situacao === 'aprovada' ? ' notice--success' : ''}`}
      aria-labelledby="situacao"
    >
      <h2 className="title-3" id="situacao" tabIndex={-1} ref={heading}>
        {words.title}
      </h2>
      {protocol && <p className="field__hint">{situation.protocol(writtenProtocol(protocol))}</p>}
      {missing > 0 && <h3 className="situation__do">{situation.missing(missing)}</h3>}
      {lacksDocument && (
        <>
          {about}
          <p>{next}</p>
          {photo}
        </>
      )}
      {lacks.length > 0 && (
        <>
          <p>{guardianLackText(lacks)}</p>
          <p>
            <strong>{guardianDeadline(answer.faltaAte ?? '')}</strong>{' '}
            {answer.proprio ? situation.sendGuardian : situation.sendGuardianByChat}
          </p>
          {guardian}
        </>
      )}
      {!lacksDocument && about}
      {answer.turma && (
        <p>
          {answer.situacao === 'lista-de-espera'
            ? situation.waitsFor(answer.turma)
            : situation.class(answer.turma)}
        </p>
      )}
      {answer.atualizadoEm && <p>{situation.updated(brazilianDay(answer.atualizadoEm))}</p>}
      {answer.primeiroDia && <p>{situation.firstDay(writtenDay(answer.primeiroDia))}</p>}
      {missing === 0 && <h3 className="situation__do">{situation.doNow}</h3>}
      {!lacksDocument && (lacks.length === 0 || !waits) && <p>{next}</p>}
      <p className="field__hint">{situation.since(brazilianDay(answer.desde))}</p>
    </section>
  );
}
