import type { ListedEnrolment } from '../../app/admin/api/enrolments.ts';
import { followUpIn, summaryOf } from '../../app/admin/api/follow-up.ts';
import type { Changed } from '../../app/admin/api/follow-up-shape.ts';
import { factsOf } from '../../app/admin/enrolment/EvidenceStrip.tsx';
import { preparedMessages } from '../../domain/desk/family-message.ts';
import {
  answersOf,
  nameOf,
  printTitle,
  type StoredEnrolment,
  sheetOf,
  written,
} from '../../domain/desk/sheet.ts';
import { cellOf, type ExportedEnrolment } from '../../domain/desk/spreadsheet.ts';
import { FIELDS, type Field, type FieldName } from '../../domain/enrolment/fields.ts';
import { readIncidentFacts } from '../../server/incident/facts.ts';
import { get, rpc } from '../support/desk.ts';
import type { TestServer } from '../support/server.ts';

/** A value as it is stored. */
export type Stored = string | number | null;

export type ReaderContext = {
  server: TestServer;
  /** Of a direção. */
  token: string;
  id: string;
  protocol: string;
  /** The class of the person, who is approved. */
  group: string;
  /** The row of the list as it was read before anything was corrected. */
  listed: ListedEnrolment;
  /** The row of the list as it is read now. */
  row: Row;
};

type Row = Record<string, Stored>;

/**
 * A place where somebody reads answers. `shows` gives what it shows for a field; `as` converts a stored value
 * to the form that it shows.
 */
export type Reader = {
  fields: readonly FieldName[];
  shows: (asked: ReaderContext, field: Field & { name: FieldName }) => Promise<unknown>;
  as?: (field: Field & { name: FieldName }, value: Stored) => unknown;
};

const EVERY = FIELDS.filter(({ control }) => control !== 'file').map(({ name }) => name);
const ON_SHEET = EVERY.filter((name) => !['motivacao', 'objetivos'].includes(name));
export const COLUMN = Object.fromEntries(FIELDS.map(({ name, column }) => [name, column])) as Record<
  FieldName,
  string
>;

const ask = async <Body>(
  { server, token }: Pick<ReaderContext, 'server' | 'token'>,
  name: string,
  body: object,
): Promise<Body> => (await rpc(server, token, name, body)).body as Body;
export const listedRow = async (asked: Omit<ReaderContext, 'listed' | 'row'>): Promise<Row> => {
  const filtro = { busca: asked.protocol, colunas: ['*'] };
  const { rows } = await ask<{ rows: { id: string; row: Row }[] }>(asked, 'lista_de_inscricoes', {
    filtro,
  });
  return rows.find(({ id }) => id === asked.id)?.row ?? {};
};
export const storedOf = (row: Row): StoredEnrolment => ({
  ...answersOf(row),
  id: String(row.id),
  arrivedAt: String(row.created_at),
  protocol: String(row.protocolo),
});
const inWords = ({ name }: { name: FieldName }, value: Stored) => written(name, value);

/** How the class list names an answer. */
const IN_CLASS: readonly FieldName[] = [
  'nomeCompleto',
  'telefoneWhatsapp',
  'nomeResponsavel',
  'telefoneResponsavel',
  'contatoRecados',
  'peso',
  'altura',
  'condicaoMedicaDetalhes',
];

/** How the incident's facts name an answer. */
const IN_FACTS = {
  nomeCompleto: 'name',
  dataNascimento: 'birth',
  telefoneWhatsapp: 'phone',
  email: 'email',
  nomeResponsavel: 'guardian',
  telefoneResponsavel: 'guardianPhone',
} as const satisfies Partial<Record<FieldName, string>>;

/** Every reader of answers at the desk, at the family's, and of the owner. */
export const READERS: Record<string, Reader> = {
  'the table': {
    fields: EVERY,
    shows: async (asked, { column }) => {
      const path = `/rest/v1/inscricoes_projeto?select=${column}&id=eq.${asked.id}`;
      const rows = (await (await get(asked.server, asked.token, path)).json()) as Row[];
      return rows[0]?.[column];
    },
  },
  'the list': { fields: EVERY, shows: async ({ row }, { column }) => row[column] },
  'the dialog, opened from a list that was read before': {
    fields: EVERY,
    shows: async (asked, { name }) => {
      const state = followUpIn(await ask<Changed>(asked, 'ficha', { inscricao: asked.id }));
      return { ...asked.listed, ...summaryOf(state) }[name];
    },
  },
  'the sheet, on the screen and in print': {
    fields: ON_SHEET,
    shows: async ({ row }, { name }) => {
      const cells = sheetOf(storedOf(row)).flatMap((section) => section.cells);
      return cells.find((cell) => cell.name === name)?.value;
    },
    as: inWords,
  },
  'the name of the print, and of the person': {
    fields: ['nomeCompleto'],
    shows: async ({ row }) => {
      const stored = storedOf(row);
      return [printTitle(stored.nomeCompleto), nameOf(stored)];
    },
    as: (_field, value) => [`Ficha-${String(value).replaceAll(' ', '_')}`, value],
  },
  'the facts above the sheet': {
    fields: ['cidade', 'rendaFamiliar', 'dataNascimento'],
    shows: async ({ listed, row }, { name }) => {
      const facts = factsOf({ ...listed, ...storedOf(row) }, false, '2026-11-27');
      return facts.find((fact) => fact.name === FACT[name as keyof typeof FACT])?.value;
    },
    as: ({ name }, value) =>
      name === 'dataNascimento'
        ? AGES[String(value)]
        : written(name, value).replace(/ salários? mínimos?$/, ''),
  },
  'the spreadsheet': {
    fields: ON_SHEET,
    shows: async ({ row }, { name }) => cellOf(exported(storedOf(row)), name),
    as: ({ name }, value) => cellOf(exported({ condicaoMedica: 'sim', [name]: value } as never), name),
  },
  'the class list': {
    fields: IN_CLASS,
    shows: async (asked, { name }) => {
      const list = await ask<Row[]>(asked, 'folha_da_turma', { turma: asked.group, com_saude: true });
      return list[0]?.[name === 'condicaoMedicaDetalhes' ? 'health' : name];
    },
  },
  'the class list’s age': {
    fields: ['dataNascimento'],
    shows: async (asked) => (await ask<Row[]>(asked, 'folha_da_turma', { turma: asked.group }))[0]?.idade,
    as: (_field, value) => Number(AGES[String(value)]?.split(' ')[0]),
  },
  'the search: the new finds, the old does not': {
    fields: [
      'nomeCompleto',
      'cpf',
      'telefoneWhatsapp',
      'nomeResponsavel',
      'telefoneResponsavel',
      'contatoRecados',
    ],
    shows: async (asked, { name }) => foundBy(asked, name, (value) => ({ busca: String(value) })),
  },
  'the filters': {
    fields: ['cidade', 'dataNascimento'],
    shows: async (asked, { name }) =>
      foundBy(asked, name, (value) =>
        name === 'cidade' ? { cidade: value } : { idade: GROUP[String(value)] },
      ),
  },
  'the cities to choose from': {
    fields: ['cidade'],
    shows: async (asked) => await ask<string[]>(asked, 'cidades_das_inscricoes', {}),
    as: (_field, value) => [value],
  },
  'the doubles': {
    fields: ['nomeCompleto', 'dataNascimento', 'cpf', 'telefoneWhatsapp'],
    shows: async (asked, { name }) => {
      const keys = await asked.server.value<string[]>(
        'select semelhancas as keys from private.acompanhamentos where inscricao_id = $1',
        asked.id,
      );
      const at = name === 'cpf' ? 0 : name === 'telefoneWhatsapp' ? 2 : 1;
      const values = VALUES[name] ?? [];
      return values.filter((value) => keys?.[at]?.includes(keyOf(name, value)));
    },
    as: (_field, value) => [value],
  },
  'the family’s messages': {
    fields: ['nomeCompleto', 'telefoneWhatsapp', 'telefoneResponsavel', 'sexo'],
    shows: async (asked, { name }) => {
      const state = followUpIn(await ask<Changed>(asked, 'ficha', { inscricao: asked.id }));
      const known = {
        ...state,
        confirmed: false,
        guardianUntil: '',
        eraseOn: null,
        link: null,
        today: '2026-11-27',
        own: {},
      };
      const messages = preparedMessages(storedOf(asked.row), known);
      if (name === 'nomeCompleto')
        return (VALUES[name] ?? []).filter((value) => messages[0]?.text.includes(firstOf(value)));
      if (name === 'sexo') return messages[0]?.text.includes('aprovada') ? 'feminino' : 'masculino';
      return messages.find(({ to }) => to === (name === 'telefoneWhatsapp' ? 'pessoa' : 'responsavel'))
        ?.phone;
    },
    as: ({ name }, value) => (name === 'nomeCompleto' ? [value] : value),
  },
  'the family’s page, by protocol and birth date': {
    fields: ['dataNascimento'],
    shows: async (asked) => {
      const open = async (nascimento: Stored) =>
        (
          await rpc(asked.server, asked.server.keys.anonKey, 'situacao_por_protocolo', {
            protocolo: asked.protocol,
            nascimento,
          })
        ).body;
      const opened = [];
      for (const value of VALUES.dataNascimento ?? []) if ((await open(value)) !== null) opened.push(value);
      return opened;
    },
    as: (_field, value) => [value],
  },
  'the incident’s report': {
    fields: Object.keys(IN_FACTS) as FieldName[],
    shows: async (asked, { name }) => {
      const facts = await asked.server.database.asOwner((tx) =>
        readIncidentFacts(tx, { from: '2020-01-01', to: '2099-01-01' }),
      );
      const person = facts.people.find(({ id }) => id === asked.id);
      return person?.[IN_FACTS[name as keyof typeof IN_FACTS]];
    },
  },
};

const FACT = { cidade: 'city', rendaFamiliar: 'income', dataNascimento: 'age' } as const;
const exported = (row: StoredEnrolment): ExportedEnrolment =>
  ({
    ...row,
    situation: 'nova',
    className: null,
    firstDay: null,
    reason: null,
    newPhone: null,
  }) as ExportedEnrolment;
const firstOf = (name: Stored) => String(name).split(' ')[0] ?? '';

/** By which of the two values, of those that were and are stored, the enrolment is found. */
async function foundBy(
  asked: ReaderContext,
  name: FieldName,
  filter: (value: Stored) => object,
): Promise<Stored | undefined> {
  const by = [];
  for (const value of VALUES[name] ?? []) {
    const { rows } = await ask<{ rows: { id: string }[] }>(asked, 'lista_de_inscricoes', {
      filtro: filter(value),
    });
    if (rows.some(({ id }) => id === asked.id)) by.push(value);
  }
  return by.length === 1 ? by[0] : String(by);
}

/** A value as the keys of doubles have it. */
const keyOf = (name: FieldName, value: Stored) =>
  name === 'nomeCompleto'
    ? String(value).toLowerCase()
    : name === 'dataNascimento'
      ? String(value)
      : String(value).replace(/\D/g, '');

/** What a text field holds before and after: words of its own, so that no search finds one by another's. */
const texts = (name: string): [string, string] => [
  `Antiga${name} Velha${name}`,
  `Correta${name} Nova${name}`,
];

/**
 * For each field a wrong answer and the one it is corrected to; text by default, other values by the field's
 * control.
 */
export const VALUES: Partial<Record<FieldName, [Stored, Stored]>> = Object.fromEntries(
  (FIELDS as readonly (Field & { name: FieldName })[]).flatMap((field): [FieldName, [Stored, Stored]][] => {
    const { name, control, options, range } = field;
    if (control === 'file' || control === 'age') return [];
    if (options) return [[name, Object.keys(options).slice(0, 2).reverse() as [string, string]]];
    if (range) return [[name, range.unit === 'kg' ? [50.5, 48.3] : [1.62, 1.58]]];
    if (control === 'date') return [[name, ['2012-03-05', '2015-04-06']]];
    if (control === 'cpf') return [[name, ['529.982.247-25', '111.444.777-35']]];
    if (control === 'tel')
      return [
        [name, name === 'telefoneWhatsapp' ? ['62988880001', '62977770002'] : ['62966660003', '62955550004']],
      ];
    if (control === 'email') return [[name, ['antigo@example.com', 'correto@example.com']]];
    if (name === 'contatoRecados') return [[name, ['33330001', '44440002']]];
    return [[name, texts(name)]];
  }),
);

/** Years on the day of the tests' facts, and the filter's group, of each birth date. */
const AGES: Record<string, string> = { '2012-03-05': '14 anos', '2015-04-06': '11 anos' };
const GROUP: Record<string, string> = { '2012-03-05': 'adolescente', '2015-04-06': 'crianca' };
