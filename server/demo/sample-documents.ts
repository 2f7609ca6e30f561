import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Color, PDFFont } from '@cantoo/pdf-lib';
import type { Sample, SampleDocument } from './samples.ts';

const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, name));

/** Two photos of a made-up sheet, JPEG; they name nobody. */
export const PHOTOS = { photo: bytesOf('sample-photo.jpg'), blurred: bytesOf('sample-photo-blurred.jpg') };

/** The bytes of a sample's document: plainly an example, of no authority. */
export async function documentBytes(document: SampleDocument, { answers }: Sample): Promise<Uint8Array> {
  return document === 'pdf' ? pdfFor(answers) : PHOTOS[document];
}

async function pdfFor({ nome_completo, nome_responsavel, cidade }: Sample['answers']): Promise<Uint8Array> {
  // imported here, because every command loads this file, and to load the package takes 0.3 s
  const { PDFDocument, rgb, StandardFonts } = await import('@cantoo/pdf-lib');
  const red = rgb(0.7, 0.15, 0.12);
  const ink = rgb(0.15, 0.15, 0.18);
  const pdf = await PDFDocument.create();
  pdf.setTitle('EXEMPLO');
  const [plain, bold] = await Promise.all([
    pdf.embedFont(StandardFonts.Helvetica),
    pdf.embedFont(StandardFonts.HelveticaBold),
  ]);
  const page = pdf.addPage([595, 842]); // A4, in points
  const write = (text: string, y: number, size: number, font: PDFFont, color: Color = ink) =>
    page.drawText(text, { x: 60, y, size, font, color });
  write('EXEMPLO', 700, 100, bold, red);
  write('EXEMPLO – comprovante do Cadastro Único – sem valor', 650, 17, bold);
  const answered = [
    ['Nome completo', nome_completo],
    ['NIS', '000.00000.00-0'],
    ['Responsável familiar', nome_responsavel ?? 'A própria pessoa'],
    ['Cidade', cidade],
  ] as const;
  for (const [at, [question, answer]] of answered.entries()) {
    write(question, 570 - at * 70, 13, plain);
    write(answer.toUpperCase(), 548 - at * 70, 17, bold);
  }
  write('Feito para demonstração deste site. Não é documento de ninguém.', 250, 14, plain);
  write('EXEMPLO', 90, 100, bold, red);
  return pdf.save({ useObjectStreams: false });
}
