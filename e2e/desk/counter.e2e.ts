import { counter } from '../../content/counter.ts';
import { admin } from '../../content/desk-screens.ts';
import { writtenProtocol } from '../../domain/enrolment/protocol.ts';
import { expectAccessible } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, ownDesk } from '../support/desk.ts';
import { expect, test, toast } from '../support/fixtures.ts';
import { pressAt, tabTo } from '../support/keys.ts';

const desk = ownDesk();

test('who comes in person is enrolled by keyboard alone, once though the answer is lost, with the questions of the paper form in its order', async ({
  page,
  signIn,
  mishaps,
}) => {
  await page.goto('/projeto-social/ficha-em-branco');
  const words = (texts: string[]) =>
    texts.map((text) => text.replace(/\*|:.*|\(se tiver\)|Se .*/g, '').trim());
  const paper = page.locator('.blank-form__part:not(.blank-form__office) .blank-question strong');
  const onPaper = words(await paper.allInnerTexts()).slice(0, -4); // place, date and signatures

  await signIn();
  await pressAt(page.getByRole('button', { name: 'Mais', exact: true }));
  await pressAt(page.getByRole('button', { name: 'Nova inscrição' }));
  const dialog = page.getByRole('dialog', { name: counter.title });
  await expect(dialog.getByRole('heading', { name: counter.title })).toBeFocused();
  expect(words(await dialog.locator('fieldset.part :is(.field__label, .notice)').allInnerTexts())).toEqual(
    onPaper,
  );

  const save = dialog.getByRole('button', { name: counter.save });
  await tabTo(dialog.locator('#nomeCompleto'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Digite o nome completo.')).toBeVisible();
  await expect(dialog.locator('#nomeCompleto')).toBeFocused();
  await page.keyboard.type('Dona Benta de Teste');
  for (const [name, text] of Object.entries({
    ...{ dataNascimento: '05031950', 'sexo-masculino': 'ArrowDown', cpf: '52998224725', rg: '123' },
    ...{ cidade: 'Cidade Exemplo', enderecoCompleto: 'Rua Exemplo, 100, CEP 76000-000' },
    ...{ telefoneWhatsapp: '62900000000', contatoRecados: 'Vizinha, 62 90000-0001' },
    ...{ nivelEscolaridade: 'Ensino Médio', escola: 'Nenhuma', 'rendaFamiliar-ate-1': 'Space' },
    ...{ peso: '52,5', altura: '1,62', 'condicaoMedica-sim': 'Space' },
    condicaoMedicaDetalhes: 'Pressão alta',
  })) {
    await tabTo(dialog.locator(`#${name}`));
    if (/^(Arrow|Space)/.test(text)) await page.keyboard.press(text);
    else await page.keyboard.type(text);
  }
  await page.keyboard.press('Escape'); // what is typed stays
  await pressAt(page.getByRole('button', { name: 'Mais', exact: true }), { way: 'Shift+Tab' });
  await pressAt(page.getByRole('button', { name: 'Nova inscrição' }));
  await expect(dialog.locator('#condicaoMedicaDetalhes')).toHaveValue('Pressão alta');
  await pressAt(save, { way: 'Shift+Tab' });
  await expect(dialog.getByText(counter.howMissing)).toBeVisible();
  await page.keyboard.press('Space'); // the first of the two has the focus
  await expectAccessible(page, counter.title);

  await page.route(
    '**/rpc/inscrever_no_balcao',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await pressAt(save);
  await expect(dialog.getByText(admin.noAnswer)).toBeVisible();
  await pressAt(save);
  await expect(detail(page)).toContainText('Dona Benta de Teste');
  const [stored, ...others] = await runSql<Record<string, string>>(
    desk.server,
    `select protocolo, email, cpf, sexo, nivel_escolaridade, idade::text from public.inscricoes_projeto where nome_completo like 'Dona Benta%'`,
  );
  expect([stored, others]).toMatchObject([
    { email: null, cpf: '529.982.247-25', sexo: 'feminino', nivel_escolaridade: 'medio-incompleto' },
    [],
  ]);
  await expect(toast(page)).toContainText(counter.stored(writtenProtocol(stored?.protocolo ?? '')));
  await expect(detail(page)).toContainText('Falta documento');
  await expect(inDetail(page, 'Anexar documento')).toBeVisible();
  await expect(detail(page)).toContainText('Inscreveu no balcão: declaração lida em voz alta');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Dona Benta/ })).toContainText('no balcão, por administracao');
  mishaps.length = 0; // the answer that was lost
});
