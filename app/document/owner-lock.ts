import { PDFDocument } from '@cantoo/pdf-lib';

/** Whether an encrypted PDF opens without a password (its owner password restricts only printing, copying and the like). */
export async function opensWithoutPassword(bytes: Uint8Array): Promise<boolean> {
  try {
    await PDFDocument.load(bytes, { password: '', updateMetadata: false });
    return true;
  } catch {
    return false;
  }
}
