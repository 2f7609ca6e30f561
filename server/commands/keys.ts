import { rotateKeys, whileStopped } from '../stopped-site.ts';
import type { Command } from './command.ts';

const USAGE = `Uso: npm run keys -- rotate

Faz chaves novas, com o site parado: as sessões acabam, e quem administra entra de
novo com a mesma senha. Nada mais muda. Serve também quando keys.json se perdeu,
ou quando alguém o viu.`;

/** The installation's secrets. */
export const keys: Command = {
  summary: 'faz chaves novas (as sessões acabam, nada mais)',
  usage: USAGE,
  problem: ([name, ...rest]) => (name === 'rotate' && rest.length === 0 ? null : USAGE),
  opens: 'nothing',
  run: async (_args, { config, terminal }) => {
    await whileStopped(config, () => rotateKeys(config));
    terminal.print(`As chaves de ${config.dataDir} são novas. Todos entram de novo, com a mesma senha.`);
    if (config.jwtSecret)
      terminal.print('JWT_SECRET está no .env e continua o mesmo: troque-o ali também, se alguém o viu.');
    return 0;
  },
};
