/** `onProgress` gets the sent fraction, 0 to 1. */
export type UploadListener = { onProgress: (fraction: number) => void };

/** An upload without progress for this long fails. Source: docs/ux.md §6.1. */
export const STALL_MS = 30_000;

/**
 * `fetch` for one upload over XMLHttpRequest, which alone reports upload progress.
 * Rejects as fetch does: TypeError without an answer, TimeoutError when stalled.
 */
export function uploadFetch(url: string, init: RequestInit, listener: UploadListener): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout>;
    const onActivity = () => {
      clearTimeout(stall);
      stall = setTimeout(() => end(new DOMException('no progress', 'TimeoutError')), STALL_MS);
    };
    function end(outcome: Response | Error) {
      clearTimeout(stall);
      if (outcome instanceof Response) return resolve(outcome);
      reject(outcome);
      request.abort();
    }

    request.open(init.method ?? 'POST', url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      onActivity();
      if (total > 0) listener.onProgress(loaded / total);
    };
    request.onprogress = onActivity;
    request.onload = () => end(responseOf(request));
    request.onerror = () => end(new TypeError('Failed to fetch'));
    request.onabort = request.onerror; // Safari gives up so, without an error
    onActivity();
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}

function responseOf(request: XMLHttpRequest): Response {
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
