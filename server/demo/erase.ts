import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import type { Database, Transaction } from '../core/database.ts';
import { ERASED_AT_ONCE, removeFiles } from '../storage/files.ts';
import { unlimitClasses } from './classes.ts';
import { DOMAIN, inWords, type Print, peopleInWords } from './names.ts';
import { patiently, tidy } from './transactions.ts';

const PRINT_EVERY = 10_000;

type Erased = { version: string | null };

/**
 * Erases the enrolments of `addPeople`, recognised by their e-mail domain, at once and with the bytes of
 * their documents, and takes back what `limitClasses` gave the classes. Everything else stays. Returns how
 * many enrolments were erased. The next run continues an interrupted one.
 */
export async function erasePeople(
  { database, documentsDir }: { database: Database; documentsDir: string },
  print: Print,
): Promise<number> {
  let enrolments = 0;
  let documents = 0;
  for (;;) {
    const erased = await database.asOwner(patiently(eraseBatch));
    await removeFiles(documentsDir, erased.documents);
    if (erased.enrolments === 0) break;
    enrolments += erased.enrolments;
    documents += erased.documents.length;
    if (enrolments % PRINT_EVERY === 0) print(`${inWords(enrolments)} inscrições apagadas…`);
  }
  if (enrolments === 0) {
    print('Não há inscrições de demonstração aqui. Nada foi apagado.');
    return 0;
  }
  await database.asOwner(unlimitClasses);
  await tidy(database);
  print(
    `Apagado: ${peopleInWords(enrolments)}, ${inWords(documents)} ${documents === 1 ? 'documento' : 'documentos'}.`,
  );
  return enrolments;
}

/** Nothing is remembered of what goes. */
async function eraseBatch(tx: Transaction): Promise<{ enrolments: number; documents: Erased[] }> {
  const { rows: found } = await tx.query<{ ids: string[] }>(
    `select array(select id from public.inscricoes_projeto where email like $1 limit ${ERASED_AT_ONCE}) as ids`,
    [`%@${DOMAIN}`],
  );
  const ids = found[0]?.ids ?? [];
  if (ids.length === 0) return { enrolments: 0, documents: [] };
  const { rows: stored } = await tx.query<{ name: string; submission: string }>(
    `select private.documento_do_endereco(e) as name, private.envio_do_documento(private.documento_do_endereco(e)) as submission
     from (select cadastro_unico_url from public.inscricoes_projeto where id = any ($1)
       union all select endereco from private.documentos_novos where inscricao_id = any ($1)) as d (e) where e is not null`,
    [ids],
  );
  const { rowCount } = await tx.query('delete from public.inscricoes_projeto where id = any ($1)', [ids]);
  await tx.query('delete from private.apagamentos where inscricao_id = any ($1)', [
    [...ids, ...stored.map(({ submission }) => submission)],
  ]);
  const { rows: documents } = await tx.query<Erased>(
    `delete from storage.objects where bucket_id = $1 and name = any ($2) and not private.documento_em_uso(name)
     returning version`,
    [DOCUMENT_BUCKET, stored.map(({ name }) => name)],
  );
  return { enrolments: rowCount ?? 0, documents };
}
