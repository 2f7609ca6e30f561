/** Why a document is not shown, in the words of its message; the file is there, and can be downloaded. */
export class NotShown extends Error {
  override name = 'NotShown';
}
