import { renderToStaticMarkup as html } from 'react-dom/server';
import { expect, test } from 'vitest';
import { blankForm } from '../../content/blank-form.ts';
import { brand } from '../../content/brand.ts';
import { project } from '../../content/social-project.ts';
import { addressInWords, phoneInWords } from '../../domain/contact.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { textOf } from '../../tests/support/screens/heard.ts';
import { BlankFormPage } from './BlankFormPage.tsx';
import { PrivacyPage } from './PrivacyPage.tsx';

test('the blank form asks all that the form asks, part by part, with room to sign', () => {
  const paper = html(<BlankFormPage />);
  const parts = paper.split('<section').map((part) => textOf(`<section${part}`));
  for (const [at, title] of project.parts.entries()) {
    const part = parts.find((text) => text.includes(`${at + 1}. ${title}`)) ?? '';
    for (const { label, options = {}, required, control } of FIELDS.filter(
      (field) => field.part === at + 1 && field.control !== 'hidden',
    ) as readonly Field[])
      for (const text of [required && control !== 'age' ? `${label} *` : label, ...Object.values(options)])
        expect(part).toContain(text);
  }
  for (const text of [
    blankForm.form.bring,
    `Autorizo a ${brand.name} a usar estes dados`,
    'Assinatura da mãe, do pai ou do responsável',
    'Uso da secretaria',
    'Inscrição pelo celular: aponte a câmera',
    `${brand.siteUrl}/projeto-social`,
  ])
    expect(textOf(paper)).toContain(text);
  expect(paper).toContain('alt="Código QR que abre a inscrição no celular"');
});

test('the privacy notice says who is responsible, with facts in the place of their names, and how to reach them', () => {
  const notice = html(<PrivacyPage />);
  expect(textOf(notice)).toContain(`${brand.name}, CNPJ ${brand.cnpj}, ${addressInWords(brand)}.`);
  expect(notice).toMatch(
    new RegExp(
      `href="https://wa\\.me/55${brand.phone}\\?text=[^"]*"[^>]*>${phoneInWords(brand.phone).replace(/[()]/g, '.')}`,
    ),
  );
});
