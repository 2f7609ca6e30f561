/** Why a PDF is not shown: its reader did not load, it takes a password, has too many pages or an impossible size, or cannot be drawn. */
export type PdfProblem = 'reader' | 'locked' | 'long' | 'vast' | 'broken';

export class PdfRefused extends Error {
  override name = 'PdfRefused';
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem) {
    super();
    this.problem = problem;
  }
}
