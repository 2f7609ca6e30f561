import { Refused } from '../core/refused.ts';
import { erasePeople } from '../demo/erase.ts';
import { addPeople, type StoreDocument } from '../demo/people.ts';
import { documentBytes } from '../demo/sample-documents.ts';
import { kindOfDocument, pathOf, SAMPLES } from '../demo/samples.ts';
import { isDocumentsFolder } from '../site-data/open/data-folder.ts';
import { storeDocument } from '../storage/store-document.ts';
import { type Command, notUnderstood } from './command.ts';

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
  problem: (args) => {
    const [wanted = String(SAMPLES), ...rest] = args;
    const number = /^[1-9]\d*$/.test(wanted);
    if (rest.length > 0 || (wanted !== ERASE && !number)) return notUnderstood(args);
    return number && Number(wanted) > MAX ? `Diga até ${IN_WORDS} inscrições.` : null;
  },
  opens: 'existing or new',
  run: async ([wanted = String(SAMPLES)], { database, documentsDir, terminal: { print } }) => {
    const here = await isDocumentsFolder(database, documentsDir);
    if (wanted === ERASE) {
      if (!here) throw new Refused(`${ELSEWHERE} Nada foi apagado. Diga a DATA_DIR dele.`);
      await erasePeople({ database, documentsDir }, print);
      return 0;
    }
    const store: StoreDocument = async (sample, submission, document) =>
      storeDocument(
        { database, documentsDir },
        pathOf(submission, document),
        kindOfDocument(document),
        await documentBytes(document, sample),
      );
    if (!(await addPeople(database, Number(wanted), print, here ? store : undefined))) return REFUSED;
    if (!here) print(`${ELSEWHERE} Por isso nenhum documento de exemplo foi guardado.`);
    print(
      `A secretaria as vê como as outras. Antes da primeira família, tire-as: npm run demo:data -- ${ERASE}`,
    );
    return 0;
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
