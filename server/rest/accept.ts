import { ApiError } from '../core/errors.ts';

const OBJECT = 'application/vnd.pgrst.object+json';
const LISTS = ['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'];

/** True when the first acceptable type of an `Accept` header is a single object, false for an array. Throws 406 PGRST107 when it accepts neither. */
export function wantsObject(accept: string | undefined): boolean {
  const wanted = (accept ?? '*/*').split(',').map((item) => {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => parameter.startsWith('nulls=')) ? 'unknown' : type;
  });
  const first = wanted.find((type) => type === OBJECT || LISTS.includes(type));
  if (first === undefined) throw new ApiError(406, 'PGRST107', 'None of these media types are available');
  return first === OBJECT;
}

/** Throws 406 PGRST106 for an `Accept-Profile` or `Content-Profile` other than `public`. */
export function refuseOtherSchema(profile: string | undefined): void {
  if (profile !== undefined && profile !== 'public')
    throw new ApiError(406, 'PGRST106', 'Invalid schema', {
      hint: 'Only the following schemas are exposed: public',
    });
}
