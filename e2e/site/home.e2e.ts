import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import {
  askAbout,
  faq,
  firstClass,
  hero as heroWords,
  offer,
  schedule,
  scheduleHeading,
  modalities as taught,
  testimonials,
} from '../../content/home.ts';
import { project as projectWords } from '../../content/social-project.ts';
import { addressInWords, chatLink, phoneInWords, telLink } from '../../domain/contact.ts';
import { hoursInWords } from '../../domain/opening-hours.ts';
import { expect, MOTION, test } from '../support/fixtures.ts';

test.use(MOTION);

// What the home page and the project's say. It is in their HTML: it is asked with
// scripts and without.

const conversation = (message: string) => chatLink(brand.phone, message) ?? '';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('the home page and the page of the project say all that they should', async ({ page }) => {
      await test.step('the home page says who this is, what is taught when, and how to come', async () => {
        await page.goto('/');

        await test.step('it has four sections, and the header marks where one is', async () => {
          await expect(page.locator('main > section')).toHaveCount(4);
          const menu = page.getByRole('navigation', { name: 'Principal' });
          await expect(menu.locator('[aria-current=page]')).toHaveText('Início');
        });

        for (const { title, photo, features } of taught)
          await test.step(`the card of ${title} has a picture, three features and a chat about it`, async () => {
            const card = page
              .getByRole('article')
              .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
            await card.scrollIntoViewIfNeeded();
            await expect(card.getByRole('img', { name: photo.alt })).toBeVisible();
            await expect(card.getByRole('listitem')).toHaveText([...features]);
            const { label, message } = askAbout(title);
            await expect(card.getByRole('link', { name: label })).toHaveAttribute(
              'href',
              conversation(message),
            );
          });

        await test.step('the first class is explained in three steps, and can be booked in a chat', async () => {
          const modalities = page.getByRole('region', { name: 'Modalidades' });
          await expect(modalities.getByRole('heading', { name: 'Sua primeira aula' })).toBeVisible();
          await expect(modalities.locator('ol').getByRole('listitem')).toHaveText([...firstClass.steps]);
          await expect(modalities.getByText(firstClass.minors)).toBeVisible();
          const { label, message } = firstClass.chat;
          await expect(modalities.getByRole('link', { name: label })).toHaveAttribute(
            'href',
            conversation(message),
          );
        });

        await test.step('the testimonials have five stars each, in words too', async () => {
          const said = page.getByRole('region', { name: 'Quem treina, conta' });
          await expect(said.getByRole('figure')).toHaveCount(testimonials.length);
          for (const figure of await said.getByRole('figure').all()) {
            await expect(figure.locator('svg')).toHaveCount(5);
            await expect(figure.getByText('Nota 5 de 5')).toHaveCount(1);
          }
        });

        await test.step('the contact calls, writes, chats and shows the way', async () => {
          const contact = page.getByRole('region', { name: 'Fale com a gente' });
          const elsewhere = ' (abre em outra página)';
          for (const [name, href] of [
            [`Ligar para ${phoneInWords(brand.phone)}`, telLink(brand.phone) ?? ''],
            [`Abrir conversa${elsewhere}`, conversation('Olá! Vim pelo site.')],
            [brand.email, `mailto:${brand.email}`],
            [`Ver no mapa${elsewhere}`, brand.mapUrl],
            [
              `Como chegar${elsewhere}`,
              `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(addressInWords(brand))}`,
            ],
          ] as const)
            await expect(contact.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
          const profiles = contact.getByRole('link', { name: brand.handle });
          await expect(profiles).toHaveCount(2);
          await expect(profiles.first()).toHaveAttribute('href', brand.instagramUrl);
          await expect(profiles.last()).toHaveAttribute('href', brand.facebookUrl);
          await expect(contact.getByText(brand.street)).toBeVisible();
          for (const hours of brand.hours) await expect(contact.getByText(hoursInWords(hours))).toBeVisible();
          await expect(contact.getByRole('heading', { level: 3 })).toHaveText(['Perguntas frequentes']); // nobody is invented
          for (const link of await contact.locator('a[target=_blank]').all())
            await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
        });

        await test.step('it answers what people ask, one question at a touch', async () => {
          await expectAnswers(page, {
            level: 3,
            questions: faq.length,
            question: faq[1]?.question ?? '',
            answer: faq[1]?.answer ?? '',
          });
        });

        for (const viewport of [
          { width: 360, height: 740 },
          { width: 1280, height: 800 },
        ])
          await test.step(`the timetable is a table at ${viewport.width} pixels`, async () => {
            await page.setViewportSize(viewport);
            const table = page.getByRole('table', { name: 'Horários das aulas da semana' });
            await expect(table.getByRole('columnheader')).toHaveText(['Aula', 'Horário', 'Dias']);
            await expect(table.getByRole('rowheader')).toHaveCount(schedule.length);
            for (const { name: lesson, time, days } of schedule) {
              const row = table.getByRole('row', { name: lesson });
              await expect(row.getByRole('rowheader')).toBeVisible();
              await expect(row.getByRole('cell')).toHaveText([
                time ?? scheduleHeading.byArrangement,
                days ?? '—',
              ]);
            }
          });

        await test.step('the hero says who this is, and offers the modalities, a chat and the project', async () => {
          const hero = page.getByRole('region', { name: brand.name });
          await expect(hero.getByRole('heading', { level: 1 })).toHaveText(brand.name);
          await expect(hero.getByText('Centro de Treinamento')).toBeVisible();
          await expect(hero.getByText(heroWords.tagline)).toBeVisible();
          const { label, message } = heroWords.chat;
          await expect(hero.getByRole('link', { name: label })).toHaveAttribute(
            'href',
            conversation(message),
          );
          await hero.getByRole('button', { name: heroWords.button }).click();
          await expect(page.getByRole('heading', { name: 'Modalidades', exact: true })).toBeInViewport();
          await hero.getByRole('link', { name: offer.button }).click();
          await expect(page).toHaveURL(/\/projeto-social$/);
        });
      });

      if (!javaScriptEnabled)
        await test.step('no line pretends to know the day: the timetable alone says when, and the band leads on', async () => {
          await page.goto('/');
          await expect(page.locator('.today > p').filter({ visible: true })).toHaveCount(0);
          await expect(page.getByRole('table', { name: 'Horários das aulas da semana' })).toBeVisible();
          const band = page.locator('#inicio > .offer');
          await expect(band.getByRole('listitem')).toHaveText(offer.facts);
          await expect(band.getByRole('link', { name: offer.chat.label })).toBeHidden();
          await band.getByRole('link', { name: offer.button }).click();
          await expect(page).toHaveURL(/\/projeto-social$/);
        });

      await test.step('the page of the project says who may enter, and answers what people ask', async () => {
        await page.goto('/projeto-social');

        await test.step('the header marks where one is', async () => {
          const menu = page.getByRole('navigation', { name: 'Principal' });
          await expect(menu.locator('[aria-current=page]')).toHaveText('Projeto Social');
        });

        await test.step('it answers what people ask, one question at a touch', async () => {
          await expectAnswers(page, {
            level: 2,
            questions: projectWords.faq.items.length,
            question: projectWords.faq.items[0]?.question ?? '',
            answer: projectWords.faq.items[0]?.answer ?? '',
          });
        });

        await test.step('its first button leads to the form, or to what is possible without scripts', async () => {
          await page.getByRole('link', { name: projectWords.enrol }).click();
          await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeInViewport();
          const notice = page.getByText(/é preciso ativar o JavaScript/);
          await expect(notice).toHaveCount(javaScriptEnabled ? 0 : 1);
          if (javaScriptEnabled) return expect(page.locator('#nomeCompleto')).toBeVisible();
          await expect(notice).toBeInViewport();
          await expect(page.locator('#nomeCompleto')).toBeHidden(); // nothing could be sent
        });

        await test.step('it says who may enter, what to have at hand and what comes then', async () => {
          const project = page.locator('#projeto');
          await expect(project.getByRole('heading', { level: 1 })).toHaveText('Projeto Construindo Campeões');
          const criteria = project.getByRole('region', { name: projectWords.criteria.title });
          await expect(criteria.getByRole('listitem')).toHaveText([...projectWords.criteria.items]);
          const atHand = project.getByRole('region', { name: projectWords.atHand.title });
          await expect(atHand.getByRole('listitem')).toHaveText([...projectWords.atHand.items]);
          for (const [summary, text] of [
            ['Onde consigo o comprovante do Cadastro Único?', 'peça a folha resumo do Cadastro Único'],
            ['O que acontece depois?', 'Você recebe um número de protocolo na tela.'],
          ] as const) {
            await expect(project.getByText(text)).toBeHidden();
            await project.getByText(summary, { exact: true }).click();
            await expect(project.getByText(text)).toBeVisible();
          }
          if (javaScriptEnabled) {
            await expect(project.locator('.part').getByRole('link', { name: /\? WhatsApp$/ })).toHaveCount(6);
            await expect(
              project.getByRole('link', { name: 'Precisa de ajuda? Fale no WhatsApp' }),
            ).toHaveCount(1);
          }
          await expect(page.getByText(/ver situação/i)).toHaveCount(0);
        });

        if (javaScriptEnabled)
          await test.step('the declaration opens the privacy notice beside the form, and what was typed stays', async () => {
            await page.getByLabel('Nome completo').fill('Pessoa de Teste');
            const declaration = page.getByRole('region', { name: 'Antes de enviar, leia' });
            const [tab] = await Promise.all([
              page.waitForEvent('popup'),
              declaration
                .getByRole('link', { name: 'Como cuidamos dos seus dados (abre em outra aba)', exact: true })
                .click(),
            ]);
            await expect(tab).toHaveURL(/\/privacidade$/);
            await expect(page.getByLabel('Nome completo')).toHaveValue('Pessoa de Teste');
            await tab.close();
          });

        await test.step('the blank form and the privacy notice are a link away', async () => {
          await page.getByRole('link', { name: 'Imprimir ficha em branco' }).click();
          await expect(page).toHaveURL(/\/projeto-social\/ficha-em-branco$/);
          await page.goto('/projeto-social');
          await page.getByRole('link', { name: 'Como cuidamos dos seus dados', exact: true }).click();
          await expect(page).toHaveURL(/\/privacidade$/);
        });
      });
    });
  });
}

/** The questions of the page that is open, and one of their answers. */
async function expectAnswers(
  page: Page,
  asked: { level: number; questions: number; question: string; answer: string },
) {
  const { level, questions, question, answer } = asked;
  const heading = page.getByRole('heading', { name: 'Perguntas frequentes', level });
  await expect(heading).toBeVisible();
  await expect(heading.locator('..').locator('summary')).toHaveCount(questions);
  await expect(page.getByText(answer)).toBeHidden();
  await page.getByText(question, { exact: true }).click();
  await expect(page.getByText(answer)).toBeVisible();
  await page.getByText(question, { exact: true }).click();
  await expect(page.getByText(answer)).toBeHidden();
}
