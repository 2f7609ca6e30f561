/** One HTTP answer; names of headers in lower case. */
export type Answer = { status: number; headers: ReadonlyMap<string, string>; body: Buffer };

/**
 * The first answer in what came; `head`: it answers a HEAD. 'more' while it is not whole, 'junk' for
 * what is no answer. `over`: nothing more will come, so a body without a length is whole.
 */
export function readAnswer(
  came: Buffer,
  { head, over }: { head: boolean; over: boolean },
): { answer: Answer; rest: Buffer } | 'more' | 'junk' {
  const begin = came.toString('latin1', 0, 9);
  if (!'HTTP/1.1 '.startsWith(begin)) return 'junk';
  const end = came.indexOf('\r\n\r\n');
  if (end < 0) return 'more';
  const [first = '', ...lines] = came.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${first} `)?.[1]);
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  if (!status || lines.some((line) => !/^[\w-]+:/.test(line))) return 'junk';
  const rest = came.subarray(end + 4);
  const whole = (body: Buffer, after: Buffer) => ({ answer: { status, headers, body }, rest: after });
  if (head || status < 200 || status === 204 || status === 304) return whole(Buffer.alloc(0), rest);
  const length = headers.get('content-length');
  if (length !== undefined) {
    if (rest.length < Number(length)) return 'more';
    return whole(rest.subarray(0, Number(length)), rest.subarray(Number(length)));
  }
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = joined(rest);
    return typeof chunks === 'string' ? chunks : whole(chunks.body, chunks.rest);
  }
  return over ? whole(rest, Buffer.alloc(0)) : 'more';
}

function joined(sent: Buffer): { body: Buffer; rest: Buffer } | 'more' | 'junk' {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = sent.indexOf('\r\n', at);
    if (end < 0) return 'more';
    const size = sent.toString('latin1', at, end);
    if (!/^[0-9a-f]+$/i.test(size)) return 'junk';
    const bytes = Number.parseInt(size, 16);
    const next = end + 2 + bytes + 2;
    if (sent.length < next) return 'more';
    if (bytes === 0) return { body: Buffer.concat(chunks), rest: sent.subarray(next) };
    chunks.push(sent.subarray(end + 2, end + 2 + bytes));
    at = next;
  }
}
