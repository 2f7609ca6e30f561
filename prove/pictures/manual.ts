import sharp from 'sharp';
import { enrol, submissionOf } from '../../kit/family.ts';
import type { RunningServer } from '../../kit/server.ts';
import { openDeskPage } from '../desk-page.ts';
import { showIn } from '../fonts.ts';
import { MANUAL, type Picture } from './list.ts';
import { take } from './take.ts';

/** Artificial, with correct check digits, so that the page shows no warning. */
const CPFS = [
  '012.345.671-13',
  '012.345.672-02',
  '012.345.673-85',
  '012.345.674-66',
  '012.345.675-47',
  '012.345.676-28',
];
const DOCUMENT = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="1000"><rect width="100%" height="100%" fill="#f4f2ec"/>
  <g font-family="DejaVu Sans, sans-serif" fill="#222"><text x="80" y="140" font-size="52">Folha Resumo - Cadastro Único (exemplo)</text>
  <text x="80" y="300" font-size="40">Nome: PESSOA DE TESTE</text><text x="80" y="390" font-size="40">NIS 123.45678.90-1</text></g></svg>`;

const [LIST, SHEET, EXPORT] = MANUAL as [Picture, Picture, Picture];

/** The pictures of the manual, over plainly artificial enrolments. */
export async function takeManual(server: RunningServer, executablePath: string | null): Promise<void> {
  for (let number = CPFS.length; number >= 1; number -= 1) await enrolWithPhoto(server, number);
  const { width, height } = LIST;
  const page = await openDeskPage(server.url, executablePath, { width, height });
  await showIn(page, 'Roboto');
  await take(page, LIST);
  await page.getByRole('row').nth(1).getByRole('button', { name: /^Ver/ }).click();
  await page.getByRole('img', { name: /Documento/ }).waitFor();
  await take(page, SHEET);
  await page.getByRole('button', { name: 'Fechar', exact: true }).click();
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('button', { name: 'Exportar planilha' }).click();
  await page.getByText('6 inscrições').waitFor();
  await take(page, EXPORT);
  await page.context().browser()?.close();
}

/** An artificial enrolment with a photo, as a family sends it. */
async function enrolWithPhoto(server: RunningServer, number: number): Promise<void> {
  const photo = await sharp(Buffer.from(DOCUMENT)).jpeg().toBuffer();
  const submission = submissionOf(`Pessoa ${number} de Teste`, photo, 'jpg');
  const answers = {
    cpf: CPFS[number - 1],
    telefone_whatsapp: `6290000000${number}`,
    nome_responsavel: 'Responsável de Teste',
    telefone_responsavel: `6290000001${number}`,
    endereco_completo: `Rua Exemplo, ${number}00, CEP 76000-000`, // nobody's sibling
  };
  await enrol(server, { ...submission, row: { ...submission.row, ...answers } }, { type: 'image/jpeg' });
}
