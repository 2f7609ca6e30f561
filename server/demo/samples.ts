import { randomUUID } from 'node:crypto';
import { schedule } from '../../content/home.ts';
import { ageOn, laterDay, todayInBrazil } from '../../domain/dates.ts';
import { NEEDS_REASON, type Situation } from '../../domain/desk/situations.ts';
import { DOCUMENT_BUCKET, documentPath } from '../../domain/document/document.ts';
import { newPersonalCode, uploadIdOf } from '../../domain/personal-code.ts';
import { classInWords } from '../../domain/timetable.ts';
import { YOUTH } from './classes.ts';
import { ANIMALS_AND_PLANTS, DOMAIN, PLACES, PUBLISHED_CPFS } from './names.ts';
import type { SampleDocument } from './sample-documents.ts';

/** What a made-up family of the desk's list sent, and what became of it. */
export type Sample = {
  /** Columns of `inscricoes_projeto`. */
  answers: Record<string, unknown>;
  /** Columns of `acompanhamentos` that somebody decided. */
  decided: Record<string, unknown>;
  /** The personal code of the family's link. */
  code: string;
  /** The uuid that begins the document's name. */
  submission: string;
  document: SampleDocument;
  /** Another document that the family sent by its link. */
  later: SampleDocument | null;
  /** What the family asked for by its link. */
  asks: 'desistir' | 'telefone' | null;
};

/** How many samples there are; whoever comes after them is made in bulk. */
export const SAMPLES = 60;

/** How a sample differs from the others; numbers refer to samples, 0 is the newest. */
type Plan = {
  situation?: Situation;
  /** Whose sister or brother it is: same guardian, telephone, address and last name. */
  siblingOf?: number;
  /** Who was enrolled before and is again. */
  repeats?: number;
  /** What a minor's answers have of the guardian, when not all. */
  guardian?: 'name' | 'nothing';
  toNotify?: boolean;
  later?: SampleDocument;
  asks?: 'desistir' | 'telefone';
  age?: number;
};

/** The first page of the list shows every kind; most on it are new and nothing else. */
const PLANS: readonly Plan[] = [
  { age: 7 },
  { age: 10, siblingOf: 0 },
  { repeats: 8 },
  { age: 16, guardian: 'nothing' },
  { age: 9, situation: 'falta-documento', later: 'photo' },
  { age: 8, asks: 'telefone' },
  { age: 11 },
  { age: 13 },
  { age: 12 },
  { age: 15, guardian: 'name' },
  { age: 24 },
  { age: 9 },
  { age: 10, situation: 'aprovada', toNotify: true },
  { age: 9, situation: 'aprovada', asks: 'desistir' },
  { age: 14 },
  { age: 11, situation: 'em-analise' },
  { age: 13, situation: 'falta-documento', toNotify: true },
  { age: 31, situation: 'nao-aprovada', toNotify: true },
  { age: 6, situation: 'lista-de-espera' },
  { age: 12, situation: 'desistiu' },
  { age: 10, situation: 'falta-documento', later: 'pdf' },
  { age: 17, situation: 'aprovada', toNotify: true },
  { age: 8 },
  { age: 7, situation: 'lista-de-espera' },
  { age: 10 },
  { age: 14, situation: 'aprovada', toNotify: true },
  { age: 8, situation: 'aprovada', siblingOf: 25 },
  { age: 12, situation: 'aprovada', siblingOf: 25 },
];
const LATER_SITUATIONS: readonly Situation[] = [
  ...(['aprovada', 'lista-de-espera', 'aprovada', 'nao-aprovada', 'aprovada'] as const),
  ...(['falta-documento', 'aprovada', 'desistiu', 'aprovada', 'em-analise'] as const),
];
const LATER_AGES = [9, 12, 16, 7, 28, 10, 14, 11, 8, 13, 17, 6, 35];

const REASONS: Partial<Record<Situation, string>> = {
  'falta-documento': 'A foto está tremida: o nome e o NIS não aparecem.',
  'nao-aprovada': 'As vagas deste semestre acabaram.',
};

const FIXED_CLASSES = schedule.filter(({ time }) => time).map(classInWords);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The newest `count` of the samples, at most SAMPLES: some arrived today, the oldest six weeks ago. */
export function samplesOf(count: number, now = new Date()): Sample[] {
  const all = Array.from({ length: SAMPLES }, (_, at) => sampleAt(at, now));
  return all.slice(0, count);
}

const planAt = (at: number): Plan =>
  PLANS[at] ?? {
    situation: LATER_SITUATIONS[at % LATER_SITUATIONS.length],
    age: LATER_AGES[at % LATER_AGES.length],
  };

function sampleAt(at: number, now: Date): Sample {
  const plan = planAt(at);
  const { situation = 'nova', later = null, asks = null } = plan;
  const code = newPersonalCode();
  const submission = uploadIdOf(code);
  const document = situation === 'falta-documento' ? 'blurred' : at % 3 === 1 ? 'pdf' : 'photo';
  const hoursAgo = 0.03 + 0.28 * at ** 2;
  const arrived = new Date(now.getTime() - hoursAgo * HOUR_MS);
  const answers = { ...answersOf(at, arrived, now), cadastro_unico_url: addressOf(submission, document) };
  const decided = decisionOf(answers.id, plan, situation, answers.idade, hoursAgo, now);
  return { answers, decided, code, submission, document, later, asks };
}

/** Where a document is stored, as the form would write it. */
export function addressOf(submission: string, document: SampleDocument): string {
  return `https://www.example.com/storage/v1/object/public/${DOCUMENT_BUCKET}/${pathOf(submission, document)}`;
}

export const pathOf = (submission: string, document: SampleDocument) =>
  documentPath(submission, `exemplo.${kindOfDocument(document)}`);

export const kindOfDocument = (document: SampleDocument) => (document === 'pdf' ? 'pdf' : 'jpg');

function answersOf(at: number, arrived: Date, now: Date) {
  const plan = planAt(at);
  const who = plan.repeats ?? at; // whose name, birth and numbers these are
  const family = planAt(who).siblingOf ?? who;
  const age = planAt(who).age ?? 10;
  const [day, today] = [todayInBrazil(arrived), todayInBrazil(now)];
  const birth = laterDay(
    `${Number(today.slice(0, 4)) - age}${today.slice(4).replace('-02-29', '-02-28')}`,
    -45 - ((who * 37) % 240),
  );
  const years = ageOn(birth, day) ?? age;
  const minor = years < 18;
  const lastName = wordAt(PLACES, family * 7 + Math.floor(family / 30));
  const telephone = `6290${String(family + 1).padStart(7, '0')}`;
  const ill = at % 11 === 5;
  return {
    id: randomUUID(),
    created_at: arrived.toISOString(),
    nome_completo: `${wordAt(ANIMALS_AND_PLANTS, who)} ${lastName} de Demonstração ${who + 1}`,
    data_nascimento: birth,
    idade: years,
    sexo: who % 2 === 0 ? 'feminino' : 'masculino',
    cpf: cpfAt(who),
    cidade: family % 4 === 3 ? `Vila Exemplo ${1 + (family % 5)}` : 'Cidade Exemplo',
    endereco_completo: `Rua de Demonstração, ${family + 1}, CEP 76000-000`,
    telefone_whatsapp: telephone,
    email: `pessoa${at + 1}@${DOMAIN}`,
    nome_responsavel:
      minor && plan.guardian !== 'nothing'
        ? `Responsável ${wordAt(ANIMALS_AND_PLANTS, family + 11)} ${lastName}`
        : null,
    telefone_responsavel: minor && !plan.guardian ? telephone : null,
    contato_recados: at % 6 === 0 ? `Tia de demonstração, (62) 90000-${8001 + at}` : null,
    nivel_escolaridade: years < 15 ? 'fundamental-incompleto' : minor ? 'medio-incompleto' : 'medio-completo',
    escola: minor ? `Escola Exemplo ${1 + (family % 4)}` : null,
    serie_ano: minor ? (years < 15 ? `${Math.max(1, years - 5)}º ano` : `${years - 14}ª série`) : null,
    renda_familiar: ['ate-1', '1-2', 'ate-1', '1-2', '2-3'][family % 5],
    peso: Math.min(78, 4 + years * 3.4),
    altura: Math.min(1.74, 0.82 + years * 0.06),
    condicao_medica: ill ? 'sim' : 'nao',
    condicao_medica_detalhes: ill ? 'Asma, só para demonstração' : 'Nenhuma',
  };
}

/** The first have one whose check digits are right; of the others each has ten digits, which is nobody's and which the desk warns of. */
const cpfAt = (who: number) =>
  PUBLISHED_CPFS[who] ??
  `${String(who + 1)
    .padStart(9, '0')
    .replace(/(...)(...)(...)/, '$1.$2.$3')}-${who % 10}`;

function decisionOf(id: string, plan: Plan, situacao: Situation, age: number, hoursAgo: number, now: Date) {
  const decidedAgo = Math.max(hoursAgo / 2, hoursAgo - 72) * HOUR_MS;
  const isDecided = situacao !== 'nova';
  const decidida = isDecided ? new Date(now.getTime() - decidedAgo).toISOString() : null;
  const approved = situacao === 'aprovada';
  const [children, ...others] = FIXED_CLASSES;
  const turma = age < YOUTH ? children : (others[age % Math.max(1, others.length)] ?? children);
  const firstDay = new Date(now.getTime() - decidedAgo + 7 * DAY_MS);
  return {
    inscricao_id: id,
    situacao,
    motivo: NEEDS_REASON.includes(situacao) ? REASONS[situacao] : null,
    decidida_em: decidida,
    versao: isDecided ? 2 : 1,
    turma: approved || situacao === 'lista-de-espera' ? (turma ?? null) : null,
    espera_desde: situacao === 'lista-de-espera' ? decidida : null,
    primeiro_dia: approved && turma ? todayInBrazil(firstDay) : null,
    a_avisar: plan.toNotify ?? false,
    cadunico_confere: approved,
    situacao_avaliada: approved,
    responsavel_confirmou: approved && age < 18,
  };
}

const wordAt = (words: readonly string[], at: number) => words[at % words.length] ?? '';
