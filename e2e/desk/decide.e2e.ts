import type { Locator, Page } from '@playwright/test';
import { validCpf } from '../../kit/family.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, ownDesk, view } from '../support/desk.ts';
import { type DocumentFile, nisPdf } from '../support/document-files.ts';
import { expect, test } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';
import { APPROVE, bar, findSome, REASON, shownName, throughChat } from '../support/open-enrolment.ts';

// What becomes of an enrolment: read, decided with its class, told to the family. Every number of actions
// stands in docs/ux.md §8.5. Reasons and criteria go by keyboard in keyboard.e2e.ts.

const desk = ownDesk((desk) => desk.setChildrensClass());

const tell = (page: Page) => bar(page).getByRole('link', { name: /Avisar/ });

/** Enrols children with a guardian, nothing doubtful about them, and shows only them; the first stands first. */
async function enrolChildren(
  page: Page,
  word: string,
  count: number,
  changes: Record<string, unknown> = {},
  document?: DocumentFile,
) {
  const names = Array.from({ length: count }, (_, at) => `${word}${String.fromCharCode(97 + at)} de Teste`);
  for (const [at, nome_completo] of names.toReversed().entries()) {
    const number = String(word.length * 100 + at).padStart(4, '0');
    const person = { nome_completo, cpf: validCpf(Number(number)), telefone_whatsapp: `6291111${number}` };
    const guardian = { nome_responsavel: 'Responsável de Teste', telefone_responsavel: `6292222${number}` };
    await desk.enrol({ ...person, ...guardian, ...changes }, document);
  }
  await findSome(page, word, count);
  return names as [string, ...string[]];
}

test.beforeEach(({ context }) =>
  context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' })),
);

test('ten new enrolments and their PDFs are read, decided and told in at most 34 actions, and none by a letter', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn();
  const names = await enrolChildren(page, 'Peroba', 10, {}, nisPdf);
  const before = (await desk.auditEntries('abriu_documento')).length;
  let actions = 0;
  const act = async (one: Locator, how = (it: Locator) => it.click()) => {
    actions += 1;
    await how(one);
  };
  await act(view(page, names[0]));
  for (const [at, name] of names.entries()) {
    await expect(shownName(page)).toHaveText(name);
    await expect(detail(page).getByText(`${at + 1} de 10`)).toBeVisible();
    const sheet = detail(page).locator('.pdf-page canvas').first();
    await sheet.waitFor(); // an expectation of what is not there yet describes the whole page at each look
    if (at === 0) for (const key of 'afenpd') await page.keyboard.press(key); // no letter decides, or opens another
    if (at === 3 || at === 6) {
      await act(inDetail(page, 'Falta documento'));
      await act(detail(page).getByLabel('Motivo'), (field) => field.fill(REASON));
      await act(inDetail(page, 'Guardar'));
      await act(inDetail(page, 'Próxima inscrição'));
      continue;
    }
    await act(inDetail(page, APPROVE));
    await expect(tell(page)).toContainText(`Avisar ${name.split(' ')[0]}`);
    await expect(tell(page)).toHaveAttribute('href', /wa\.me\/5562922220\d+\?text=.*aprovada/); // the guardian, and her gender
    if (at === 9) {
      await expect(bar(page).locator('.decision__likely').getByRole('link')).toHaveCount(1); // the golden one
      await expect(inDetail(page, 'Ir à próxima')).toHaveCount(0); // it is the last
    }
    await act(tell(page), (link) => throughChat(page, () => link.click()));
    await act(inDetail(page, at === 9 ? 'Mandei' : 'Mandei e ir à próxima'));
  }
  await expect(bar(page)).toContainText('foi avisada.');
  expect(actions).toBeLessThanOrEqual(34);
  const stored = `select count(*)::int as n from private.acompanhamentos
    where nome like 'Peroba%' and situacao = 'aprovada' and turma_id is not null and not a_avisar`;
  await expect.poll(() => runSql(desk.server, stored)).toEqual([{ n: 8 }]);
  if (NOTES_READS) expect((await desk.auditEntries('abriu_documento')).length - before).toBe(10); // each look, and no other
});
