import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accounts } from '../../content/accounts.ts';
import { mayDo, ROLES } from '../../domain/roles.ts';
import { PASSWORD_MIN_LETTERS } from '../../server/auth/password-rules.ts';
import { ACCESS_TOKEN_SECONDS } from '../../server/core/tokens.ts';
import { ROOT } from '../support/sources.ts';

// supabase/config.toml, which the Supabase CLI turns into GoTrue's settings.
// Source: docs/contract.md §12.

const settings: Record<string, string> = {};
let section = '';
for (const line of readFileSync(join(ROOT, 'supabase/config.toml'), 'utf8').split('\n')) {
  section = /^\[(.+)\]$/.exec(line)?.[1] ?? section;
  const [, key, value] = /^(\w+) = (.+?)(?: #.*)?$/.exec(line) ?? [];
  if (key && value) settings[section ? `${section}.${key}` : key] = value;
}

test('administrators sign in by e-mail, and nobody signs up', () => {
  // GOTRUE_EXTERNAL_EMAIL_ENABLED: without it nobody signs in either
  expect(settings['auth.email.enabled']).toBe('true');
  // GOTRUE_DISABLE_SIGNUP
  expect(settings['auth.enable_signup']).toBe('false');
  expect(settings['auth.enable_anonymous_sign_ins']).toBe('false');
});

test('a push changes nothing that would lock administrators out', () => {
  // GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: a code by e-mail, which the page never asks for
  expect(settings['auth.email.secure_password_change']).toBe('false');
  // a page refreshes when less than 90 s remain; the desk's access token lives as long as our own
  expect(settings['auth.jwt_expiry']).toBe(String(ACCESS_TOKEN_SECONDS));
  // what another project has as its own: its address, its providers, its second factors
  expect(
    Object.keys(settings).filter((name) => /site_url|redirect|external|mfa|captcha|hook|sms|smtp/.test(name)),
  ).toEqual([]);
});

test('a password is as long as the page promises', () => {
  expect(accounts.rules).toContain(`${PASSWORD_MIN_LETTERS} letras`);
  expect(settings['auth.minimum_password_length']).toBe(String(PASSWORD_MIN_LETTERS));
});

test('the account of its own that runs retention is given a role that may', () => {
  const account = readFileSync(join(ROOT, 'docs/supabase.md'), 'utf8')
    .split('\n')
    .find((line) => line.includes('(crontab).'));
  for (const role of ROLES) expect(account?.includes(`\`${role}\``)).toBe(mayDo(role, 'aplicar_prazos'));
});
