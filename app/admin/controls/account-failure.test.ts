import { expect, test } from 'vitest';
import { BackendError } from '../../api/client.ts';
import { accountFailure } from './account-failure.ts';

test.each([
  [
    400,
    'current_password_invalid',
    'Current password required when setting new password.',
    'A senha atual não confere.',
  ],
  [
    422,
    'same_password',
    'New password should be different from the old password.',
    'A senha nova precisa ser diferente da atual.',
  ],
  [
    422,
    'weak_password',
    'Password should be at least 12 characters.',
    'Pelo menos 12 letras. Uma frase curta é boa senha.',
  ],
  [422, 'validation_failed', 'Password cannot be longer than 72 characters', 'Não deu certo. Tente de novo.'],
  [400, 'current_password_invalid', 'A sua senha não confere.', 'A sua senha não confere.'],
  [
    422,
    'weak_password',
    'Esta senha é fácil de adivinhar. Escolha outra.',
    'Esta senha é fácil de adivinhar. Escolha outra.',
  ],
  [
    404,
    'PGRST202',
    'Could not find the function public.mudar_papel',
    'O site mudou de versão. Recarregue a página; se não resolver, avise quem cuida do site.',
  ],
])('%i %s "%s" is shown as "%s"', (status, code, message, shown) => {
  expect(accountFailure(new BackendError(status, code, message))).toBe(shown);
});
