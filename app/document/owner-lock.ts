import { PDFDocument } from '@cantoo/pdf-lib';

/** Whether an encrypted PDF opens without a password: then only printing, copying and the like are its owner's. */
export async function opensForAll(bytes: Uint8Array): Promise<boolean> {
  try {
    await PDFDocument.load(bytes, { password: '', updateMetadata: false });
    return true;
  } catch {
    return false;
  }
}
