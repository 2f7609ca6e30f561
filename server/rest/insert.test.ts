import { describe, expect, test } from 'vitest';
import { ROW } from '../../tests/support/people.ts';
import { restServerForTests } from '../../tests/support/rest-server.ts';
import { embedded } from '../../tests/support/server.ts';

const OBJECT = 'application/vnd.pgrst.object+json';
const ENROLMENTS = '/inscricoes_projeto';

describe.each(embedded)('$name', (engine) => {
  const rest = restServerForTests(engine);
  const { ask, statusAndCode } = rest;

  describe('POST', () => {
    test('a row is added and nothing comes back', async () => {
      const answer = await ask('POST', ENROLMENTS, { ...ROW, rg: '4' });
      expect([answer.status, answer.text]).toEqual([201, '']);
      expect(answer.header('content-length')).toBe('0');
      expect(answer.header('content-type')).toBeNull();
      expect(answer.header('content-range')).toBe('*/*');
      expect((await ask('GET', `${ENROLMENTS}?select=cpf&rg=eq.4`)).json).toEqual([{ cpf: ROW.cpf }]);
    });

    test('preferences decide what comes back', async () => {
      const counted = await ask('POST', ENROLMENTS, [{ ...ROW, rg: '4' }], {
        prefer: 'return=minimal, count=exact',
      });
      expect([counted.status, counted.text]).toEqual([201, '']);
      expect(counted.header('content-range')).toBe('*/1');
      expect(counted.header('preference-applied')).toBe('return=minimal, count=exact');
      const prefer = 'return=representation';
      const rows = await ask('POST', `${ENROLMENTS}?select=rg,sexo`, { ...ROW, rg: '5' }, { prefer });
      expect([rows.status, rows.json]).toEqual([201, [{ rg: '5', sexo: 'feminino' }]]);
      const object = await ask(
        'POST',
        `${ENROLMENTS}?select=rg`,
        { ...ROW, rg: '6' },
        { prefer, accept: OBJECT },
      );
      expect(object.json).toEqual({ rg: '6' });
    });

    test('columns= names what is written: the rest is passed over, what is missing is null or left out', async () => {
      const path = (...more: string[]) =>
        `${ENROLMENTS}?columns=${[...Object.keys(ROW), ...more].map((name) => `"${name}"`)}`;
      const { escola: _missing, ...sent } = { ...ROW, rg: '4', nada: 1 };
      expect((await ask('POST', path(), [sent])).status).toBe(201);
      expect((await ask('GET', `${ENROLMENTS}?select=escola&rg=eq.4`)).json).toEqual([{ escola: null }]);
      expect(await statusAndCode('POST', path('id'), [sent])).toEqual([403, '42501']);
      expect((await ask('POST', path('id'), [sent], { prefer: 'missing=default' })).status).toBe(201);
      const { cpf: _needed, ...without } = sent;
      expect(await statusAndCode('POST', path(), [without])).toEqual([400, '23502']);
    });

    const FORMER_DOCUMENT = documentUrl('6c84fb90-12c4-41e1-840d-7b25c5ee775a');

    test.each<[unknown, number, string, string]>([
      [{ cpf: '529.982.247-25' }, 400, '23502', 'a needed column is missing'],
      [{ ...ROW, peso: -1 }, 400, '23514', 'a check'],
      [{ ...ROW, nome_completo: 'x'.repeat(481) }, 400, '23514', 'too long'],
      [{ ...ROW, cadastro_unico_url: FORMER_DOCUMENT }, 409, '23503', 'a document that is not there'],
      [{ ...ROW, id: '6c84fb90-12c4-41e1-840d-7b25c5ee775a' }, 403, '42501', 'a column of the database'],
      [{ ...ROW, peso: 'um' }, 400, '22P02', 'no number'],
      [{ ...ROW, data_nascimento: '2026-02-30' }, 400, '22008', 'no such day'],
      [{ ...ROW, peso: 1e9 }, 400, '22003', 'too large'],
      [{ ...ROW, cpf: 'a\0b' }, 400, '22P05', 'NUL'],
      ['{"cpf":"\\ud800"}', 400, '22P02', 'half a character'],
      [{ ...ROW, nada: 1 }, 400, 'PGRST204', 'an unknown column'],
      ['{"cpf":"x","__proto__":1}', 400, 'PGRST204', 'an unknown column like any other'],
      ['', 400, 'PGRST102', 'nothing'],
      ['{}', 400, 'PGRST102', 'no column'],
      ['[]', 400, 'PGRST102', 'no row'],
      ['{"cpf":', 400, 'PGRST102', 'broken JSON'],
      [[ROW, ROW], 400, 'PGRST102', 'two rows'],
      [`{"cpf":"${'x'.repeat(102_400)}"}`, 413, '413', 'more than 100 kB'],
    ])('a row is refused with $1 $2: $3', async (body, status, code) => {
      expect(await statusAndCode('POST', ENROLMENTS, body)).toEqual([status, code]);
      expect((await ask('GET', `${ENROLMENTS}?select=rg`)).json).toHaveLength(3);
    });

    test('an answer that is refused names no value of a row', async () => {
      const id = '6c84fb90-12c4-41e1-840d-7b25c5ee775b';
      await rest.server.database.query(
        `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`,
        [`public/${id}_segredo.pdf`],
      );
      const row = { ...ROW, cadastro_unico_url: documentUrl(id) };
      expect((await ask('POST', ENROLMENTS, row)).status).toBe(201);
      const taken = await ask('POST', ENROLMENTS, row);
      expect(taken.json).toEqual({
        code: '23505',
        message: 'duplicate key value violates unique constraint "inscricoes_projeto_envio_key"',
        details: null,
        hint: null,
      });
      expect(taken.header('content-type')).toBe('application/json; charset=utf-8');
      expect(taken.header('proxy-status')).toBe('PostgREST; error=23505');
      await ask('POST', ENROLMENTS, { ...ROW, peso: 'segredo' });
      await ask('POST', ENROLMENTS, { ...ROW, sexo: 'segredo' });
      expect(rest.server.lines.join('')).not.toContain('segredo');
    });
  });
});

function documentUrl(id: string): string {
  return `https://casa.test/storage/v1/object/public/cadastro_unico_uploads/public/${id}_segredo.pdf`;
}
