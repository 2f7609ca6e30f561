import { expect, test } from 'vitest';
import { flagsOf } from './flags.ts';
import type { StoredEnrolment } from './sheet.ts';

const GOOD = {
  cpf: '529.982.247-25',
  telefone_whatsapp: '62999999998',
  telefone_responsavel: '62999999998',
  nome_responsavel: 'Responsável de Teste',
  idade: 14,
} as StoredEnrolment;

type Changes = Partial<StoredEnrolment> & {
  responsavelConfirmou?: boolean;
  telefoneDoResponsavel?: string | null;
};

test.each<[changes: Changes, flags: string[]]>([
  [{}, []],
  [{ cpf: '529.982.247-26' }, ['CPF não confere']],
  [{ cpf: '123.456.789-09' }, ['CPF comum em testes']], // row 51 of docs/odd-inputs.md
  [{ cpf: null }, []],
  [{ telefone_whatsapp: '99999-9998' }, ['Telefone não confere']],
  [{ telefone_whatsapp: '6233334444' }, []],
  [{ telefone_responsavel: '(20) 99999-9998' }, ['Telefone não confere']],
  [{ nome_responsavel: null }, ['Menor sem responsável']],
  [{ telefone_responsavel: ' ' }, ['Menor sem responsável']],
  [{ telefone_responsavel: ' ', responsavelConfirmou: false }, ['Menor sem responsável']],
  [{ nome_responsavel: null, telefone_responsavel: null, responsavelConfirmou: true }, []],
  [{ nome_responsavel: null, telefone_responsavel: null, idade: 18 }, []],
  [{ telefone_responsavel: ' ', telefoneDoResponsavel: '62988880001' }, []],
  [
    { nome_responsavel: null, telefone_responsavel: null, telefoneDoResponsavel: '62988880001' },
    ['Menor sem responsável'],
  ],
  [{ telefone_responsavel: null, telefoneDoResponsavel: null }, ['Menor sem responsável']],
])('%j has the warnings %j', (changes, flags) => {
  expect(flagsOf({ ...GOOD, ...changes })).toEqual(flags);
});
