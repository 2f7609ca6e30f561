import { flags } from '../content/messages.ts';
import { cpfMatches } from './cpf.ts';
import { phoneMatches } from './phone.ts';
import { isMinor, type Registration } from './sheet.ts';

/** Its check digits are right, and everybody who tries a form types it. */
const SAMPLE_CPF = '12345678909';

/**
 * What an administrator should look at in a registration, by the form's own rules.
 * A guardian who came in person is one, whatever was written. Source: ux.md §0 (D2, D11).
 */
export function flagsOf(registration: Registration & { responsavelConfirmou?: boolean }): string[] {
  const { cpf, nome_responsavel, telefone_responsavel } = registration;
  const phones = [registration.telefone_whatsapp, telefone_responsavel].map((phone) =>
    String(phone ?? '').trim(),
  );
  const lonely =
    !registration.responsavelConfirmou &&
    [nome_responsavel, telefone_responsavel].some((given) => String(given ?? '').trim() === '');
  return [
    ...(cpf !== null && cpf !== undefined && !cpfMatches(String(cpf)) ? [flags.cpf] : []),
    ...(String(cpf ?? '').replace(/\D/g, '') === SAMPLE_CPF ? [flags.sampleCpf] : []),
    ...(phones.some((phone) => phone !== '' && !phoneMatches(phone)) ? [flags.phone] : []),
    ...(isMinor(registration) && lonely ? [flags.guardian] : []),
  ];
}
