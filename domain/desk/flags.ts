import { flags } from '../../content/messages.ts';
import { cpfMatches } from '../enrolment/cpf.ts';
import { phoneMatches } from '../enrolment/phone.ts';
import { type Guarded, isGuardianMissing } from './sheet.ts';

/** A valid CPF that people type when they try a form. */
const SAMPLE_CPF = '12345678909';

/**
 * Warnings about an enrolment, by the form's own rules. A guardian confirmed by the
 * desk counts even where the answers name none, and so do the guardian's name and telephone that
 * came later. Source: docs/ux.md §0 (D2, D11).
 */
export function flagsOf(enrolment: Guarded, today?: string): string[] {
  const { cpf, telefoneResponsavel } = enrolment;
  const phones = [enrolment.telefoneWhatsapp, telefoneResponsavel].map((phone) => String(phone ?? '').trim());
  return [
    ...(cpf !== null && cpf !== undefined && !cpfMatches(String(cpf)) ? [flags.cpf] : []),
    ...(String(cpf ?? '').replace(/\D/g, '') === SAMPLE_CPF ? [flags.sampleCpf] : []),
    ...(phones.some((phone) => phone !== '' && !phoneMatches(phone)) ? [flags.phone] : []),
    ...(isGuardianMissing(enrolment, today) ? [flags.guardian] : []),
  ];
}
