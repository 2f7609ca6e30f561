/** How an upload is followed, and given up. */
export type UploadWatch = {
  /** Hears which part has gone out, 0 to 1. */
  onProgress: (part: number) => void;
  signal?: AbortSignal;
};

/** How long an upload may stand still. Source: ux.md §6.1. */
export const STALL_MS = 30_000;

/**
 * `fetch` for one upload, over XMLHttpRequest, which alone tells how much has
 * gone out. Rejects as fetch does: a TypeError without an answer, an AbortError
 * when given up, a TimeoutError after standing still too long.
 */
export function uploadFetch(url: string, init: RequestInit, watch: UploadWatch): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let patience: ReturnType<typeof setTimeout>;
    const moves = () => {
      clearTimeout(patience);
      patience = setTimeout(() => end(new DOMException('no progress', 'TimeoutError')), STALL_MS);
    };
    const giveUp = () => end(new DOMException('given up', 'AbortError'));
    function end(outcome: Response | Error) {
      clearTimeout(patience);
      watch.signal?.removeEventListener('abort', giveUp);
      if (outcome instanceof Response) return resolve(outcome);
      reject(outcome);
      request.abort();
    }

    request.open(init.method ?? 'POST', url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      moves();
      if (total > 0) watch.onProgress(loaded / total);
    };
    request.onprogress = moves;
    request.onload = () => end(answerOf(request));
    request.onerror = () => end(new TypeError('Failed to fetch'));
    if (watch.signal?.aborted) return giveUp();
    watch.signal?.addEventListener('abort', giveUp);
    moves();
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const [, name, value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    if (name) headers.append(name, value);
  }
  const { status, statusText, responseText } = request;
  return new Response(status === 204 || status === 304 ? null : responseText, {
    status,
    statusText,
    headers,
  });
}
