import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What somebody adds by a guide of CONTRIBUTING: its heading there, and the first steps alone. */
export type Addition = { guide: string; make: (folder: string) => void };

/** Later than every migration; one for each copy of the project. */
const MIGRATION = 'supabase/migrations/29991231000000_prova_do_guia.sql';

/** Replaces `from`, which stands once in the file. */
function edit(folder: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  if (text.split(from).length !== 2)
    throw new Error(`${file} does not hold '${from}' once: change prove/guides/additions.ts`);
  writeFileSync(
    join(folder, file),
    text.replace(from, () => to),
  );
}

const migrate = (folder: string, ...statements: readonly string[]) =>
  appendFileSync(join(folder, MIGRATION), `${statements.join(';\n')};\n`);

const FIELDS = 'domain/enrolment/fields.ts';
const ENROLMENTS = 'supabase/schemas/04_inscricoes_projeto.sql';
const SEARCH = 'supabase/schemas/07_busca.sql';

/** The check of a column's codes as the last numbered file has it, with one more code after `last`. */
function checkWith(folder: string, column: string, last: string, code: string): string {
  const texts = readdirSync(join(folder, 'supabase/migrations'))
    .sort()
    .map((name) => readFileSync(join(folder, 'supabase/migrations', name), 'utf8'));
  const checks = texts
    .join('\n')
    .match(new RegExp(`check \\(${column} in \\([^()]*'${last}'[^()]*\\)\\)`, 'g'));
  if (!checks) throw new Error(`no numbered file checks ${column}: change prove/guides/additions.ts`);
  return (checks.at(-1) ?? '').replace(/\)\)$/, `, '${code}'))`);
}

/** An optional answer after 'Série ou ano', which nobody minds, and one about health after the details. */
const QUESTIONS = [
  {
    column: 'cor_da_faixa',
    before: "  { name: 'cadastroUnico',",
    entry: `  { name: 'corDaFaixa', column: 'cor_da_faixa', type: 'text', part: 5, control: 'text', privacy: 'ordinary', max: 40,
    label: 'Cor da faixa (se já treinou)', sheetLabel: 'Cor da Faixa' },\n`,
  },
  {
    column: 'alergias',
    before: "  { name: 'motivacao',",
    entry: `  { name: 'alergias', column: 'alergias', type: 'text', part: 6, control: 'text', privacy: 'health', max: 40,
    label: 'Alergias (se tiver)', sheetLabel: 'Alergias' },\n`,
  },
] as const;

export const ADDITIONS: readonly Addition[] = [
  {
    guide: 'A question',
    make: (folder) => {
      for (const { column, before, entry } of QUESTIONS) {
        const shape = `${column} text check (char_length(${column}) <= 160)`;
        edit(folder, FIELDS, before, entry + before);
        edit(
          folder,
          ENROLMENTS,
          '\n) on public.inscricoes_projeto',
          `, ${column}\n) on public.inscricoes_projeto`,
        );
        migrate(folder, `alter table public.inscricoes_projeto add column ${shape}`);
      }
    },
  },
  {
    guide: "A setting's default",
    make: (folder) => {
      for (const [column, from, to, isPromised] of [
        ['guardar_nao_aprovada_meses', 6, 7, true],
        ['guardar_auditoria_meses', 24, 25, false],
      ] as const) {
        const text = readFileSync(join(folder, 'domain/settings.ts'), 'utf8');
        const changed = text.replace(new RegExp(`(${column}: \\{[^}]*default: )${from}\\b`), `$1${to}`);
        if (changed === text) throw new Error(`domain/settings.ts has another default of ${column}`);
        writeFileSync(join(folder, 'domain/settings.ts'), changed);
        const isNew = 'not exists (select from private.administradores)';
        migrate(
          folder,
          `alter table private.configuracao alter column ${column} set default ${to}`,
          `update private.configuracao set ${column} = default where ${isNew}`,
          ...(isPromised ? [`update private.prazos_prometidos set ${column} = ${to} where ${isNew}`] : []),
        );
      }
    },
  },
  {
    guide: 'An attribute of a class',
    make: (folder) => {
      const shape = "sala text check (btrim(sala) <> '' and char_length(sala) <= 120)";
      edit(
        folder,
        'domain/desk/classes.ts',
        '  teacher: string | null;',
        '  teacher: string | null;\n  room: string | null;',
      );
      migrate(folder, `alter table private.turmas add column ${shape}`);
    },
  },
  {
    guide: 'An audit action',
    make: (folder) => {
      edit(
        folder,
        'content/audit.ts',
        '  restaurou: {',
        "  provou: { words: 'provou', data: null },\n  restaurou: {",
      );
      migrate(
        folder,
        'alter table private.auditoria drop constraint auditoria_acao_check',
        `alter table private.auditoria add constraint auditoria_acao_check ${checkWith(folder, 'acao', 'meus_dados', 'provou')}`,
      );
    },
  },
  {
    guide: 'A filter',
    make: (folder) => {
      edit(
        folder,
        'domain/desk/filter.ts',
        '  mayBeRepeated: {',
        "  withNote: { label: 'Com motivo', param: 'comMotivo', control: 'tick' },\n  mayBeRepeated: {",
      );
      edit(
        folder,
        SEARCH,
        "  if filtro ->> 'repetida' = 'true' then",
        "  if filtro ->> 'comMotivo' = 'true' then onde := onde || ' and a.motivo is not null'; end if;\n  if filtro ->> 'repetida' = 'true' then",
      );
    },
  },
  {
    guide: 'A situation',
    make: (folder) => {
      edit(
        folder,
        'domain/desk/situations.ts',
        "  desistiu: 'Desistiu',",
        "  desistiu: 'Desistiu',\n  mudou: 'Mudou de cidade',",
      );
      migrate(
        folder,
        'alter table private.acompanhamentos drop constraint acompanhamentos_situacao_check',
        `alter table private.acompanhamentos add constraint acompanhamentos_situacao_check ${checkWith(folder, 'situacao', 'desistiu', 'mudou')}`,
      );
    },
  },
];
