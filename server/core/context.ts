import type { LevelWithSilent, Logger } from 'pino';
import type { Database } from './database.ts';
import type { Keys } from './keys.ts';
import type { Throttles } from './throttle.ts';

/** The validated environment, read once at the start. */
export type Config = {
  port: number;
  host: string;
  /** SITE_URL without a trailing slash; null when not set. */
  siteUrl: string | null;
  /** Absolute path: documents, keys and, when embedded, PostgreSQL's data. */
  dataDir: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** POSTGRES_BIN, absolute: the folder `bin` of the PostgreSQL that runs in place of the package's; null: that one. */
  postgresBin: string | null;
  admin: { email: string; password: string } | null;
  signup: boolean;
  /** Addresses and networks (CIDR) of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  limits: 'on' | 'relaxed';
  logLevel: LevelWithSilent;
  jwtSecret: string | null;
  anonKey: string | null;
  /** Where a message is posted when something is wrong; null: nowhere. */
  alertUrl: string | null;
  /** Where copies go; null: none are made by themselves. Outside `dataDir`. */
  backupDir: string | null;
  /** Public key (age) that copies are encrypted for; null: they are not. */
  backupKey: string | null;
  /** BACKUP_KEEP: how many copies `backupDir` holds. */
  backupCopies: number;
  /** UPLOAD_DAY_MB in bytes: above it each address and network still has its own few documents a day, up to five times it. */
  uploadDayBytes: number;
};

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
