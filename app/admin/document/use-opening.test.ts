import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { admin } from '../../../content/desk-screens.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { BackendError } from '../../api/client.ts';
import { currentToast, hideToast } from '../../ui/toast/toast.ts';
import { downloadName, openDocument, useOpening } from './use-opening.tsx';

const PATH = 'public/0b7d7d0e-0000-4000-8000-000000000000_Maria_da_Silva.PDF';
const LINK = 'http://localhost/storage/v1/object/sign/x?token=y';
const ENROLMENT = {
  id: '9f8e7d6c-0000-4000-8000-000000000000',
  protocol: '48271936',
  cadastroUnico: `http://localhost/storage/v1/object/public/cadastro_unico_uploads/${PATH}`,
} as StoredEnrolment;

const tab = {
  opener: {} as unknown,
  document: { title: '', body: { textContent: '' } },
  location: { href: 'about:blank', replace: vi.fn() },
  close: vi.fn(),
};
const open = vi.fn();
const logged = vi.spyOn(console, 'error');

beforeEach(() => {
  vi.clearAllMocks();
  tab.opener = {};
  open.mockReturnValue(tab);
  logged.mockImplementation(() => {});
  vi.stubGlobal('window', { open });
});
afterEach(() => {
  hideToast();
  vi.unstubAllGlobals();
});

test('a document opens in a new tab that has no access to the page', async () => {
  const sign = vi.fn().mockResolvedValue(LINK);
  const outcome = openDocument(ENROLMENT, sign);
  expect(open).toHaveBeenCalledOnce(); // inside the click, before any answer

  expect(await outcome).toBeNull();
  expect(sign).toHaveBeenCalledWith(PATH, 'cadunico-48271936.pdf');
  expect(tab.opener).toBeNull();
  expect(tab.location.replace).toHaveBeenCalledWith(LINK);
  expect(currentToast()).toMatchObject({
    title: 'Download iniciado!',
    description: 'O arquivo começará a ser baixado em uma nova aba.',
  });
});

test('the blank tab of a download closes later, a tab that shows a page stays open', async () => {
  vi.useFakeTimers();
  await openDocument(ENROLMENT, async () => LINK);
  expect(tab.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(tab.close).toHaveBeenCalledOnce();

  await openDocument(ENROLMENT, async () => LINK);
  tab.location.href = LINK;
  vi.advanceTimersByTime(10_000);
  expect(tab.close).toHaveBeenCalledOnce();
  tab.location.href = 'about:blank';
  vi.useRealTimers();
});

test('an enrolment without a file shows a message and opens nothing', async () => {
  expect(await openDocument({ ...ENROLMENT, cadastroUnico: null })).toBeNull();
  expect(currentToast()).toMatchObject({ title: 'Nenhum arquivo para baixar.', tone: 'error' });
  expect(open).not.toHaveBeenCalled();
});

test.each([
  ['nada', 'it is no address'],
  ['http://localhost/storage/v1/object/public/cadastro_unico_uploads/', 'the path is empty'],
  ['http://localhost/storage/v1/object/public/outro/public/x.pdf', 'it is in another bucket'],
])('the stored address %s is refused: %s', async (address, _because) => {
  expect(await openDocument({ ...ENROLMENT, cadastroUnico: address })).not.toBeNull();
  expect(logged).toHaveBeenCalledWith(new Error('URL do arquivo inválida ou formato inesperado.'));
  expect(currentToast()).toMatchObject({
    title: 'Erro no Download',
    description: 'Não foi possível gerar o link para download. Verifique o console para mais detalhes.',
  });
  expect(open).not.toHaveBeenCalled();
});

test.each([
  [404, admin.documentMissing],
  [0, admin.noAnswer],
  [403, admin.documentFailed],
])('a link refused with %i closes the tab and leaves %j on the page', async (status, text) => {
  const sign = () => Promise.reject(new BackendError(status, '', 'Maria'));
  expect(await openDocument(ENROLMENT, sign)).toBe(text);
  expect(tab.close).toHaveBeenCalledOnce();
  expect(currentToast()).toMatchObject({ title: 'Erro no Download' });
  expect(String(logged.mock.calls)).not.toContain('Maria');
});

test('when the browser blocks the tab, what to do is said, and no link is made', async () => {
  open.mockReturnValue(null);
  const sign = vi.fn();
  expect(await openDocument(ENROLMENT, sign)).toMatch(/^Seu navegador bloqueou a nova aba\./);
  expect(sign).not.toHaveBeenCalled();
});

test('a double click opens one tab; the document of another row opens while one is on its way', async () => {
  const drawn: ReturnType<typeof useOpening>[] = [];
  renderToStaticMarkup(createElement(() => String(drawn.push(useOpening()))));
  await Promise.all([ENROLMENT, ENROLMENT, { ...ENROLMENT, id: 'other' }].map((one) => drawn[0]?.open(one)));
  expect(open).toHaveBeenCalledTimes(2);
});

test('without a protocol the name is made of the id', () => {
  expect(downloadName({ ...ENROLMENT, protocol: null }, 'public/x.jpeg')).toBe('cadunico-9f8e7d6c.jpeg');
});
