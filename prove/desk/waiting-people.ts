import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import type { Desk } from '../../kit/desk.ts';
import { pdfOf } from '../../kit/document-bytes.ts';
import { addressOf, enrol, makeRow, newLink, sendDocument } from '../../kit/family.ts';
import { ask, type Site } from '../../kit/site.ts';

/** Who waits at the beginning, by the first word of their names: how many of each 300, and of what age. */
const KINDS = {
  Criança: { of300: 110, age: 9 },
  Jovem: { of300: 50, age: 14 },
  Adulto: { of300: 46, age: 30 },
  Irmão: { of300: 40, age: 10 }, // each pair with one guardian and one telephone
  Cópia: { of300: 10, age: 9 }, // a child enrolled a second time
  Desiste: { of300: 16, age: 9 }, // asks by its link to withdraw
  Foto: { of300: 14, age: 9 }, // was asked for another document, and sent it
  Só: { of300: 14, age: 10 }, // no guardian
} as const;

type Kind = keyof typeof KINDS;

/** The first word of the name of each of them, in a text: `Irmão12`. */
export const FIRST_NAME = new RegExp(`(${Object.keys(KINDS).join('|')})\\d+`, 'g');

/** The name of a class that they are in, in a text. */
export const CLASS = /Jiu-Jitsu Infantil|Turma Jovem|Turma Adulta/;

/** So many of a kind where `people` wait in all; an even number. */
const countOf = (kind: Kind, people: number) =>
  Math.max(1, Math.round((KINDS[kind].of300 * people) / 600)) * 2;

/** The class that somebody of this first name is to be in. */
export function classFor(firstName: string): string {
  const { age } = KINDS[firstName.replace(/\d+$/, '') as Kind];
  return age < 12 ? 'Jiu-Jitsu Infantil' : age < 18 ? 'Turma Jovem' : 'Turma Adulta';
}

/** The children's class, one with places for four of five of its age, and one for adults; no other is offered. */
export async function prepareClasses(desk: Desk, people: number): Promise<void> {
  const classes = await desk.rpc<{ id: string; nome: string }[]>('turmas');
  for (const { id, nome } of classes)
    await desk.rpc('guardar_turma', {
      turma: nome === 'Jiu-Jitsu Infantil' ? { id, idade_de: 6, idade_ate: 11 } : { id, do_projeto: false },
    });
  for (const turma of [
    { nome: 'Turma Jovem', idade_de: 12, idade_ate: 17, vagas: Math.floor(countOf('Jovem', people) * 0.8) },
    { nome: 'Turma Adulta', idade_de: 18 },
  ])
    await desk.rpc('guardar_turma', { turma: { do_projeto: true, ...turma } });
}

/** Enrols about so many people, each with a document, and does what their families do afterwards. */
export async function enrolWaiting(site: Site, desk: Desk, people: number): Promise<void> {
  const kinds = Object.keys(KINDS) as Kind[];
  const queue = kinds
    .flatMap((kind) => Array.from({ length: countOf(kind, people) }, (_, at) => ({ kind, at })))
    .map((person, number) => ({ ...person, number }))
    .reverse();
  const work = async () => {
    for (let one = queue.pop(); one; one = queue.pop()) {
      const { code, id } = newLink();
      const row = rowOf(one.kind, one.at, one.number, id, countOf('Cópia', people));
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
  await desk.rpc('mudar_situacao', decision);
  const path = `public/${newLink().id}_documento.pdf`;
  await sendDocument(site, { path, bytes: Buffer.from(pdfOf()) });
  const body = { codigo, endereco: addressOf(site, path) };
  const answer = await ask<{ recebido: boolean }>(site, '/rest/v1/rpc/enviar_outro_documento', { body });
  if (!answer.recebido) throw new Error(`the new document of ${name} was not taken`);
}

/** The answers of the person with this place in their kind; of the first `copied` children there is a copy, with the same CPF. */
function rowOf(kind: Kind, at: number, number: number, id: string, copied: number) {
  const today = todayInBrazil();
  const birth = `${Number(today.slice(0, 4)) - KINDS[kind].age}-01-01`;
  const telephone = kind === 'Irmão' ? 9_000_000 + Math.floor(at / 2) : number;
  return {
    ...makeRow(number, id),
    nome_completo: `${kind}${at} de Teste`,
    data_nascimento: birth,
    idade: ageOn(birth, today) ?? 0,
    ...(kind !== 'Adulto' &&
      kind !== 'Só' && {
        nome_responsavel: 'Responsável de Teste',
        telefone_responsavel: `6298${String(telephone).padStart(7, '0')}`,
      }),
    ...((kind === 'Cópia' || (kind === 'Criança' && at < copied)) && {
      cpf: String(10_000_000_000 + at * 7),
    }),
  };
}
