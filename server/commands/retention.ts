import pino from 'pino';
import { brake } from '../../content/desk-notices.ts';
import { brakeInWords } from '../../domain/desk/brake.ts';
import { purgeErasedBytes } from '../retention/purge-erased-bytes.ts';
import { retainRemotely } from '../retention/remote.ts';
import { type Erased, retain } from '../retention/retention.ts';
import { readProject } from '../site-data/open/supabase-project.ts';
import { removeUnclaimed } from '../storage/leftovers.ts';
import { type Command, type CommandContext, notUnderstood, type Terminal } from './command.ts';

const CONFIRM = '--confirmo';
const AT_ONCE = '--apaga-ja';
const USAGE = `Uso: npm run retention
     npm run retention -- ${CONFIRM}
     npm run retention -- ${AT_ONCE} PROTOCOLO ordem_judicial
     npm run retention -- ${AT_ONCE} PROTOCOLO conteudo_ilegal

Apaga agora o que já teve seu tempo. O servidor faz isso sozinho, uma vez por dia.
Se apagaria muito de uma vez, ou a data do servidor está longe da última limpeza, nada
se apaga até alguém dizer, com ${CONFIRM}, que está certo.
Com ${AT_ONCE} uma inscrição some já, sem os 7 dias da lixeira e sem volta, porque a
justiça mandou ou porque o conteúdo é ilegal; fica no registro de acessos.`;

/** Exit code of a run that erased nothing because a person has to confirm the date. */
const WAITS = 3;
/** Exit code where only the database's owner may do it: on a Supabase project this command signs in as an administrator. */
const REFUSED = 3;

const SILENT = pino({ level: 'silent' });

const erasesAtOnce = (args: string[]) => args.length === 3 && args[0] === AT_ONCE;

/**
 * Deletes expired data now. With SUPABASE_URL and SUPABASE_KEY (the public key) it
 * works through that project's API, as the administrator of ADMIN_EMAIL and
 * ADMIN_PASSWORD: there is no server of ours that would do it daily.
 */
export const retention: Command = {
  summary: 'apaga agora o que passou do prazo',
  usage: USAGE,
  opens: 'existing',
  order: (args) => {
    if (erasesAtOnce(args)) return (context) => eraseAtOnce(args.slice(1), context);
    if (!args.every((arg) => arg === CONFIRM)) return notUnderstood(args);
    return async ({ database, documentsDir, terminal }) => {
      if (args.includes(CONFIRM)) await database.query('select private.soltar_freio()');
      return report(terminal, await retain({ database, documentsDir, log: SILENT }));
    };
  },
  remote: {
    applies: ({ SUPABASE_URL }) => Boolean(SUPABASE_URL),
    run: async (environment, terminal, args) => {
      if (erasesAtOnce(args)) {
        const [, protocol, reason] = args;
        terminal.print(
          `No Supabase, rode no SQL Editor do painel: select private.apagar_ja('${protocol}', '${reason}');`,
        );
        return REFUSED;
      }
      const { SUPABASE_URL = '', SUPABASE_KEY } = environment;
      if (SUPABASE_KEY) readProject(SUPABASE_URL, SUPABASE_KEY); // a secret key has no place there
      return report(terminal, await retainRemotely(environment, args.includes(CONFIRM)));
    },
  },
};

async function eraseAtOnce(
  asked: string[],
  { database, documentsDir, terminal }: CommandContext,
): Promise<number> {
  const context = { database, documentsDir, log: SILENT };
  const { rows } = await database.query<{ done: string }>('select private.apagar_ja($1, $2) as done', asked);
  await removeUnclaimed(context);
  await purgeErasedBytes(context);
  terminal.print(rows[0]?.done ?? '');
  return 0;
}

/** Says what a run did and returns the exit code. */
function report({ print }: Terminal, { inscricoes, documentos, envios, freio }: Erased): number {
  if (freio)
    print(`${brake.nothing}: ${brakeInWords(freio)}. Se está certo, rode: npm run retention -- ${CONFIRM}`);
  else
    print(
      `Apagado: ${inscricoes} inscrições pelo prazo, ${documentos} documentos pelo prazo, ${envios} arquivos.`,
    );
  return freio ? WAITS : 0;
}
