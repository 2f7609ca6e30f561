import { readProject } from '../site-data/open/supabase-project.ts';
import { examine, examineSupabase } from '../watch/doctor.ts';
import type { Finding } from '../watch/finding.ts';
import { type Command, notUnderstood } from './command.ts';

const USAGE = `Uso: npm run doctor
     npm run doctor -- --supabase ENDEREÇO CHAVE

Confere tudo o que costuma dar errado, com o site no ar ou parado, e não muda nada:
configuração, pasta de dados, chaves, disco, porta, proxy, banco, cópias, limpeza.
Diz de cada coisa o que é e o que fazer. Código de saída: 0, tudo certo; 1, há o que fazer.

Com --supabase confere um projeto do Supabase, pelo endereço e pela chave pública dele; com
SITE_URL, também o site publicado; com o banco do projeto em DATABASE_URL, também por dentro.`;

const SUPABASE = '--supabase';

const MARKS: Record<Finding['level'], string> = { ok: '✓', todo: '✗', note: '–' };

/** Looks at everything that breaks in ordinary life and says what to do; changes nothing. */
export const doctor: Command = {
  summary: 'confere tudo e diz o que fazer; não muda nada',
  usage: USAGE,
  opens: 'nothing',
  order: (args) => {
    const [option, url = '', key = '', ...rest] = args;
    if ((option !== undefined && option !== SUPABASE) || rest.length > 0) return notUnderstood(args);
    if (option && !key) return `Depois de ${SUPABASE} vêm o endereço e a chave pública do projeto.`;
    return async ({ config, terminal }) => {
      const findings = option ? await examineSupabase(readProject(url, key), config) : await examine(config);
      for (const { level, says } of findings) terminal.print(`${MARKS[level]} ${says}`);
      const open = findings.filter(({ level }) => level === 'todo').length;
      terminal.print(open === 0 ? '\nTudo certo.' : `\nA fazer: ${open}.`);
      return open === 0 ? 0 : 1;
    };
  },
};
