import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Keys } from './keys.ts';
import type { Throttles } from './throttle.ts';

/** What every API family works with; made once, in main.ts, and passed down. */
export type House = {
  config: Config;
  keys: Keys;
  database: Database;
  throttles: Throttles;
  /** Folder of the documents' bytes, mode 0700. */
  documentsDir: string;
  log: Logger;
};

/** What app.ts knows of a request before a family sees it. */
export type Env = {
  Variables: {
    requestId: string;
    /** The client's address: the socket's, or what a trusted proxy says. */
    address: string;
    /** The person came over TLS, as a trusted proxy says. */
    secure: boolean;
  };
};
