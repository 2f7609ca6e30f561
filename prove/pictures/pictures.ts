import { ensureBrowser } from '../../kit/browser.ts';
import { type RunningServer, startServer } from '../../kit/server.ts';
import { takeManual } from './manual.ts';
import { takeReadme } from './readme.ts';

// `npm run prove -- pictures`: the pictures of the desk's manual and of the README, taken of the real pages in Roboto.
// To be committed; tests/guards/pictures.test.ts says when they have to be taken anew.

export async function run([only]: string[]): Promise<number> {
  const browser = ensureBrowser();
  const takes: Record<string, (server: RunningServer, browser: string | null) => Promise<void>> = {
    manual: takeManual,
    readme: takeReadme,
  };
  for (const [name, takeThem] of Object.entries(takes)) {
    if (only && only !== name) continue;
    const server = await startServer();
    try {
      await takeThem(server, browser);
    } finally {
      await server.stop();
    }
  }
  return 0;
}
