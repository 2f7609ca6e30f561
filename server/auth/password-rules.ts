import { brand } from '../../content/brand.ts';
import { ApiError } from '../core/errors.ts';
import { guessesOf } from './password-strength.ts';
import { type Asker, hashPassword } from './passwords.ts';

/** Fewest characters of a new password; older passwords still work. */
export const PASSWORD_MIN_LETTERS = 12;

/** Most bytes, the limit of Supabase. */
export const PASSWORD_MAX_BYTES = 72;

/** Fewest guesses, as a power of ten: zxcvbn's highest of five steps. */
const GUESSES_MIN = 10;

/** A password that is too easy to guess; auth-js reads the reason beside the code. */
const weak = (reason: 'length' | 'characters' | 'pwned', message: string) =>
  new ApiError(422, 'weak_password', message, { extra: { weak_password: { reasons: [reason] } } });

/** Throws 400 for a password too long to store, 422 for one too easy to guess. */
export async function checkNewPassword(password: string, email: string): Promise<void> {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES)
    throw new ApiError(
      400,
      'validation_failed',
      'A senha é longa demais: use no máximo 72 letras sem acento.',
    );
  if ([...password].length < PASSWORD_MIN_LETTERS)
    throw weak('length', `A senha precisa de pelo menos ${PASSWORD_MIN_LETTERS} letras.`);
  if (new Set(password).size < 5)
    throw weak('characters', 'A senha repete sempre as mesmas letras. Escolha outra.');
  if ((await guessesOf(password, wordsAbout(email))) < GUESSES_MIN)
    throw weak('pwned', 'Esta senha é fácil de adivinhar. Escolha outra.');
}

/** The hash of a new password that a request sets. Throws 400 without one, else as `checkNewPassword`. */
export async function hashNewPassword(
  password: string,
  email: string,
  asker: Asker = 'known',
): Promise<string> {
  if (password === '') throw new ApiError(400, 'validation_failed', 'Falta a senha.');
  await checkNewPassword(password, email);
  return hashPassword(password, asker);
}

/** Sayings, places and things of the sport that people here make passwords of. */
const LOCAL_WORDS = `
  Jesus te ama,Jesus é fiel,Jesus é o fiel,Jesus Cristo,Deus é fiel,Deus é amor,Deus é pai,Deus no comando,fé em Deus
  Nossa Senhora Aparecida,minha família,eu te amo
  dojo,tatame,quimono,faixa preta,jiu-jitsu,muay thai,artes marciais,Oss
  Goiás,Goiânia,Anápolis,Aparecida de Goiânia,Rio Verde,Luziânia,Águas Lindas,Valparaíso,Trindade,Formosa,Itumbiara
  Catalão,Jataí,Caldas Novas,Brasília,Brasil`
  .trim()
  .split(/,|\n\s*/);

/** What somebody tries first who knows the site and the account. */
function wordsAbout(email: string): string[] {
  const [name = '', domain = ''] = email.split('@');
  const [host] = domain.split('.');
  const given = [brand.name, brand.handle, brand.city, email, name, ...name.split(/[._+-]/), host];
  const phrases = [...given, ...LOCAL_WORDS, 'Construindo Campeões', 'projeto social', 'administrador'];
  const words = phrases.flatMap((word = '') => [word, ...word.split(/\s+/), word.replace(/[\s-]+/g, '')]);
  const plain = words.map((word) => word.normalize('NFD').replace(/\p{M}/gu, ''));
  return [...new Set([...words, ...plain].map((word) => word.toLowerCase()))].filter(
    (word) => word.length > 2,
  );
}
