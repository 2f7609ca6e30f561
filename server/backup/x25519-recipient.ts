import {
  createCipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { type Recipient, Stanza } from 'age-encryption';

/**
 * Wraps the key of a file for `age1…` with Node's own X25519, in age's format. The package
 * itself takes 2.7 ms for it, nine tenths of which are the import of a private key, and there
 * is one for each document. Source: decision 88.
 */
export function x25519Recipient(recipient: string): Recipient {
  const theirs = rawKeyOf(recipient);
  const theirKey = createPublicKey({ key: { ...JWK, x: theirs.toString('base64url') }, format: 'jwk' });
  return {
    wrapFileKey: (fileKey) => {
      const { privateKey, publicKey } = generateKeyPairSync('x25519');
      const share = rawOf(publicKey);
      const secret = diffieHellman({ privateKey, publicKey: theirKey });
      const salt = Buffer.concat([share, theirs]);
      const key = new Uint8Array(hkdfSync('sha256', secret, salt, 'age-encryption.org/v1/X25519', 32));
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['X25519', unpadded(share)], body)];
    },
  };
}

const JWK = { kty: 'OKP', crv: 'X25519' };
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** The 32 bytes in a checked `age1…`: after the prefix 52 letters of five bits, then six of a checksum. */
function rawKeyOf(recipient: string): Buffer {
  const letters = [...recipient.slice('age1'.length, -6)];
  const bits = letters.reduce((sum, letter) => (sum << 5n) | BigInt(BECH32.indexOf(letter)), 0n);
  return Buffer.from((bits >> 4n).toString(16).padStart(64, '0'), 'hex');
}

function rawOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
