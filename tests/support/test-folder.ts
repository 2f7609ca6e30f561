import { tmpdir } from 'node:os';

/** Where the clusters and documents of this run of the tests go (kit/test-runs.ts), in memory where that has room. */
export const TEST_FOLDER = process.env.TEST_RUN ?? tmpdir();
