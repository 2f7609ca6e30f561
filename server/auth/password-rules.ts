import { ApiError } from '../core/errors.ts';

/** Fewest characters of a new password; older passwords still work. */
export const PASSWORD_MIN_LETTERS = 12;

/** Most bytes, the limit of Supabase. */
export const PASSWORD_MAX_BYTES = 72;

type Reason = 'length' | 'characters' | 'pwned';

/** A password that is too easy to guess; `reasons` is answered beside the code. Source: docs/contract.md §5.1. */
export class WeakPassword extends ApiError {
  readonly reasons: readonly Reason[];

  constructor(reason: Reason, message: string) {
    super(422, 'weak_password', message);
    this.reasons = [reason];
  }
}

/** Throws 400 for a password too long to store, 422 for one too easy to guess. */
export function checkNewPassword(password: string, email: string): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES)
    throw new ApiError(
      400,
      'validation_failed',
      'A senha é longa demais: use no máximo 72 letras sem acento.',
    );
  if ([...password].length < PASSWORD_MIN_LETTERS)
    throw new WeakPassword('length', `A senha precisa de pelo menos ${PASSWORD_MIN_LETTERS} letras.`);
  if (new Set(password).size < 5)
    throw new WeakPassword('characters', 'A senha repete sempre as mesmas letras. Escolha outra.');
  const plain = password.toLowerCase();
  if (COMMON.has(plain) || plain === email.toLowerCase())
    throw new WeakPassword('pwned', 'Esta senha é fácil de adivinhar. Escolha outra.');
}

/** The most frequent passwords of twelve characters and more. */
const COMMON: ReadonlySet<string> = new Set([
  '0123456789ab',
  '0987654321ab',
  '123123123123',
  '12345678910a',
  '123456789012',
  '1234567890123',
  '12345678901234',
  '123456789101112',
  '1234567891011',
  '123456789abc',
  '123456789qwerty',
  '1q2w3e4r5t6y',
  '1q2w3e4r5t6y7u',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc',
  '1qaz2wsx3edc4rfv',
  'abc123abc123',
  'abcdefghijkl',
  'abcdefghijklm',
  'abcdefghijklmnopqrstuvwxyz',
  'abcd12345678',
  'administrador',
  'administrador1',
  'administrador123',
  'administrator',
  'administrator1',
  'admin1234567',
  'admin12345678',
  'admin123456789',
  'admin@123456',
  'adminadminadmin',
  'brasil123456',
  'changeme1234',
  'construindocampeoes',
  'contrasena123',
  'corinthians1',
  'corinthians123',
  'correcthorsebatterystaple',
  'deusefiel123',
  'familia12345',
  'flamengo1234',
  'flamengo12345',
  'iloveyou1234',
  'jesuscristo1',
  'jesuscristo123',
  'jiujitsu1234',
  'letmein12345',
  'mudar1234567',
  'mudarsenha123',
  'p@ssw0rd1234',
  'palmeiras123',
  'password1234',
  'password12345',
  'password123456',
  'password1234567',
  'password123456789',
  'password@123',
  'passwordpassword',
  'projetosocial',
  'q1w2e3r4t5y6',
  'qazwsxedcrfv',
  'qwerty123456',
  'qwerty1234567',
  'qwerty12345678',
  'qwertyqwerty',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiop1234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'saopaulo1234',
  'senha1234567',
  'senha12345678',
  'senha123456789',
  'senha1234567890',
  'senha@123456',
  'senhasecreta',
  'senhasenha12',
  'senhasenhasenha',
  'teamo1234567',
  'welcome12345',
  'zaq12wsxcde3',
]);
