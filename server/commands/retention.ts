import pino from 'pino';
import { retainRemotely } from '../retention/remote.ts';
import { type Erased, retain } from '../retention/retention.ts';
import type { Command } from './command.ts';

const USAGE = `Uso: npm run retention

Apaga agora o que já teve seu tempo. O servidor faz isso sozinho, uma vez por dia.`;

/**
 * Deletes expired data now. With SUPABASE_URL and SUPABASE_KEY (the public key) it
 * works through that project's API, as the administrator of ADMIN_EMAIL and
 * ADMIN_PASSWORD: there is no server of ours that would do it daily.
 */
export const retention: Command = {
  summary: 'apaga agora o que passou do prazo',
  usage: USAGE,
  problem: (args) => (args.length === 0 ? null : USAGE),
  opens: 'existing',
  run: async (_args, { database, documentsDir, terminal }) => {
    terminal.print(erasedInWords(await retain({ database, documentsDir, log: pino({ level: 'silent' }) })));
    return 0;
  },
  remote: {
    applies: ({ SUPABASE_URL }) => Boolean(SUPABASE_URL),
    run: async (environment, terminal) => {
      terminal.print(erasedInWords(await retainRemotely(environment)));
      return 0;
    },
  },
};

function erasedInWords({ inscricoes, documentos, envios }: Erased): string {
  return `Apagado: ${inscricoes} inscrições pelo prazo, ${documentos} documentos pelo prazo, ${envios} arquivos.`;
}
