// `npm run build`: installs what is missing, then builds the site. With `-- --supabase URL KEY`
// it is one for a static host over that Supabase project.

import { ensureInstalled } from './ensure.mjs';
import { fail } from './fail.mjs';
import { readEnvironmentFile } from './install/environment-file.mjs';
import { ensureNode } from './install/node.mjs';

const USAGE = `Uso: npm run build
     npm run build -- --supabase ENDEREÇO CHAVE

Monta o site em dist/. Com --supabase, um site estático para um projeto do Supabase: o
endereço dele (https://….supabase.co) e a chave pública (anon, ou sb_publishable_…). O
endereço do site vem de SITE_URL. Código de saída: 0, montado; 2, comando escrito errado;
3, recusado.`;

const [option, ...project] = process.argv.slice(2);
const [url, key] = project;
if (option === '--help' || option === '-h') console.log(USAGE);
else if (option === undefined) await buildFor(null);
else if (option === '--supabase' && url && key && project.length === 2) await buildFor([url, key]);
else {
  const typed = process.argv.slice(2).join(' ');
  console.error(`Não entendi “${typed}”.\nComo se escreve: npm run build -- --help`);
  process.exitCode = 2;
}

/** @param {readonly [url: string, key: string] | null} supabase */
async function buildFor(supabase) {
  try {
    await ensureNode();
    readEnvironmentFile();
    await ensureInstalled();
    console.log('Montando o site…');
    const { build } = await import('./site.mjs'); // needs what was installed
    await build(supabase);
    console.log('O site está montado.');
  } catch (error) {
    fail(error);
  }
}
