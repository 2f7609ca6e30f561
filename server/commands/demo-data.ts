import { Refused } from '../core/refused.ts';
import { erasePeople } from '../demo/erase.ts';
import { addPeople, type StoreDocument } from '../demo/people.ts';
import { documentBytes } from '../demo/sample-documents.ts';
import { kindOfDocument, pathOf, SAMPLES } from '../demo/samples.ts';
import { isDocumentsFolder } from '../site-data/open/data-folder.ts';
import { storeDocument } from '../storage/store-document.ts';
import { type Command, type CommandContext, notUnderstood } from './command.ts';

const MAX = 5_000_000;
const IN_WORDS = MAX.toLocaleString('pt-BR');
const ERASE = '--apagar';

const USAGE = `Uso: npm run demo:data
     npm run demo:data -- <quantas inscrições, até ${IN_WORDS}>
     npm run demo:data -- ${ERASE}

Põe ${SAMPLES} inscrições de demonstração (plantas e bichos, números que ninguém tem) num site sem
inscrições, cada uma com um documento de exemplo; as que passam de ${SAMPLES} não têm documento que abra.
Com até ${SAMPLES}, as turmas em que ninguém disse vagas nem idades as ganham, e ficam meio cheias.
Com ${ERASE} tira as inscrições de demonstração, os documentos delas e essas vagas e idades, e mais nada.`;

const ELSEWHERE = 'Os documentos deste site não estão nesta DATA_DIR.';

/** Exit code of a run that did nothing because of what it found. */
const REFUSED = 3;

/** Adds plainly artificial enrolments to a site that has none, or takes them away again. */
export const demoData: Command = {
  summary: 'acrescenta inscrições de demonstração a um site sem inscrições, ou as tira',
  usage: USAGE,
  opens: 'existing or new',
  order: (args) => {
    const [wanted = String(SAMPLES), ...rest] = args;
    const number = /^[1-9]\d*$/.test(wanted);
    if (rest.length > 0 || (wanted !== ERASE && !number)) return notUnderstood(args);
    if (number && Number(wanted) > MAX) return `Diga até ${IN_WORDS} inscrições.`;
    return (context) => (number ? add(Number(wanted), context) : erase(context));
  },
  remote: {
    applies: ({ SUPABASE_URL }) => Boolean(SUPABASE_URL),
    run: async (_environment, { print }) => {
      print(
        'Num projeto do Supabase este comando não mexe: para ver a lista cheia, use um site neste computador, com outra DATA_DIR e sem SUPABASE_URL.',
      );
      return REFUSED;
    },
  },
};

async function erase({ database, documentsDir, terminal }: CommandContext): Promise<number> {
  if (!(await isDocumentsFolder(database, documentsDir)))
    throw new Refused(`${ELSEWHERE} Nada foi apagado. Diga a DATA_DIR dele.`);
  await erasePeople({ database, documentsDir }, terminal.print);
  return 0;
}

async function add(
  wanted: number,
  { database, documentsDir, terminal: { print } }: CommandContext,
): Promise<number> {
  const here = await isDocumentsFolder(database, documentsDir);
  const store: StoreDocument = async (sample, submission, document) =>
    storeDocument(
      { database, documentsDir },
      pathOf(submission, document),
      kindOfDocument(document),
      await documentBytes(document, sample),
    );
  if (!(await addPeople(database, wanted, print, here ? store : undefined))) return REFUSED;
  if (!here) print(`${ELSEWHERE} Por isso nenhum documento de exemplo foi guardado.`);
  print(
    `A secretaria as vê como as outras. Antes da primeira família, tire-as: npm run demo:data -- ${ERASE}`,
  );
  return 0;
}
