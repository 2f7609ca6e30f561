import { expect, test } from 'vitest';
import { PAGES, pageOf } from './prerender.tsx';

test('each page carries what it shows of what was published, and the desk what the home page does', () => {
  const photo = { alt: 'A sala', y: 50, files: { 480: `${'0a'.repeat(32)}.webp` } };
  const facts = {
    quem_somos: { name: 'Casa Ypê' },
    inicio: { text: 'Frase.' },
    projeto: { intro: 'É de graça.' },
    fotos: { hero: photo, 'projeto-social': photo },
    turmas: { classes: [] },
  };
  const { quem_somos, projeto, ...home } = facts;
  const shown = (file: string) => {
    const page = pageOf(file, '<head></head><!--head-->', { head: '', body: '' }, facts);
    return [JSON.parse(/"centro">(.*)<\/script>/.exec(page)?.[1] ?? ''), page.match(/\.photo--[\w-]+/g)];
  };
  const atHome = [{ quem_somos, ...home }, ['.photo--hero', '.photo--projeto-social']];
  const known: Record<string, unknown> = {
    'index.html': atHome,
    'projeto-social/index.html': [
      { quem_somos, projeto, fotos: { 'projeto-social': photo } },
      ['.photo--projeto-social'],
    ],
    'admin/inscricoes/index.html': atHome,
    'admin/manual/index.html': atHome,
  };
  for (const file of Object.keys(PAGES))
    expect([file, shown(file)]).toEqual([file, known[file] ?? [{ quem_somos }, null]]);
});
