import { Refused } from '../core/refused.ts';
import { erasePeople } from '../demo/erase.ts';
import { addPeople, type StoreDocument } from '../demo/people.ts';
import { DOCUMENTS } from '../demo/sample-documents.ts';
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
    return (context) => work(wanted, context);
  },
};

async function work(wanted: string, { database, documentsDir, terminal: { print } }: CommandContext) {
  if (!(await isDocumentsFolder(database, documentsDir)))
    throw new Refused('Os documentos deste site não estão nesta DATA_DIR. Nada mudou. Diga a DATA_DIR dele.');
  if (wanted === ERASE) {
    await erasePeople({ database, documentsDir }, print);
    return 0;
  }
  const store: StoreDocument = (submission, document) =>
    storeDocument(
      { database, documentsDir },
      pathOf(submission, document),
      kindOfDocument(document),
      DOCUMENTS[document],
    );
  if (!(await addPeople(database, Number(wanted), print, store))) return REFUSED;
  print(
    `A secretaria as vê como as outras. Antes da primeira família, tire-as: npm run demo:data -- ${ERASE}`,
  );
  return 0;
}
