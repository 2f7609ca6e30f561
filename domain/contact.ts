import type { Brand } from '../content/brand.ts';

/** Digits of a Brazilian phone without country code, trunk zero or decoration; '' when there are too few or too many. */
export function nationalDigits(phone: string): string {
  let digits = phone.replace(/\D/g, '').replace(/^0+/, '');
  // 55 is also an area code: only a number too long for one carries the country's.
  if (digits.length > 11 && digits.startsWith('55')) digits = digits.slice(2).replace(/^0+/, '');
  return digits.length === 10 || digits.length === 11 ? digits : '';
}

/** Whether both are the same usable phone. */
export const isSamePhone = (one: unknown, other: unknown): boolean =>
  Boolean(nationalDigits(`${one}`)) && nationalDigits(`${one}`) === nationalDigits(`${other}`);

/** `62900000000` → `(62) 90000-0000`; text that cannot be a phone is returned as it is. */
export function phoneInWords(phone: string): string {
  return writtenPhone(nationalDigits(phone)) || phone;
}

/** `62999999999` → `(62) 99999-9999`; anything but ten or eleven digits is returned as it is. */
export function writtenPhone(phone: string): string {
  return phone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
}

/** The link of a WhatsApp conversation with `message` ready to send; null without a usable phone. */
export function chatLink(phone: string, message?: string): string | null {
  const digits = nationalDigits(phone);
  if (!digits) return null;
  return `https://wa.me/55${digits}${message ? `?text=${encodeURIComponent(message)}` : ''}`;
}

/**
 * A WhatsApp link with `message` ready; the recipient is chosen in WhatsApp. Without a slash after the name,
 * which the browser adds: links that begin with `https://wa.me/?text=` are hidden by lists of ad blockers,
 * and so are those of `api.whatsapp.com`.
 */
export function ownChatLink(message: string): string {
  return `https://wa.me?text=${encodeURIComponent(message)}`;
}

/** The `tel:` link of a number; null without a usable phone. */
export function telLink(phone: string): string | null {
  const digits = nationalDigits(phone);
  return digits ? `tel:+55${digits}` : null;
}

/** `Rua Exemplo, 100, Setor Central, Cidade Exemplo, GO, CEP 76000-000`. */
export function addressInWords({ street, city, state, postalCode }: Brand): string {
  return `${street}, ${city}, ${state}, CEP ${postalCode}`;
}
