import { type OpeningHours, written } from '../../content/brand.ts';
import { nationalDigits, phoneInWords } from '../contact.ts';
import { cleaned } from '../enrolment/answers.ts';
import { hoursInWords } from '../opening-hours.ts';
import { type CentreFacts, FACT_NAMES, type FactName } from './facts.ts';

/** Facts as they stand in their inputs: the telephone and the hours as families read them, one line each. */
export type TypedFacts = Record<FactName, string>;

/** What stands in the inputs, of what is published; the rest as content/ says it. */
export function shownFacts(facts: Partial<CentreFacts>): TypedFacts {
  const all = { ...written, ...facts };
  return Object.fromEntries(FACT_NAMES.map((name) => [name, factInWords(name, all)])) as TypedFacts;
}

/** A fact as families read it. */
function factInWords(name: FactName, facts: CentreFacts): string {
  if (name === 'hours') return facts.hours.map(hoursInWords).join('\n');
  return name === 'phone' ? phoneInWords(facts.phone) : facts[name];
}

/** What is published of what is typed; what cannot be read stays as it is typed, so that its bounds refuse it. */
export function readFacts(typed: TypedFacts): CentreFacts {
  const texts = Object.fromEntries(FACT_NAMES.map((name) => [name, cleaned(typed[name])]));
  const { phone = '', state = '', handle = '', siteUrl = '' } = texts;
  return {
    ...(texts as unknown as CentreFacts),
    siteUrl: siteUrl.replace(/\/$/, ''),
    phone: nationalDigits(phone) || phone,
    state: state.toUpperCase(),
    handle: handle.replace(/^(?=[^@])/, '@'),
    hours: cleaned(typed.hours, 'lines').split('\n').map(readHours),
  };
}

const HOUR = '(\\d{1,2})(?:h|:)(\\d\\d)?';
const LINE = new RegExp(
  `^(\\p{L}+)(?:-feira)?(?: a (\\p{L}+)(?:-feira)?)?,? (?:das |de )?${HOUR} (?:às|as|a|até) ${HOUR}[.;]?$`,
  'iu',
);

/** `Segunda a sexta, das 14h às 21h30`, as `hoursInWords` writes it. */
function readHours(line: string): OpeningHours {
  const [, from = line, to, opens = '', minutes = '00', closes = '', last = '00'] = LINE.exec(line) ?? [];
  const hours = {
    from: from.toLowerCase(),
    ...(to && { to: to.toLowerCase() }),
    opens: `${opens.padStart(2, '0')}:${minutes}`,
    closes: `${closes.padStart(2, '0')}:${last}`,
  };
  return hours as OpeningHours; // its bounds are CENTRE_FACTS
}
