import { violations } from '../support/axe.ts';
import { detail, inDetail, openFollowUp, ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { APPROVE, throughChat } from '../support/open-enrolment.ts';

// Who is a sibling: tests/api/find.test.ts; who is told with whom: app/admin/list/bulk/families.test.ts.

const telefone_responsavel = '62900001111';
const desk = ownDesk(async (desk) => {
  await desk.setChildrensClass();
  await desk.enrolPeople([
    { nome_completo: 'Ana Ipê', telefone_responsavel },
    { nome_completo: 'Caio Ipê', sexo: 'masculino', telefone_responsavel },
    { nome_completo: 'Davi Jatobá' },
  ]);
});

test('two siblings are decided with one press from sheet to sheet, and told with one message', async ({
  page,
  signIn,
  mishaps,
}) => {
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
  await signIn();
  await openFollowUp(page, 'Ana Ipê');
  await expect(detail(page)).toContainText('Família: 1 irmão');
  const approve = async () => {
    await inDetail(page, APPROVE).click();
    await expect(detail(page).getByText('Situação guardada.')).toBeVisible();
  };
  await approve();
  await expect(detail(page).getByRole('link', { name: /^Avisar Ana no WhatsApp/ })).toBeVisible();

  await inDetail(page, 'Caio Ipê, Nova').click();
  await expect(detail(page).locator('.detail__name')).toHaveText('Caio Ipê');
  await expect(detail(page)).toContainText('Família: 1 irmã');
  await expect(inDetail(page, 'Ana Ipê, Aprovada')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 }); // there too right above the sheet
  const { bottom, top } = await detail(page).evaluate((dialog) => ({
    ...{ bottom: dialog.querySelector('.detail__family')?.getBoundingClientRect().bottom ?? Number.NaN },
    ...{ top: dialog.querySelector('.sheet')?.getBoundingClientRect().top ?? Number.NaN },
  }));
  expect(top - bottom).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await violations(page)).toEqual([]);
  await approve();

  await inDetail(page, 'Avisar Caio e Ana no WhatsApp').click();
  const dialog = page.getByRole('dialog', { name: 'Avisar a família' });
  await expect(dialog.getByRole('blockquote')).toHaveText(
    /^Boa notícia! Caio foi aprovado .*\s+Boa notícia! Ana foi aprovada /,
  );
  expect(await violations(page)).toEqual([]);
  const chat = dialog.getByRole('link', { name: /WhatsApp/ });
  await expect(chat).toHaveCount(1);
  await expect(chat).toHaveAttribute('href', /5562900001111\?text=.*Caio.*Ana/);
  await throughChat(page, () => chat.click());
  await dialog.getByRole('button', { name: 'Sim, mandei' }).click();
  await expect(detail(page).getByText('Anotado: a família de Caio e Ana foi avisada.')).toBeVisible();
  await expect(inDetail(page, /^Avisar /)).toHaveCount(0);
  expect(await desk.auditEntries('preparou_mensagem')).toHaveLength(2);
  expect(mishaps).toEqual([]);
});
