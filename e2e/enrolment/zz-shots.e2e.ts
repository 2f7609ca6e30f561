import { enrolWithLink, askAgain } from '../support/family.ts';
import { expect, fillEnrolment, openForm, send, test } from '../support/fixtures.ts';
import { closeToast, sentHeading } from '../support/sending.ts';
test.use({ font: 'Roboto' } as never);
test('shots', async ({ page, server }) => {
  test.setTimeout(300_000);
  for (const [w, h] of [[360, 740], [1280, 800]] as const) {
    const shot = (name: string) => page.screenshot({ path: `/tmp/soc/shots/${w}-${name}.png`, fullPage: true });
    await page.setViewportSize({ width: w, height: h });
    for (const who of ['Para mim', 'Para meu filho']) {
      await page.goto('/acessibilidade');
      await page.evaluate(() => sessionStorage.clear());
      await openForm(page);
      await fillEnrolment(page, { nomeCompleto: 'joão da silva', dataNascimento: '05/03/2016', cpf: '529.982.247-26', nomeResponsavel: '', telefoneResponsavel: '' });
      await page.getByLabel(who).check();
      await page.locator('#cpf').blur();
      await page.waitForTimeout(800);
      if (who === 'Para mim') await shot('form');
      await send(page);
      await expect(sentHeading(page)).toBeFocused();
      await page.waitForTimeout(800);
      await closeToast(page);
      await shot(`sent-${who === 'Para mim' ? 'mim' : 'outra'}`);
    }
    const name = `Pessoa ${w}`;
    const address = await enrolWithLink(server, name, { data_nascimento: '2016-03-05', idade: 10 });
    await page.goto('/acessibilidade');
    await page.goto(address);
    await page.waitForTimeout(1000);
    await shot('situation-nova');
    await askAgain(server, name);
    await page.reload();
    await page.waitForTimeout(1200);
    await shot('situation-falta');
  }
});
