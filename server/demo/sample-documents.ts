import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, name));

/** The documents of the samples, by name: a PDF, a photo, and a photo on which nothing can be read. Plainly examples, which name nobody. */
export const DOCUMENTS = {
  pdf: bytesOf('sample.pdf'),
  photo: bytesOf('sample-photo.jpg'),
  blurred: bytesOf('sample-photo-blurred.jpg'),
};

export type SampleDocument = keyof typeof DOCUMENTS;
