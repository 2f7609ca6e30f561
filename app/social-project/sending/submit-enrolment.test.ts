import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient } from '@supabase/storage-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EMPTY_ENROLMENT, type Enrolment } from '../../../domain/enrolment/enrolment.ts';
import { uploadIdOf } from '../../../domain/personal-code.ts';
import { BackendError } from '../../api/client.ts';
import { newSubmission, submitEnrolment, UNREADABLE } from './submit-enrolment.ts';

const BACKEND = 'https://casa.example';
const PDF = '%PDF-1.4 de teste';
const pdf = (name = 'folha.pdf', text = PDF) => new File([text], name, { type: 'application/octet-stream' });

const ENROLMENT: Enrolment = {
  ...EMPTY_ENROLMENT,
  nomeCompleto: 'Pessoa de Teste',
  peso: '52,5',
  cadastroUnico: pdf(),
};

type Answer = { status: number; body?: unknown } | 'no answer';
type Call = { path: string; init: RequestInit };

/** The real clients over prepared answers, one per upload and one per insert; then every call succeeds. */
function backend({ uploads = [], inserts = [] }: { uploads?: Answer[]; inserts?: Answer[] } = {}) {
  const calls: Call[] = [];
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = new URL(String(input)).pathname;
    calls.push({ path, init });
    const queue = path.startsWith('/storage') ? uploads : inserts;
    const fallback = path.startsWith('/storage')
      ? { status: 200, body: { Key: 'k', Id: 'i' } }
      : { status: 201 };
    const answer = queue.shift() ?? fallback;
    if (answer === 'no answer') throw new TypeError('Failed to fetch');
    const text =
      typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? '').replace(/^""$/, '');
    return new Response(text, { status: answer.status });
  };
  const connect = async () => ({
    rest: new PostgrestClient(`${BACKEND}/rest/v1`, { fetch, schema: 'public' as const }),
    storage: new StorageClient(`${BACKEND}/storage/v1`, {}, fetch),
  });
  const uploadPaths = () => calls.filter(({ path }) => path.startsWith('/storage')).map(({ path }) => path);
  const rows = () =>
    calls.filter(({ path }) => path.startsWith('/rest')).map(({ init }) => JSON.parse(String(init.body)));
  return { calls, connect, uploadPaths, rows };
}

async function failureOf(work: Promise<void>): Promise<BackendError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof BackendError)) throw new Error(`expected a BackendError, got ${error}`);
  return error;
}

/** Sends the enrolment, or one that differs, and gives what that failed with. */
const refused = (
  submission: ReturnType<typeof newSubmission>,
  connect: ReturnType<typeof backend>['connect'],
  changes: Partial<Enrolment> = {},
) => failureOf(submitEnrolment(submission, { ...ENROLMENT, ...changes }, connect));

describe('sending an enrolment', () => {
  test('stores the document first, under the submission’s uuid, then the row that refers to it', async () => {
    const { calls, connect, rows } = backend();
    const submission = newSubmission();
    await submitEnrolment(submission, { ...ENROLMENT, cadastroUnico: pdf('Declaração Única.pdf') }, connect);

    const path = `public/${submission.id}_Declaracao_Unica.pdf`;
    expect(calls.map((call) => call.path)).toEqual([
      `/storage/v1/object/cadastro_unico_uploads/${path}`,
      '/rest/v1/inscricoes_projeto',
    ]);
    expect(rows()).toMatchObject([
      {
        nome_completo: 'Pessoa de Teste',
        peso: 52.5,
        motivacao: null,
        objetivos: null,
        cadastro_unico_url: `${BACKEND}/storage/v1/object/public/cadastro_unico_uploads/${path}`,
      },
    ]);
    expect(submission.pending).toBeNull();
  });

  test('declares the type by the bytes, not by the device, and never overwrites', async () => {
    const { calls, connect } = backend();
    await submitEnrolment(newSubmission(), ENROLMENT, connect);
    const { body, headers } = calls[0]?.init ?? {};
    const part = (body as FormData).get('') as File;
    expect(part.type).toBe('application/pdf');
    expect(await part.text()).toBe(PDF);
    expect(new Headers(headers).get('x-upsert')).toBe('false');
  });

  test('does not request the row in the answer', async () => {
    const { calls, connect } = backend();
    await submitEnrolment(newSubmission(), ENROLMENT, connect);
    expect(new Headers(calls[1]?.init.headers).get('prefer') ?? '').not.toContain('representation');
  });

  test('without a document sends a row without an address', async () => {
    const { connect, uploadPaths, rows } = backend();
    await submitEnrolment(newSubmission(), { ...ENROLMENT, cadastroUnico: null }, connect);
    expect(uploadPaths()).toEqual([]);
    expect(rows()).toMatchObject([{ cadastro_unico_url: null }]);
  });

  test('a failed upload inserts no row', async () => {
    const { connect, rows } = backend({ uploads: [{ status: 500, body: { message: 'Falha simulada' } }] });
    const failure = await refused(newSubmission(), connect);
    expect(failure).toMatchObject({ status: 500, code: 'storage', message: 'Falha simulada' });
    expect(rows()).toEqual([]);
  });

  test('refuses a file by its bytes before any call', async () => {
    const { calls, connect } = backend();
    const program = pdf('folha.pdf', 'MZ program');
    const failure = await refused(newSubmission(), connect, { cadastroUnico: program });
    expect(failure).toMatchObject({ status: 415, code: 'storage' });
    expect(calls).toEqual([]);
  });

  test('reports a file that the device cannot read any more', async () => {
    const { connect } = backend();
    const unreadable = pdf();
    unreadable.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    const failure = await refused(newSubmission(), connect, { cadastroUnico: unreadable });
    expect(failure).toMatchObject({ status: 0, code: UNREADABLE });
  });
});

describe('sending again', () => {
  test('does not upload a stored document again', async () => {
    const { connect, uploadPaths, rows } = backend({
      inserts: [{ status: 429, body: { message: 'espere' } }],
    });
    const submission = newSubmission();
    await refused(submission, connect);
    await submitEnrolment(submission, ENROLMENT, connect);
    expect(uploadPaths()).toHaveLength(1);
    expect(rows()).toHaveLength(2);
    expect(rows()[0].cadastro_unico_url).toBe(rows()[1].cadastro_unico_url);
  });

  test('takes 409 Duplicate for the same file as stored: the first answer was lost', async () => {
    const { connect, uploadPaths } = backend({
      uploads: [
        'no answer',
        {
          status: 400,
          body: { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' },
        },
      ],
    });
    const submission = newSubmission();
    expect(await refused(submission, connect)).toMatchObject({ status: 0 });
    await submitEnrolment(submission, ENROLMENT, connect);
    expect(new Set(uploadPaths()).size).toBe(1);
  });

  test('takes 23505 as success', async () => {
    const { connect } = backend({
      inserts: ['no answer', { status: 409, body: { code: '23505', message: 'duplicate key value' } }],
    });
    const submission = newSubmission();
    await refused(submission, connect);
    expect(submission.pending).not.toBeNull();
    await submitEnrolment(submission, ENROLMENT, connect);
    expect(submission.pending).toBeNull();
  });

  test('another file of the same name has the same uuid and another name, the first one again its own', async () => {
    const limited = { status: 429, body: {} };
    const { connect, uploadPaths } = backend({ inserts: [limited, limited] });
    const submission = newSubmission();
    await refused(submission, connect);
    const other = { ...ENROLMENT, cadastroUnico: pdf('folha.pdf', `${PDF}, outro`) };
    await failureOf(submitEnrolment(submission, other, connect));
    await submitEnrolment(submission, { ...ENROLMENT, cadastroUnico: pdf() }, connect);
    const base = `/storage/v1/object/cadastro_unico_uploads/public/${submission.id}`;
    expect(uploadPaths()).toEqual([`${base}_folha.pdf`, `${base}_folha-2.pdf`, `${base}_folha.pdf`]);
  });

  test('recognises the same file by its content after a reload', async () => {
    const { connect, uploadPaths } = backend({ inserts: [{ status: 429, body: {} }] });
    const submission = newSubmission();
    const saved: string[] = [];
    await failureOf(
      submitEnrolment(submission, ENROLMENT, connect, () => saved.push(JSON.stringify(submission))),
    );
    expect(saved.map((text) => JSON.parse(text).stored !== null)).toEqual([false, true]);
    const again = JSON.parse(saved.at(-1) ?? '') as typeof submission;
    again.pending = null;
    await submitEnrolment(again, { ...ENROLMENT, cadastroUnico: pdf() }, connect);
    expect(uploadPaths()).toHaveLength(1);
  });

  test('sends the same row again while it is unknown whether it arrived', async () => {
    const { connect, rows } = backend({ inserts: [{ status: 502, body: '<html>' }] });
    const submission = newSubmission();
    await refused(submission, connect);
    await submitEnrolment(submission, { ...ENROLMENT, nomeCompleto: 'Outra Pessoa' }, connect);
    expect(rows()[1]).toEqual(rows()[0]);
  });

  test.each([
    ['no answer', true, 'there was no answer'],
    [{ status: 500, body: { message: 'x' } }, true, 'the server failed'],
    [{ status: 408, body: { message: 'x' } }, true, 'the line was too slow'],
    [{ status: 504, body: '<html>' }, true, 'a proxy timed out'],
    [{ status: 200, body: '<html>Entre no Wi-Fi' }, true, 'a hotspot answered'],
    [{ status: 429, body: { message: 'x' } }, false, 'it was rate limited'],
    [{ status: 401, body: { code: '42501', message: 'x' } }, false, 'it was forbidden'],
    [{ status: 400, body: { code: '23514', message: 'x' } }, false, 'the database refused it'],
    [{ status: 507, body: { code: '53100', message: 'x' } }, false, 'the disk is full'],
    [{ status: 503, body: { code: '57014', message: 'x' } }, false, 'the database rolled it back'],
  ] as const)('after %j the row is pending: %j, since %s', async (answer, pending, _because) => {
    const { connect } = backend({ inserts: [answer] });
    const submission = newSubmission();
    await refused(submission, connect);
    expect(submission.pending !== null).toBe(pending);
  });

  test('the row stays pending when the second attempt is rate limited, and not when the database refuses it', async () => {
    const { connect } = backend({
      inserts: [
        'no answer',
        { status: 429, body: {} },
        { status: 400, body: { code: '22P02', message: 'x' } },
      ],
    });
    const submission = newSubmission();
    const attempt = () => refused(submission, connect);
    await attempt();
    await attempt();
    expect(submission.pending).not.toBeNull();
    await attempt();
    expect(submission.pending).toBeNull();
  });

  test('uploads again when the document is missing', async () => {
    const { connect, uploadPaths } = backend({
      inserts: [
        { status: 409, body: { code: '23503', message: 'O documento desta inscrição não foi encontrado.' } },
      ],
    });
    const submission = newSubmission();
    await refused(submission, connect);
    await submitEnrolment(submission, ENROLMENT, connect);
    expect(uploadPaths()).toHaveLength(2);
  });
});

describe('the uuid', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('is made from a random code, also over plain HTTP, which has no subtle and no randomUUID', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const submissions = Array.from({ length: 50 }, newSubmission);
    for (const { code, id } of submissions) {
      expect(code).toMatch(/^[0-9a-f]{32}$/);
      expect(id).toBe(uploadIdOf(code));
    }
    expect(new Set(submissions.map(({ id }) => id)).size).toBe(50);
  });
});
