/** SHA-256 of some bytes. Written out, because browsers have it over https alone, and then only as a promise. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const { roots, state } = constants();
  const blocks = (bytes.length + 72) >> 6; // with the end mark and the length of 8 bytes
  const padded = new DataView(new ArrayBuffer(blocks * 64));
  new Uint8Array(padded.buffer).set([...bytes, 0x80]);
  padded.setUint32(blocks * 64 - 4, bytes.length * 8);

  const words = new Int32Array(64);
  for (let block = 0; block < blocks; block += 1) {
    for (let at = 0; at < 64; at += 1)
      words[at] = at < 16 ? padded.getInt32((block * 16 + at) * 4) : expanded(words, at);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let at = 0; at < 64; at += 1) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const first =
        h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (roots[at] ?? 0) + (words[at] ?? 0);
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = ((state[at] ?? 0) + value) | 0;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, value] of state.entries()) digest.setInt32(at * 4, value);
  return new Uint8Array(digest.buffer);
}

function expanded(words: Int32Array, at: number): number {
  const [before16 = 0, before15 = 0, before7 = 0, before2 = 0] = [16, 15, 7, 2].map(
    (back) => words[at - back],
  );
  const low = turned(before15, 7) ^ turned(before15, 18) ^ (before15 >>> 3);
  const high = turned(before2, 17) ^ turned(before2, 19) ^ (before2 >>> 10);
  return (before16 + low + before7 + high) | 0;
}

const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The first 32 fraction bits of the cube roots of the first 64 primes, and of the square roots of the first 8. */
function constants(): { roots: number[]; state: number[] } {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number += 1)
    if (primes.every((prime) => number % prime)) primes.push(number);
  const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
  return {
    roots: primes.map((prime) => fraction(prime ** (1 / 3))),
    state: primes.slice(0, 8).map((prime) => fraction(prime ** 0.5)),
  };
}
