import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { HOUR_MS, RESCUE_MS } from '../../app/social-project/draft/draft.ts';
import privacy from '../../content/privacy.md?raw';
import { project } from '../../content/social-project.ts';
import type { Field } from '../../domain/enrolment/fields.ts';
import { sources } from '../support/sources.ts';

/** Column → where its answer goes, with the FIELDS that the modules were loaded with. */
async function outcomes() {
  const { FIELDS } = await import('../../domain/enrolment/fields.ts');
  const { copyOf, newDraft } = await import('../../app/social-project/draft/draft.ts');
  const { newSubmission } = await import('../../app/social-project/sending/submit-enrolment.ts');
  const { sheetOf } = await import('../../domain/desk/sheet.ts');
  const { EXPORT_COLUMNS } = await import('../../domain/desk/spreadsheet.ts');
  const fields: readonly Field[] = FIELDS;
  const texts = fields.filter(({ control }) => control !== 'file').map(({ name }) => [name, 'sim']);
  const { answers } = copyOf(newDraft(Object.fromEntries(texts), false, newSubmission(), 0));
  const stored = Object.fromEntries(fields.map(({ name }) => [name, 'sim'])) as never;
  const discreet = sheetOf(stored, { discreet: true }).flatMap(({ cells }) => cells);
  return Object.fromEntries(
    fields.map(({ name, column }) => [
      column,
      [
        ...(name in answers ? ['draft'] : []),
        ...(discreet.some((cell) => (cell.name as string) === name) ? ['print'] : []),
        ...(EXPORT_COLUMNS.some((it) => it.column === column && !it.sensitive) ? ['export'] : []),
      ].join(' '),
    ]),
  );
}

test('each answer goes where it may: copies of a draft, prints without health and income, exports, the', async () => {
  expect(await outcomes()).toEqual({
    nome_completo: 'draft print export',
    nome_social: 'print',
    data_nascimento: 'draft print export',
    idade: 'draft print export',
    sexo: 'draft print export',
    cpf: 'print',
    rg: 'print',
    orgao_expedidor: 'print',
    cidade: 'draft print export',
    endereco_completo: 'draft print',
    telefone_whatsapp: 'draft print export',
    email: 'draft print export',
    nome_responsavel: 'draft print export',
    telefone_responsavel: 'draft print export',
    contato_recados: 'draft print export',
    nivel_escolaridade: 'draft print export',
    escola: 'draft print export',
    serie_ano: 'draft print export',
    cadastro_unico_url: '',
    renda_familiar: '',
    peso: '',
    altura: '',
    condicao_medica: '',
    condicao_medica_detalhes: '',
    motivacao: 'draft',
    objetivos: 'draft',
  });
});

/** What families agree to and the record of processing call each answer about health. */
const HEALTH_IN_WORDS: Readonly<Record<string, string>> = {
  peso: 'peso',
  altura: 'altura',
  condicao_medica: 'condição médica',
  condicao_medica_detalhes: 'condição médica',
};

test('families agree to every answer about health by its name, and the record of processing has it', async () => {
  const { FIELDS } = await import('../../domain/enrolment/fields.ts');
  const health = FIELDS.filter(({ privacy }) => privacy === 'health').map(({ column }) => column);
  expect(Object.keys(HEALTH_IN_WORDS)).toEqual(health);
  const agreed = JSON.stringify(project.declaration.items);
  const [recorded = ''] =
    /^\| Dados sensíveis \|.*$/m.exec(readFileSync('docs/registro-de-tratamento.md', 'utf8')) ?? [];
  for (const words of Object.values(HEALTH_IN_WORDS)) {
    expect(agreed).toContain(words);
    expect(recorded).toContain(words);
  }
});

const PRIVACIES = ['ordinary', 'identity', 'income', 'health'] as const;

test('a new answer goes where its privacy lets it, without its name in any list', async () => {
  const { FIELDS } = await import('../../domain/enrolment/fields.ts');
  const added = PRIVACIES.map((privacy) => ({
    ...{ name: `nova_${privacy}`, column: `nova_${privacy}`, privacy, label: privacy },
    ...{ type: 'text', part: 3, control: 'text', sheetLabel: `Nova ${privacy}` },
  }));
  vi.resetModules();
  vi.doMock('../../domain/enrolment/fields.ts', () => ({ FIELDS: [...FIELDS, ...added] }));
  try {
    expect(await outcomes()).toMatchObject({
      nova_ordinary: 'draft print export',
      nova_identity: 'print',
      nova_income: '',
      nova_health: '',
    });
    const ficha = await sheetLine();
    expect(ficha).toMatch(
      /, Nova ordinary, Nova identity, Nova income.*; dados de saúde \(.*Nova health.*\)$/,
    );
  } finally {
    vi.doUnmock('../../domain/enrolment/fields.ts');
    vi.resetModules();
  }
});

/** The line of an incident report about an opened sheet. */
async function sheetLine() {
  const { incidentDraft } = await import('../../server/incident/draft.ts');
  const asked = {
    ...{ from: '2026-01-01', to: '2026-01-02', known: '2026-01-02', today: '2026-01-02' },
    contacts: false,
  };
  const facts = {
    actions: [{ action: 'viu_ficha' }],
    exports: [],
    people: [],
    total: 0,
    readsUnrecorded: false,
  };
  return incidentDraft(asked, facts as never).find((line) => line.startsWith('  - ficha:'));
}

test('an incident report tells what a sheet holds, health by itself', async () => {
  expect(await sheetLine()).toBe(
    '  - ficha: Nome Completo, Nome Social, Data de Nascimento, Idade, Sexo, CPF, RG, Órgão Expedidor, Cidade, Endereço Completo, Telefone/WhatsApp, E-mail, Nome do Responsável, Telefone do Responsável, Contato para Recados, Nível de Escolaridade, Escola, Série/Ano, Renda Familiar; dados de saúde (Peso, Altura, Possui Condição Médica?, Qual?)',
  );
});

/** What stays in a browser, a line for each key. */
const NOTICE = privacy.split('\n').filter((line) => line.startsWith('- **cc-'));

test('the privacy notice names every key that the pages keep in a browser, and no other', () => {
  const code = sources(['app'], /\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path));
  const keys = code.flatMap(({ text }) => [...text.matchAll(/(?<!BroadcastChannel\()'(cc-[a-z-]+)'/g)]);
  const stated = NOTICE.map((line) => /cc-[a-z]+/.exec(line)?.[0]);
  const cookies = sources(['server'], /known-devices\.ts$/).flatMap(({ text }) => [
    ...text.matchAll(/'(cc-[a-z-]+)'/g),
  ]);
  expect([...new Set([...keys, ...cookies].map(([, key]) => key))].sort()).toEqual(stated.sort());
  const setters = sources(['server'], /\.ts$/).filter(({ text }) => /setCookie\(/.test(text));
  expect(setters.map(({ path }) => path)).toEqual(['server/auth/routes.ts']);
  // Whoever writes there names its key: but two, that are handed theirs.
  const handed = ['app/ui/browser/storage.ts', 'app/api/stored-session.ts'];
  const nameless = code.filter(({ text }) => /\.setItem\(/.test(text) && !/'cc-/.test(text));
  expect(nameless.map(({ path }) => path).filter((path) => !handed.includes(path))).toEqual([]);
  expect(
    code.filter(({ text }) => /document\.cookie|cookieStore|indexedDB|\bcaches\.|serviceWorker/.test(text)),
  ).toEqual([]);
});

test('the form stores its draft where and as long as the notice and docs/ux.md §5 say', () => {
  const store = readFileSync('app/social-project/draft/draft-store.ts', 'utf8');
  const stored = [...store.matchAll(/\/\*\* (\w+Storage)(?!.*moment).*\nconst \w+ = '(cc-[a-z]+)';/g)];
  const terms = [
    ['closes', 'fechar a aba'],
    [`${RESCUE_MS / HOUR_MS} hours`, `${RESCUE_MS / HOUR_MS} horas`],
  ] as const;
  const inUx = readFileSync('docs/ux.md', 'utf8').match(/^\| .* \w+Storage `cc-.*$/gm);
  const inNotice = stored.map(([, , key]) => NOTICE.find((line) => line.includes(`**${key}**`)));
  const says = (term: 0 | 1) =>
    terms.map((words, at) => expect.stringMatching(new RegExp(`${stored[at]?.[1]}.*${words[term]}`)));
  expect(stored).toHaveLength(terms.length);
  expect(inUx).toEqual(says(0));
  expect(inUx?.map((row) => /`(cc-[a-z]+)`/.exec(row)?.[1])).toEqual(stored.map(([, , key]) => key));
  expect(inNotice).toEqual(says(1));
});

/** Where a name that a person's documents have is read, as such or as a column; everywhere else they are called by `nameOf`, in SQL `private.nome_de`. */
const FULL_NAME: Readonly<Record<string, string>> = {
  'domain/desk/sheet.ts': 'says what the two names are, and the title of a print',
  'app/admin/list/RowName.tsx': "the column 'Nome Completo'",
  'app/admin/numbers/numbers-file.ts': 'what a person is called, but for a championship',
  'app/admin/print/PrintedTerm.tsx': 'a text that is signed',
  'app/admin/print/use-sheet.tsx': 'the head and the title of a printed sheet',
  'app/social-project/situation/OwnAnswers.tsx': 'the copy that a family prints',
  'domain/desk/family-message.ts': 'a guardian, who has one name',
  'domain/desk/import.ts': 'the line of a spreadsheet',
  'domain/enrolment/fields.ts': 'the question',
  'domain/enrolment/doubts.ts': 'a doubt about its answer',
  'domain/enrolment/enrolment.ts': 'a problem of its answer',
  'app/social-project/form/autocomplete.ts': 'its control',
  'app/social-project/form/EnrolmentField.tsx': 'its control',
  'content/social-project.ts': 'its hint',
  'content/blank-form.ts': 'its hint',
  'server/incident/report.ts': 'families are told of an incident',
  'server/incident/facts.ts': 'both',
  'server/watch/supabase-rights.ts': 'whether the column may be written',
  'server/demo/samples.ts': 'samples are stored',
  'server/demo/bulk.ts': 'samples are stored',
  'private.completar_inscricao': 'the answer is checked',
  'private.derivar': 'order of that column, search, and who may be the same person',
  'private.acompanhar_inscricao': 'derives them anew',
  'private.familia': 'siblings have one surname',
  'private.importar_participantes': 'an import stores it',
  'private.nome_de': 'says which of the two',
  'private.participantes_do_periodo': 'a championship enrols by documents',
  'grant insert': 'the form stores it',
};

/** Where the chosen name is read by itself, as it may not be known at home. */
const CHOSEN_NAME =
  'app/admin/enrolment/follow-up/MessageCard.tsx app/admin/enrolment/state/use-messages.ts app/admin/list/RowName.tsx app/social-project/form/EnrolmentField.tsx content/blank-form.ts domain/desk/family-message.ts domain/desk/sheet.ts domain/enrolment/doubts.ts domain/enrolment/enrolment.ts domain/enrolment/fields.ts grant insert private.completar_inscricao private.dados_da_familia private.derivar private.nome_de';

test('a person is called by the name that they chose, and the full name stands where it has to: every place is one of these', () => {
  const files = sources(['app', 'content', 'domain', 'server'], /(?<!\.test(-data)?)\.tsx?$/);
  const statements = sources(['supabase/schemas'], /\.sql$/).flatMap(({ text }) =>
    text.split(/^(?=create |grant )/m).map((code) => ({
      path:
        /^create (?:view|function|trigger|policy) ([^\s(]+)|^grant \w+/.exec(code)?.[1] ??
        code.slice(0, 12).trim(),
      text: code.replaceAll(/--.*/g, ''),
    })),
  );
  const where = (read: RegExp) =>
    [...files, ...statements].flatMap(({ path, text }) => (read.test(text) ? [path] : [])).sort();
  const full = /\b(nomeCompleto|nome_completo|fullNameOf)\b/;
  expect([...new Set(where(full))]).toEqual(Object.keys(FULL_NAME).sort());
  expect([...new Set(where(/\b(nomeSocial|nome_social)\b/))].join(' ')).toBe(CHOSEN_NAME);
  // the follow-up's full name gives an order alone: `t` and `classe` are classes, the view's is what they are called
  const people = statements.filter(({ text }) => /\bprivate\.(acompanhamentos|lixeira|prazos)\b/.test(text));
  const named = people.filter(({ text }) => /(?<!\b(?:t|outra|classe|f|new))\.nome\b/.test(text));
  expect(named.map(({ path }) => path)).toEqual([
    ...['private.lista_da_lixeira', 'private.salvar_turma', 'private.terminar_turma'], // of the last two a class's
  ]);
});
