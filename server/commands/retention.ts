import pino from 'pino';
import { brake } from '../../content/desk-notices.ts';
import { brakeInWords } from '../../domain/desk/brake.ts';
import { retainRemotely } from '../retention/remote.ts';
import { type Erased, retain } from '../retention/retention.ts';
import { readProject } from '../site-data/open/supabase-project.ts';
import type { Command, Terminal } from './command.ts';

const CONFIRM = '--confirmo';
const RELEASE = '--libera';
const USAGE = `Uso: npm run retention
     npm run retention -- ${CONFIRM}
     npm run retention -- ${RELEASE}

Apaga agora o que já teve seu tempo. O servidor faz isso sozinho, uma vez por dia.
Se apagaria muito de uma vez, ou a data do servidor está longe da última limpeza, nada
se apaga até alguém dizer, com ${CONFIRM}, que está certo.
Com ${RELEASE} nada se apaga: a equipe, que chegou ao limite do que apaga à mão ou de
acessos que tira, pode o mesmo tanto outra vez.`;

/** Exit code of a run that erased nothing because a person has to confirm the date. */
const WAITS = 3;
/**
 * Exit code when the team's brake holds on a Supabase project: this command signs in as an administrator,
 * whom the brake stops, so only the database's owner can release it.
 */
const REFUSED = 3;

const releases = (args: string[]) => args.length === 1 && args[0] === RELEASE;

/**
 * Deletes expired data now. With SUPABASE_URL and SUPABASE_KEY (the public key) it
 * works through that project's API, as the administrator of ADMIN_EMAIL and
 * ADMIN_PASSWORD: there is no server of ours that would do it daily.
 */
export const retention: Command = {
  summary: 'apaga agora o que passou do prazo',
  usage: USAGE,
  problem: (args) => (args.every((arg) => arg === CONFIRM) || releases(args) ? null : USAGE),
  opens: 'existing',
  run: async (args, { database, documentsDir, terminal }) => {
    if (releases(args)) {
      const { rows } = await database.query<{ done: string }>('select private.liberar_equipe() as done');
      terminal.print(rows[0]?.done ?? '');
      return 0;
    }
    if (args.includes(CONFIRM)) await database.query('select private.soltar_freio()');
    return report(terminal, await retain({ database, documentsDir, log: pino({ level: 'silent' }) }));
  },
  remote: {
    applies: ({ SUPABASE_URL }) => Boolean(SUPABASE_URL),
    run: async (environment, terminal, args) => {
      if (releases(args)) {
        terminal.print('No Supabase, libere no SQL Editor do painel: select private.liberar_equipe();');
        return REFUSED;
      }
      const { SUPABASE_URL = '', SUPABASE_KEY } = environment;
      if (SUPABASE_KEY) readProject(SUPABASE_URL, SUPABASE_KEY); // a secret key has no place there
      return report(terminal, await retainRemotely(environment, args.includes(CONFIRM)));
    },
  },
};

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
