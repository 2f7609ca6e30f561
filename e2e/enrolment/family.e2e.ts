import { signIn } from '../../kit/desk.ts';
import { apiOf, expect, fillEnrolment, openForm, send, test } from '../support/fixtures.ts';
import { enrolAnother, filledIn, sentHeading } from '../support/sending.ts';

// Several children of one family: what the next enrolment begins with. Source: docs/ux.md §5.

test('the next of a family begins with what the family shares, and can empty it with one press', async ({
  page,
  server,
}) => {
  await openForm(page);
  await fillEnrolment(page, {
    nomeCompleto: 'Irmã Mais Velha',
    condicaoMedica: 'Sim',
    condicaoMedicaDetalhes: 'marca de saúde',
  });
  await send(page);
  await enrolAnother(page, { ofFamily: true });
  const shared = [
    ['cidade', 'Cidade Exemplo'],
    ['enderecoCompleto', 'Rua Exemplo, 100, Setor Central, CEP 76000-000'],
    ['telefoneWhatsapp', '(62) 90000-0000'],
    ['email', 'pessoa@example.com'],
    ['nomeResponsavel', 'Responsável de Teste'],
    ['telefoneResponsavel', '(62) 90000-0001'],
    ['contatoRecados', 'Vizinha, (62) 90000-0002'],
    ['rendaFamiliar', 'ate-1'],
  ];
  await test.step('what the family shares is there, and said; nothing of the person is', async () => {
    await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeFocused();
    await expect(page.getByText('Já escrevemos cidade, endereço')).toBeVisible();
    await expect.poll(() => filledIn(page)).toEqual(shared);
  });
  await test.step('one press empties it', async () => {
    await page.getByRole('button', { name: 'Esvaziar e começar do zero' }).click();
    await expect.poll(() => filledIn(page)).toEqual([]);
    await expect(page.getByText('Já escrevemos cidade, endereço')).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Cidade Exemplo');
  });
  await test.step('the second of the family is a row of its own', async () => {
    await fillEnrolment(page, { nomeCompleto: 'Irmão Mais Novo' });
    await send(page);
    await expect(sentHeading(page)).toBeFocused();
    await enrolAnother(page, { ofFamily: true });
    await fillEnrolment(page, {
      ...Object.fromEntries(shared.map(([name]) => [name, ''])),
      nomeCompleto: 'Irmão do Meio',
    });
    await send(page);
    await expect(sentHeading(page)).toBeFocused();
    const desk = await signIn(apiOf(server));
    for (const name of ['Irmã Mais Velha', 'Irmão Mais Novo', 'Irmão do Meio'])
      expect(await desk.rowsOf(name)).toHaveLength(1);
  });
});
