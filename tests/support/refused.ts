import { ApiError } from '../../server/core/errors.ts';

/** How some work is refused. Throws when it is not, or fails otherwise. */
export function refused(work: () => unknown): Pick<ApiError, 'status' | 'code'> {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.code };
    throw error;
  }
  throw new Error('it was not refused');
}
