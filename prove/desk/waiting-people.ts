import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import type { Desk } from '../../kit/desk.ts';
import { pdfOf } from '../../kit/document-bytes.ts';
import { addressOf, enrol, makeRow, newLink, sendDocument } from '../../kit/family.ts';
import { ask, type Site } from '../../kit/site.ts';

/** Who waits at the beginning, by the first word of their names, and how many of each. */
const KINDS = {
  Criança: { count: 110, age: 9 },
  Jovem: { count: 50, age: 14 },
  Adulto: { count: 45, age: 30 },
  Irmão: { count: 40, age: 10 }, // each pair with one guardian and one telephone
  Cópia: { count: 10, age: 9 }, // somebody enrolled a second time
  Desiste: { count: 15, age: 9 }, // asks by its link to withdraw
  Foto: { count: 15, age: 9 }, // was asked for another document, and sent it
  Só: { count: 15, age: 10 }, // no guardian
} as const;

export type Kind = keyof typeof KINDS;

/** The children's class, one that is too small for its age, and one for adults; no other is offered. */
export async function prepareClasses(desk: Desk): Promise<void> {
  const classes = await desk.rpc<{ id: string; nome: string }[]>('turmas');
  for (const { id, nome } of classes)
    await desk.rpc('guardar_turma', {
      turma: nome === 'Jiu-Jitsu Infantil' ? { id, idade_de: 6, idade_ate: 11 } : { id, do_projeto: false },
    });
  for (const turma of [
    { nome: 'Turma Jovem', idade_de: 12, idade_ate: 17, vagas: 40 },
    { nome: 'Turma Adulta', idade_de: 18 },
  ])
    await desk.rpc('guardar_turma', { turma: { do_projeto: true, ...turma } });
}

/** Enrols all of them, each with a document, and does what their families do afterwards. How many there are. */
export async function enrolWaiting(site: Site, desk: Desk): Promise<number> {
  const people = Object.entries(KINDS).flatMap(([kind, { count, age }]) =>
    Array.from({ length: count }, (_, at) => ({ kind: kind as Kind, at, age })),
  );
  const queue = people.map((person, number) => ({ ...person, number })).reverse();
  const again: { code: string; row: Record<string, unknown> }[] = [];
  const work = async () => {
    for (let one = queue.pop(); one; one = queue.pop()) {
      const { code, id } = newLink();
      const row = rowOf(one.kind, one.at, one.age, one.number, id);
      await enrol(site, { path: `public/${id}_documento.pdf`, bytes: Buffer.from(pdfOf()), row });
      if (one.kind === 'Desiste')
        await ask(site, '/rest/v1/rpc/pedir_pela_familia', { body: { codigo: code, tipo: 'desistir' } });
      if (one.kind === 'Foto') again.push({ code, row });
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  for (const { code, row } of again) await sendAgain(site, desk, code, String(row.nome_completo));
  return people.length;
}

/** The desk asks for another document, and the family sends it by its link. */
async function sendAgain(site: Site, desk: Desk, codigo: string, name: string): Promise<void> {
  const [{ id: inscricao } = { id: '' }] = await desk.rowsOf(name);
  const decision = { inscricao, versao: 1, situacao: 'falta-documento', motivo: 'O NIS não aparece.' };
  await desk.rpc('mudar_situacao', decision);
  const path = `public/${newLink().id}_documento.pdf`;
  await sendDocument(site, { path, bytes: Buffer.from(pdfOf()) });
  const body = { codigo, endereco: addressOf(site, path) };
  const { recebido } = await ask<{ recebido: boolean }>(site, '/rest/v1/rpc/enviar_outro_documento', {
    body,
  });
  if (!recebido) throw new Error(`the new document of ${name} was not taken`);
}

function rowOf(kind: Kind, at: number, age: number, number: number, id: string): Record<string, unknown> {
  const today = todayInBrazil();
  const birth = `${Number(today.slice(0, 4)) - age}-01-01`;
  const pair = String(Math.floor(at / 2)).padStart(4, '0');
  const own = { ...makeRow(number, id), data_nascimento: birth, idade: ageOn(birth, today) ?? age };
  const guardian = {
    nome_responsavel: 'Responsável de Teste',
    telefone_responsavel: `6298${String(number).padStart(7, '0')}`,
  };
  switch (kind) {
    case 'Irmão':
      return {
        ...own,
        nome_completo: `Irmão${at} Família${pair} de Teste`,
        ...guardian,
        telefone_whatsapp: `62970${pair}00`,
        telefone_responsavel: `62970${pair}00`,
      };
    case 'Cópia': // the same CPF as a child's
      return { ...own, nome_completo: `Cópia${at} de Criança${at}`, ...guardian, cpf: cpfOf(at) };
    case 'Criança':
      return {
        ...own,
        nome_completo: `Criança${at} de Teste`,
        ...guardian,
        ...(at < KINDS.Cópia.count && { cpf: cpfOf(at) }),
      };
    case 'Adulto':
      return { ...own, nome_completo: `Adulto${at} de Teste` };
    case 'Só':
      return { ...own, nome_completo: `Só${at} de Teste` };
    default:
      return { ...own, nome_completo: `${kind}${at} de Teste`, ...guardian };
  }
}

const cpfOf = (at: number) => String(10_000_000_000 + at * 7);
