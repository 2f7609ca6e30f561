import { afterEach, expect, test, vi } from 'vitest';
import { uploadFetch } from './upload-fetch.ts';

const upload: { onprogress?: (moved: object) => void } = {};

function Request(this: object) {
  Object.assign(this, { upload, open() {}, send() {}, abort() {} });
}

afterEach(() => void vi.useRealTimers().unstubAllGlobals());

test('an upload goes on as long as it moves, and is given up thirty seconds after it stopped', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
  const [ended, onProgress] = [vi.fn(), vi.fn()];
  uploadFetch('/x', {}, { onProgress }).catch(ended);
  for (const loaded of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(29_999);
    upload.onprogress?.({ loaded, total: 4 });
  }
  await vi.advanceTimersByTimeAsync(29_999);
  expect(onProgress.mock.calls).toEqual([[0.25], [0.5], [0.75]]);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended.mock.calls).toMatchObject([[{ name: 'TimeoutError' }]]);
});
