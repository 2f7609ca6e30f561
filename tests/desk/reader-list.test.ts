import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../domain/enrolment/fields.ts';
import { engines, openTestDatabase } from '../support/server.ts';
import { sources } from '../support/sources.ts';
import { READERS } from './readers.ts';

// Whoever reads an answer stands here, with the reader of readers.ts that shows what a correction does to it, or why it
// needs none. A new one fails until it does.

const ANSWERS = FIELDS.filter(({ control }) => control !== 'file');

/** Views and functions of the database that name answers: those answers, and who shows them. */
const IN_SQL: Record<string, readonly [columns: string, shownBy: string]> = {
  abrir_dados: ['cpf', 'tests/contract/own-data.test.ts: opens by the CPF as it is now'],
  buscar_inscricoes: ['idade', 'the list'],
  cidades_das_inscricoes: ['cidade', 'the cities to choose from'],
  completar_inscricao: [
    'nome_completo data_nascimento idade email nome_responsavel condicao_medica condicao_medica_detalhes',
    'tests/desk/correction-rules.test.ts: derives age and Nenhuma',
  ],
  conferir_proposta: [
    'data_nascimento idade',
    'tests/desk/correction-rules.test.ts: the rules of the settings',
  ],
  conferir_regras: [
    'data_nascimento idade cpf telefone_whatsapp email nome_responsavel telefone_responsavel',
    'tests/desk/correction-rules.test.ts: the rules of the settings',
  ],
  corrigir_inscricao: [
    'data_nascimento telefone_whatsapp nome_responsavel telefone_responsavel renda_familiar',
    'tests/desk/corrections.test.ts',
  ],
  dados_da_familia: [
    'nome_responsavel telefone_responsavel',
    'tests/desk/what-a-link-tells.test.ts: what the desk got to know otherwise',
  ],
  derivar: [
    'nome_completo data_nascimento idade cpf cidade telefone_whatsapp nome_responsavel telefone_responsavel contato_recados condicao_medica',
    'the search: the new finds, the old does not',
  ],
  desfazer_correcoes: ['data_nascimento renda_familiar', 'tests/desk/taken-back.test.ts'],
  estado: ['data_nascimento idade', 'the dialog, opened from a list that was read before'],
  guardar_telefone_do_responsavel: [
    'data_nascimento idade telefone_responsavel',
    'tests/desk/corrections.test.ts',
  ],
  lista_da_turma: [
    'nome_completo data_nascimento idade telefone_whatsapp nome_responsavel telefone_responsavel contato_recados peso altura condicao_medica condicao_medica_detalhes',
    'the class list',
  ],
  prazos_com: [
    'data_nascimento idade telefone_responsavel',
    'tests/desk/correction-rules.test.ts: a minor’s last day',
  ],
  respostas: ['idade', 'names what may be corrected'],
  situacao_para_a_familia: [
    'data_nascimento idade nome_responsavel telefone_responsavel',
    'tests/desk/correction-rules.test.ts: a minor’s last day',
  ],
  situacao_por_protocolo: ['data_nascimento', 'the family’s page, by protocol and birth date'],
};

const WRITES = 'writes the right answer, or compares both';
const ARTIFICIAL = 'makes artificial enrolments';

/** Files of the desk and the server that name answers. What they are given comes from those above. */
const IN_FILES: Record<string, string> = {
  'app/admin/api/classes.ts': 'the class list',
  'app/admin/api/follow-up-shape.ts': 'names what doubles share',
  'app/admin/classes/Pupil.tsx': 'the class list',
  'app/admin/enrolment/EvidenceStrip.tsx': 'the facts above the sheet',
  'app/admin/enrolment/answers/CorrectDialog.tsx': WRITES,
  'app/admin/enrolment/answers/NewLink.tsx': 'the dialog, opened from a list that was read before',
  'app/admin/enrolment/follow-up/Pair.tsx': 'the doubles',
  'app/admin/enrolment/use-print-button.ts': 'the name of the print, and of the person',
  'app/admin/export/export-rows.ts': 'the spreadsheet',
  'app/admin/list/EnrolmentTable.tsx': 'the list',
  'app/admin/list/RowName.tsx': 'the list',
  'app/admin/print/PrintJob.tsx': 'the name of the print, and of the person',
  'app/admin/print/PrintedClassList.tsx': 'the class list’s age',
  'app/admin/sheet/EnrolmentSheet.tsx': 'the sheet, on the screen and in print',
  'domain/desk/family-message.ts': 'the family’s messages',
  'domain/desk/filter.ts': 'the filters',
  'domain/desk/flags.ts': 'the list',
  'domain/desk/sheet.ts': 'the sheet, on the screen and in print',
  'domain/desk/spreadsheet.ts': 'the spreadsheet',
  'domain/desk/typed-answers.ts': WRITES,
  'domain/desk/whereabouts.ts': 'names what a link does not tell',
  'server/demo/bulk.ts': ARTIFICIAL,
  'server/demo/people.ts': ARTIFICIAL,
  'server/demo/sample-documents.ts': ARTIFICIAL,
  'server/demo/samples.ts': ARTIFICIAL,
  'server/incident/draft.ts': 'names what a sheet holds',
  'server/incident/facts.ts': 'the incident’s report',
  'server/incident/report.ts': 'the incident’s report',
  'server/watch/supabase-rights.ts': 'asks whether anybody may read it',
};

describe('every reader of answers is in a list', () => {
  test.each(engines)('in the database, $name', async (engine) => {
    const database = await openTestDatabase(engine);
    const { rows } = await database.query<{ name: string; text: string }>(`
      select 'view ' || c.relname as name, pg_get_viewdef(c.oid) as text from pg_class c
        where c.relkind in ('v', 'm') and c.relnamespace in ('private'::regnamespace, 'public'::regnamespace)
      union all
      select p.proname, pg_get_functiondef(p.oid) from pg_proc p
        where p.prokind = 'f' and p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)`);
    await database.close();
    const found = rows.flatMap(({ name, text }) => {
      const body = text.replace(/--.*$/gm, '').replaceAll('u.email', '');
      const columns = ANSWERS.filter(({ column }) => new RegExp(`\\b${column}\\b`).test(body));
      if (columns.length === 0 || !/\b(inscricoes_projeto|mudar_respostas)\b/.test(body)) return [];
      return [[name, columns.map(({ column }) => column).join(' ')]];
    });
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(IN_SQL).map(([name, [columns]]) => [name, columns])),
    );
  });

  test('in the desk and the server', () => {
    const found = sources(['app/admin', 'domain/desk', 'server'], /(?<!\.test)\.tsx?$/).filter(({ text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      const named = ANSWERS.filter(({ name, column }) => new RegExp(`\\b(${name}|${column})\\b`).test(code));
      return named.some(({ name }) => name !== 'email'); // an account has one too
    });
    expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(IN_FILES).sort());
  });

  test('and each stands in a reader that is tested, or says why not', () => {
    const shown = [...Object.values(IN_SQL).map(([, by]) => by), ...Object.values(IN_FILES)];
    const ofTheTable = ['the table', 'the doubles']; // every column is granted; doubles are found by the keys of the view
    for (const reader of Object.keys(READERS)) expect([...shown, ...ofTheTable], reader).toContain(reader);
    const unknown = shown.filter((by) => by.startsWith('the ') && !(by in READERS));
    expect(unknown).toEqual([]);
  });
});
