import { expect, test } from 'vitest';
import { flagsOf } from './flags.ts';
import type { StoredEnrolment } from './sheet.ts';

const GOOD = {
  cpf: '529.982.247-25',
  telefoneWhatsapp: '62999999998',
  telefoneResponsavel: '62999999998',
  nomeResponsavel: 'Responsável de Teste',
  dataNascimento: '2012-03-05',
  idade: 14,
} as StoredEnrolment;

type Changes = Partial<StoredEnrolment> & {
  guardianConfirmed?: boolean;
  guardianPhone?: string | null;
  guardianName?: string | null;
};

test.each<[changes: Changes, flags: string[]]>([
  [{}, []],
  [{ cpf: '529.982.247-26' }, ['CPF não confere']],
  [{ cpf: '123.456.789-09' }, ['CPF comum em testes']], // row 51 of docs/odd-inputs.md
  [{ cpf: null }, []],
  [{ telefoneWhatsapp: '99999-9998' }, ['Telefone não confere']],
  [{ telefoneWhatsapp: '6233334444' }, []],
  [{ telefoneResponsavel: '(20) 99999-9998' }, ['Telefone não confere']],
  [{ nomeResponsavel: null }, ['Menor sem responsável']],
  [{ telefoneResponsavel: ' ' }, ['Menor sem responsável']],
  [{ telefoneResponsavel: ' ', guardianConfirmed: false }, ['Menor sem responsável']],
  [{ nomeResponsavel: null, telefoneResponsavel: null, guardianConfirmed: true }, []],
  [{ nomeResponsavel: null, telefoneResponsavel: null, dataNascimento: '2008-12-20' }, []], // of age since it was sent
  [{ telefoneResponsavel: ' ', guardianPhone: '62988880001' }, []],
  [
    { nomeResponsavel: null, telefoneResponsavel: null, guardianPhone: '62988880001' },
    ['Menor sem responsável'],
  ],
  [{ nomeResponsavel: ' ', guardianName: 'Responsável' }, []],
  [{ telefoneResponsavel: null, guardianName: 'Responsável' }, ['Menor sem responsável']],
  [{ telefoneResponsavel: null, guardianPhone: null }, ['Menor sem responsável']],
])('%j has the warnings %j', (changes, flags) => {
  expect(flagsOf({ ...GOOD, ...changes }, '2026-12-20')).toEqual(flags);
});
