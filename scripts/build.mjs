// `npm run build`: installs what is missing, then builds the site. With `-- --from-project`
// it is one for a static host over a Supabase project, with what is stored there.

import { ensureInstalled } from './ensure.mjs';
import { begin, fail } from './fail.mjs';
import { readEnvironmentFile } from './install/environment-file.mjs';

const USAGE = `Uso: npm run build
     npm run build -- --from-project

Monta o site em dist/. Com --from-project, um site estático para um projeto do Supabase, com
os textos, as fotos e as turmas que ele guarda: SUPABASE_URL é o endereço dele
(https://….supabase.co), SUPABASE_KEY a chave pública (anon, ou sb_publishable_…), SITE_URL o
endereço do site. Código de saída: 0, montado; 2, comando escrito errado; 3, recusado.`;

const given = process.argv.slice(2).join(' ');
if (given === '--help' || given === '-h') console.log(USAGE);
else if (given === '' || given === '--from-project')
  await begin(async () => {
    readEnvironmentFile();
    const { SUPABASE_URL = '', SUPABASE_KEY = '' } = process.env;
    if (given && !(SUPABASE_URL && SUPABASE_KEY))
      fail({
        name: 'Refused',
        message: 'Faltam SUPABASE_URL e SUPABASE_KEY (no .env, ou nas variáveis do serviço).',
      });
    await ensureInstalled();
    console.log('Montando o site…');
    const { build } = await import('./site.mjs'); // needs what was installed
    await build(given ? [SUPABASE_URL, SUPABASE_KEY] : null);
    console.log('O site está montado.');
  });
else {
  console.error(`Não entendi “${given}”.\nComo se escreve: npm run build -- --help`);
  process.exitCode = 2;
}
