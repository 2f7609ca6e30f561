// `npm run build`: installs what is missing, then builds the site. With `-- --supabase URL KEY`
// it is one for a static host over that Supabase project.

import { ensureInstalled } from './ensure.mjs';
import { begin } from './fail.mjs';
import { readEnvironmentFile } from './install/environment-file.mjs';

const USAGE = `Uso: npm run build
     npm run build -- --supabase ENDEREÇO CHAVE

Monta o site em dist/. Com --supabase, um site estático para um projeto do Supabase: o
endereço dele (https://….supabase.co) e a chave pública (anon, ou sb_publishable_…). O
endereço do site vem de SITE_URL. Código de saída: 0, montado; 2, comando escrito errado;
3, recusado.`;

const given = process.argv.slice(2);
const [option, url = '', key = ''] = given;
if (option === '--help' || option === '-h') console.log(USAGE);
else if (option === undefined || (option === '--supabase' && key && given.length === 3))
  await begin(async () => {
    readEnvironmentFile();
    await ensureInstalled();
    console.log('Montando o site…');
    const { build } = await import('./site.mjs'); // needs what was installed
    await build(option ? [url, key] : null);
    console.log('O site está montado.');
  });
else {
  console.error(`Não entendi “${given.join(' ')}”.\nComo se escreve: npm run build -- --help`);
  process.exitCode = 2;
}
