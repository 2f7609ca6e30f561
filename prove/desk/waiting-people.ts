import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import type { Desk } from '../../kit/desk.ts';
import { pdfOf } from '../../kit/document-bytes.ts';
import { addressOf, enrol, makeRow, newLink, sendDocument, validCpf } from '../../kit/family.ts';
import { ask, type Site } from '../../kit/site.ts';

/** Who waits at the beginning, by the first word of their names: how many of each 300, of what age, and what becomes of them. */
const KINDS: Record<string, { of300: number; age: number; becomes?: readonly string[] }> = {
  Criança: { of300: 110, age: 9 },
  Jovem: { of300: 50, age: 14, becomes: ['aprovada', 'lista-de-espera'] },
  Adulto: { of300: 46, age: 30 },
  Irmão: { of300: 40, age: 10 }, // each pair with one guardian and one telephone
  Cópia: { of300: 10, age: 9, becomes: ['nao-aprovada'] }, // a child enrolled a second time
  Desiste: { of300: 16, age: 9, becomes: ['desistiu'] }, // asks by its link to withdraw
  Foto: { of300: 14, age: 9 }, // was asked for another document, and sent it
  Só: { of300: 14, age: 10 }, // no guardian
};

/** The first word of the name of each of them, in a text: `Irmão12`. */
export const FIRST_NAME = new RegExp(`(${Object.keys(KINDS).join('|')})\\d+`, 'g');

/** By age: children have no limit of places, of the young ones four of five have a place. */
const CLASSES = ['Turma Infantil', 'Turma Jovem', 'Turma Adulta'];
const classFor = (age: number) => CLASSES[age < 12 ? 0 : age < 18 ? 1 : 2] ?? '';

/** The name of a class that they are in, in a text, in whatever letters. */
export const CLASS = new RegExp(CLASSES.join('|'), 'i');

/** The class for somebody of this first name, and the situations that are right. */
export function goalOf(firstName: string): { className: string; situations: readonly string[] } {
  const { age = 0, becomes = ['aprovada'] } = KINDS[firstName.replace(/\d+$/, '')] ?? {};
  return { className: classFor(age), situations: becomes };
}

/** So many where `people` are enrolled in all; an even number. */
const share = (of300: number, people: number) => Math.max(1, Math.round((of300 * people) / 600)) * 2;

/** Offers these classes and no other. */
export async function prepareClasses(desk: Desk, people: number): Promise<void> {
  const classes = await desk.rpc<{ id: string; name: string }[]>('lista_de_turmas');
  const places = Math.floor(share(50, people) * 0.8);
  for (const turma of [
    ...classes.map(({ id }) => ({ id, ofProject: false })),
    { name: 'Turma Infantil', ageFrom: 6, ageTo: 11 },
    { name: 'Turma Jovem', ageFrom: 12, ageTo: 17, places },
    { name: 'Turma Adulta', ageFrom: 18 },
  ])
    await desk.rpc('salvar_turma', { turma: { ofProject: true, days: 'Sábado', time: '09:00', ...turma } });
}

/** Enrols about so many people, each with a document, and does what their families do afterwards. */
export async function enrolWaiting(site: Site, desk: Desk, people: number): Promise<void> {
  const queue = Object.entries(KINDS)
    .flatMap(([kind, { of300, age }]) =>
      Array.from({ length: share(of300, people) }, (_, at) => ({ kind, age, at })),
    )
    .map((person, number) => ({ ...person, number }))
    .reverse();
  const work = async () => {
    for (let one = queue.pop(); one; one = queue.pop()) {
      const { code, id } = newLink();
      const row = rowOf(one, id);
      await enrol(site, { path: `public/${id}_documento.pdf`, bytes: Buffer.from(pdfOf()), row });
      if (one.kind === 'Desiste')
        await ask(site, '/rest/v1/rpc/pedir_pela_familia', { body: { codigo: code, tipo: 'desistir' } });
      if (one.kind === 'Foto') await sendAgain(site, desk, code, row.nome_completo);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
}

/** The desk asks for another document, and the family sends it by its link. */
async function sendAgain(site: Site, desk: Desk, codigo: string, name: string): Promise<void> {
  const [{ id: inscricao } = { id: '' }] = await desk.rowsOf(name);
  const decision = { inscricao, versao: 1, situacao: 'falta-documento', motivo: 'O NIS não aparece.' };
  await desk.rpc('decidir_situacao', decision);
  const path = `public/${newLink().id}_documento.pdf`;
  await sendDocument(site, { path, bytes: Buffer.from(pdfOf()) });
  const body = { codigo, endereco: addressOf(site, path) };
  await ask(site, '/rest/v1/rpc/enviar_outro_documento', { body });
}

type Person = { kind: string; age: number; at: number; number: number };

/** The answers of the person with this place in their kind, and with this number in all. */
function rowOf({ kind, age, at, number }: Person, id: string) {
  const today = todayInBrazil();
  const birth = `${Number(today.slice(0, 4)) - age}-01-01`;
  const telephone = kind === 'Irmão' ? 9_000_000 + Math.floor(at / 2) : number;
  const guardian = {
    nome_responsavel: 'Responsável de Teste',
    telefone_responsavel: `6298${String(telephone).padStart(7, '0')}`,
  };
  return {
    ...makeRow(number, id),
    nome_completo: `${kind}${at} de Teste`,
    data_nascimento: birth,
    idade: ageOn(birth, today) ?? 0,
    cpf: validCpf(kind === 'Cópia' ? at : number), // the children are the first of all
    ...(age < 18 && kind !== 'Só' && guardian),
  };
}
