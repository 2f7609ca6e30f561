import { type ActionData, actionsThat } from '../../content/audit.ts';
import { brand } from '../../content/brand.ts';
import { addressInWords, phoneInWords } from '../../domain/contact.ts';
import { ageOn, writtenDay } from '../../domain/dates.ts';
import { fieldOf, SECTIONS } from '../../domain/desk/sheet.ts';
import type { Field } from '../../domain/enrolment/fields.ts';
import { workingDaysAfter } from '../../domain/working-days.ts';
import type { IncidentFacts, IncidentRequest } from './facts.ts';
import { columnsInWords, filled } from './report.ts';

/** Working days to notify ANPD and the people. Source: Resolution CD/ANPD 15/2024, articles 6 and 9. */
const TERM_DAYS = 3;

const FILL_IN = '[PREENCHER]';

/** The lines of ANPD's form, filled in as far as the data allows; the rest says FILL_IN. Source: Resolution CD/ANPD 15/2024, article 6 § 2. */
export function incidentDraft(request: IncidentRequest, facts: IncidentFacts): string[] {
  const { from, to, known, today } = request;
  const term = workingDaysAfter(known, TERM_DAYS);
  return [
    '5. RASCUNHO DA COMUNICAÇÃO À ANPD (Resolução CD/ANPD 15/2024)',
    `Prazo: ${writtenDay(term)}, ${TERM_DAYS} dias úteis depois de ${writtenDay(known)}, para a ANPD e para as famílias.`,
    'Contamos de segunda a sexta. Feriados não entram na conta: se houver um no meio, confira o dia.',
    `Onde: formulário de comunicação de incidente em www.gov.br/anpd. Complete em até 20 dias úteis. ${FILL_IN} é o que só o centro sabe.`,
    '',
    `Controlador: ${brand.name}, CNPJ ${brand.cnpj}, ${addressInWords(brand)}`,
    `Agente de pequeno porte: ${FILL_IN} (dados de saúde e de crianças costumam tirar o prazo em dobro: conte ${TERM_DAYS} dias)`,
    `Quem responde pelos dados: ${brand.dataContact}, ${phoneInWords(brand.phone)}, ${brand.email}`,
    `Operador (hospedagem): ${brand.host}`,
    `Data do incidente: entre ${writtenDay(from)} e ${writtenDay(to)} (o período pesquisado)`,
    `Data em que o centro soube: ${writtenDay(known)}`,
    `Motivo da demora: ${today > term ? `${FILL_IN} (o prazo já passou)` : 'não se aplica até o dia do prazo'}`,
    `O que aconteceu e por quê: ${FILL_IN}`,
    `Pessoas afetadas: ${peopleInWords(request, facts)}`,
    `Total de pessoas nesta atividade: ${facts.total}`,
    'Dados afetados:',
    ...dataInWords(facts),
    'Medidas de segurança de antes: conta e senha de cada pessoa da equipe; saída depois de 15 minutos sem uso; documentos fechados, com link de 60 segundos; regras de acesso no próprio banco; registro de acessos que não se altera; prazos de guarda com apagamento.',
    `Medidas depois do incidente: ${FILL_IN} (contas fechadas, senhas trocadas)`,
    'Riscos para as pessoas: golpe ou fraude com nome, CPF e NIS; contato indesejado; exposição de saúde, renda e endereço, também de crianças.',
    `Medidas para reduzir o dano: ${FILL_IN} (aviso a cada família, texto em docs/plano-de-incidente.md)`,
    `Famílias avisadas em: ${FILL_IN}`,
    '',
    'Guarde o registro do incidente por 5 anos, mesmo se não comunicar.',
  ];
}

/** What a sheet shows of the fields that are `wanted`. */
function answersInWords(wanted: (field: Field) => boolean): string {
  const fields = SECTIONS.flatMap(([, names]) => names).map(fieldOf);
  const words = fields
    .filter((field) => wanted(field) && field.control !== 'file')
    .map(({ sheetLabel }) => sheetLabel);
  return words.join(', ');
}

/** Number of people, how certain, and their age groups; the age of erased people is unknown. */
function peopleInWords({ to }: IncidentRequest, { people, readsUnrecorded, total }: IncidentFacts): string {
  const named = people.filter(({ actions }) => actions.length > 0).length;
  const ages = people.flatMap(({ birth }) => (birth === null ? [] : (ageOn(birth, to) ?? [])));
  const among = (least: number, most: number) => ages.filter((age) => age >= least && age <= most).length;
  const sure = `${people.length} (ficha ou documento vistos ou mudados: ${named}; só podem ter aparecido na lista ou numa planilha: ${people.length - named})`;
  const groups = `crianças até 11 anos: ${among(0, 11)}; adolescentes: ${among(12, 17)}; pessoas idosas: ${among(60, 999)}; sem idade aqui, já apagadas: ${people.length - ages.length}`;
  return `${sure}; ${groups}${readsUnrecorded ? `. No Supabase não se sabe quem foi visto: conte ${total}` : ''}`;
}

/** The kinds of data that the recorded actions exposed. */
function dataInWords({ actions, exports, readsUnrecorded }: IncidentFacts): string[] {
  const done = (kind: ActionData) => actions.some(({ action }) => actionsThat(kind).includes(action));
  const columns = [...new Set(exports.flatMap((one) => one.columns))];
  const kinds = filled(
    done('list') && 'lista: as respostas de cada inscrição que apareceu (a página recebe a ficha inteira)',
    done('sheet') &&
      `ficha: ${answersInWords((field) => field.privacy !== 'health')}; dados de saúde (${answersInWords((field) => field.privacy === 'health')})`,
    done('document') && 'comprovante do Cadastro Único: nome, NIS, família',
    exports.length > 0 && `planilha: ${columnsInWords(columns)}`,
    done('change') && 'houve mudança ou apagamento (veja a parte 2)',
    readsUnrecorded && 'leituras não anotadas (Supabase): conte tudo o que há na ficha e o comprovante',
  );
  return kinds.length > 0 ? kinds.map((kind) => `  - ${kind}`) : [`  - ${FILL_IN} (nada anotado no período)`];
}
