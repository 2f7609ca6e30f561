import type { Logger } from 'pino';
import type { readConfig } from './config.ts';
import type { Database } from './database.ts';
import type { Keys } from './keys.ts';
import type { Throttles } from './throttle.ts';

/** The validated environment, read once at the start. */
export type Config = ReturnType<typeof readConfig>;

/** Shared by all routes; made once in main.ts. */
export type AppContext = {
  config: Config;
  keys: Keys;
  database: Database;
  throttles: Throttles;
  /** Folder of the documents' bytes, mode 0700. */
  documentsDir: string;
  log: Logger;
  /** Throws 429 once the site has received UPLOAD_DAY_MB in 24 hours and this address or its network its share, and from five times that on. */
  refuseBeyondDay: (kind: 'documents' | 'enrolments', address: string) => Promise<void>;
  /** What was published of the centre (published-site.ts), where pages show it: `check` throws a sentence for what may not be. */
  centre?: {
    check: (section: string, facts: unknown) => Promise<void>;
    look: () => Promise<void>;
  };
  /** Awaited after something was erased through the API, before its answer: the copies must know. */
  erased: () => Promise<void>;
};

/** Variables that app.ts sets on every request. */
export type Env = {
  Variables: {
    requestId: string;
    /** The client's address; an IPv6 one as its /64. Its network is `networkOf`. */
    address: string;
    /** The client used TLS: SITE_URL is https, or a trusted proxy says so. */
    secure: boolean;
    /** This machine itself asks, through no proxy: the owner, or a command. */
    local: boolean;
  };
};
