import type { Page } from '@playwright/test';
import { openDetail } from '../support/desk.ts';
import { expect, fillEnrolment, openForm, openFormUnder, send, test, toast } from '../support/fixtures.ts';

// Fields that forgive (each rule: domain/enrolment/masks.test.ts and doubts.test.ts): dots that only decorate, doubts that never stop the form,
// and what the form does for a person who fills it in for another.

const caret = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((input: HTMLInputElement) => input.selectionStart);
const place = (page: Page, id: string, at: number) =>
  page.locator(`#${id}`).evaluate((input: HTMLInputElement, to) => input.setSelectionRange(to, to), at);
/** Puts a text on the clipboard's way into the field that has the focus. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const input = document.activeElement as HTMLInputElement;
    input.setRangeText(pasted, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }, text);

test('the fields forgive, and lead on', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2025-05-12T12:00:00-03:00'));
  await openForm(page);

  // First, because what was left once is looked at again whenever another field is left.
  await test.step('a doubt is told beside its field, and corrected with one tap', async () => {
    await test.step('it stands there without anything red, is announced politely, and goes when the answer is right', async () => {
      const cpf = page.locator('#cpf');
      await cpf.fill('529.982.247-26');
      await expect(page.locator('#cpf-nota')).toBeEmpty();
      await cpf.blur();
      const note = page.locator('#cpf-nota');
      await expect(note).toHaveText('Este CPF não existe. Confira os números.');
      await expect(note).toHaveAttribute('aria-live', 'polite');
      await expect(cpf).toHaveAttribute('aria-describedby', /cpf-nota/);
      await expect(cpf).not.toHaveAttribute('aria-invalid', 'true');
      await expect(page.locator('.field--problem')).toHaveCount(0);
      await cpf.fill('529.982.247-25');
      await cpf.blur();
      await expect(note).toBeEmpty();
    });
    await test.step('it is corrected with one tap', async () => {
      await page.locator('#email').fill('maria@gmial.com');
      await page.locator('#email').blur();
      await expect(page.locator('#email-nota')).toContainText('Você quis dizer gmail.com?');
      await page.getByRole('button', { name: 'Sim, corrigir' }).click();
      await expect(page.locator('#email')).toHaveValue('maria@gmail.com');
      await expect(page.locator('#email-nota')).toBeEmpty();
      await expect(page.locator('#email')).toBeFocused();
    });
    await test.step('it corrects weight and height that were swapped, and what was wrong with them', async () => {
      await page.locator('#peso').fill('1,62');
      await page.locator('#altura').fill('52');
      await page.locator('#altura').blur();
      await expect(page.locator('#peso')).toHaveAttribute('aria-invalid', 'true');
      await page.getByRole('button', { name: 'Trocar' }).click();
      await expect(page.locator('#peso')).toHaveValue('52');
      await expect(page.locator('#altura')).toHaveValue('1,62');
      await expect(page.locator('#peso')).not.toHaveAttribute('aria-invalid', 'true');
    });
  });

  await test.step('dots and brackets come by themselves, and are never in the way', async () => {
    for (const [id, keys, shown] of [
      ['cpf', '52998224725', '529.982.247-25'],
      ['telefoneWhatsapp', '62999999998', '(62) 99999-9998'],
      ['dataNascimento', '05032012', '05/03/2012'],
    ] as const)
      await test.step(`they come while ${id} is typed`, async () => {
        const field = page.locator(`#${id}`);
        await field.fill('');
        await field.pressSequentially(keys);
        await expect(field).toHaveValue(shown);
        await field.blur();
        await expect(field).toHaveValue(shown);
        await field.fill('');
      });
    await expect(page.locator('#idade')).toHaveValue('');
    await test.step('the age follows a date typed without slashes', async () => {
      await page.locator('#dataNascimento').pressSequentially('05031990');
      await expect(page.locator('#idade')).toHaveValue(/^\d\d$/);
      await page.locator('#dataNascimento').fill('');
    });
    await test.step('they leave the caret where it is in the middle of an answer', async () => {
      const cpf = page.locator('#cpf');
      await cpf.pressSequentially('5299822472');
      await place(page, 'cpf', 2);
      await page.keyboard.type('77');
      expect(await caret(page, 'cpf')).toBe(4);
      await expect(cpf).toHaveValue('52779.982.247-2');
      await page.keyboard.press('Backspace');
      expect(await caret(page, 'cpf')).toBe(3);
      await expect(cpf).toHaveValue('5279.982.247-2');
      await cpf.blur();
      await expect(cpf).toHaveValue('527.998.224-72');
      await cpf.fill('');
    });
    await test.step('deleted, they do not come back', async () => {
      const cpf = page.locator('#cpf');
      await cpf.pressSequentially('529982');
      for (const left of ['529.98', '529.9', '529.', '529', '52']) {
        await page.keyboard.press('Backspace');
        await expect(cpf).toHaveValue(left);
      }
    });
    await test.step('what is pasted is cleaned', async () => {
      await page.locator('#telefoneWhatsapp').focus();
      await paste(page, '\u202a+55\u00a062\u00a099999-9998\u202c');
      await expect(page.locator('#telefoneWhatsapp')).toHaveValue('(62) 99999-9998');
    });
  });

  await test.step('the age follows the date and clears with it: a minor is asked to call a guardian, an adult of the same day is not', async () => {
    const date = page.locator('#dataNascimento');
    const call = page.getByText('Menor de 18 anos: chame um responsável.');
    const badge = page.getByText('Importante para menores de 18 anos');
    const age = page.locator('#idade');
    for (const [birth, years] of [
      ['29/02/2012', '13'],
      ['2012-03-05', '13'],
      ['', ''],
      ['12/05/2007', '18'],
    ] as const) {
      await date.fill(birth);
      await expect(age).toHaveValue(years && new RegExp(`^${years}\\b`));
    }
    await expect(age).not.toBeEditable();
    await expect(call).toBeHidden();
    await expect(page.getByText('Quem tem 18 anos ou mais pode pular esta parte.')).toBeVisible();
    await date.fill('13/05/2007');
    await expect(age).toHaveValue(/^17\b/);
    await expect(call).toBeVisible();
    await expect(badge).toBeVisible();
    const invitation = page.getByRole('link', { name: 'Mandar esta página para meu responsável' });
    await expect(invitation).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\?text=Oi!%20Quero%20treinar.*projeto-social$/,
    );
    await page.getByRole('link', { name: 'Ir para Responsáveis' }).click();
    await expect(page.locator('#nomeResponsavel')).toBeFocused();
    await date.fill('29/02/2016');
    await expect(page.getByText('Esta inscrição é de uma criança.')).toBeVisible();
    await date.fill('29/02/2013');
    await expect(badge).toBeHidden();
  });

  await test.step('the browser fills in nothing until the first question says for whom the enrolment is', async () => {
    const tokens = () =>
      Promise.all(
        ['#nomeCompleto', '#nomeResponsavel'].map((id) => page.locator(id).getAttribute('autocomplete')),
      );
    expect(await tokens()).toEqual(['off', 'off']);
    await page.getByLabel('Para mim').check();
    await expect(page.getByText('Seu nome, como está no documento.')).toBeVisible();
    expect(await tokens()).toEqual(['name', 'off']);
    await page.getByLabel('Para meu filho').check();
    await expect(page.getByText('Nome de quem vai treinar, como está no documento.')).toBeVisible();
    expect(await tokens()).toEqual(['off', 'name']);
  });
});

test('what stops the form is what the server says', async ({ page, signIn }) => {
  await test.step('the switches of the server: with tick-boxes, both must be ticked before anything is sent', async () => {
    await openFormUnder(page, { consentimento: 'caixa' });
    await fillEnrolment(page, { nomeCompleto: 'Com Caixas' });
    await page.getByLabel('Autorizo o uso dos dados da inscrição').check();
    await send(page);
    await expect(toast(page).getByRole('alert')).toContainText('Marque a autorização para enviar.');
    await expect(page.locator('#autorizaSaude')).toBeFocused();
    await page.keyboard.press('Space');
    await send(page);
    await expect(toast(page).getByRole('status')).toContainText('Inscrição enviada com sucesso! 🎉');
  });

  await test.step('a doubt never stops the form, and the administrator reads of it', async () => {
    await page.unrouteAll();
    await page.evaluate(() => sessionStorage.clear()); // the confirmation stood in the form's place
    await openForm(page);
    await fillEnrolment(page, {
      nomeCompleto: 'Duvidosa',
      cpf: '529.982.247-26',
      telefoneWhatsapp: '99999-9998',
      nomeResponsavel: '',
      telefoneResponsavel: '',
    });
    await send(page);
    await expect(toast(page).getByRole('status')).toContainText('Inscrição enviada com sucesso! 🎉');
    await signIn();
    const detail = await openDetail(page, 'Duvidosa');
    for (const note of ['CPF não confere', 'Telefone não confere', 'ResponsávelFalta'])
      await expect(detail).toContainText(note);
  });
});
