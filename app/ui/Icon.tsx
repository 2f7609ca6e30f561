import type { ReactNode } from 'react';
import './ui.css';

/** Our own drawings in a 24 × 24 view box with a stroke of 2. */
const DRAWINGS = {
  menu: <path d="M3 6h18M3 12h18M3 18h18" />,
  close: <path d="M5 5l14 14M19 5L5 19" />,
  filter: <path d="M3 5h18l-7 8v6l-4 2v-8z" />,
  more: (
    <path
      className="icon__fill"
      d="M3 12a2.200 2.200 0 1 1 4.400 0a2.200 2.200 0 1 1-4.400 0M9.800 12a2.200 2.200 0 1 1 4.400 0a2.200 2.200 0 1 1-4.400 0M16.600 12a2.200 2.200 0 1 1 4.400 0a2.200 2.200 0 1 1-4.400 0"
    />
  ),
  back: <path d="M15 4l-8 8 8 8" />,
  forward: <path d="M9 4l8 8-8 8" />,
  check: <path d="M4 13l5 5L20 6" />,
  alert: <path d="M12 3L1.5 21h21zM12 10v5M12 18v.01" />,
  phone: (
    <path d="M6 3h4l1.5 5-2.5 1.7a12 12 0 0 0 5.3 5.3L16 12.5l5 1.5v4c0 1.7-1.3 3-3 3C10 20.5 3.5 14 3 6c0-1.7 1.3-3 3-3z" />
  ),
  whatsapp: (
    <>
      <path d="M3 21l1.3-4.3A9 9 0 1 1 7.5 19.800z" />
      <path d="M8.5 8.200c0 4 3.3 7.3 7.3 7.3l.7-2-2.3-1-1 .9a5.5 5.5 0 0 1-2.600-2.600l.9-1-1-2.3z" />
    </>
  ),
  mail: <path d="M3 5h18v14H3zM3 6l9 7 9-7" />,
  pin: (
    <>
      <path d="M12 22c5-6 7.5-9.5 7.5-12.5a7.5 7.5 0 0 0-15 0C4.5 12.5 7 16 12 22z" />
      <circle cx="12" cy="9.5" r="2.5" />
    </>
  ),
  lock: <path d="M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 6.5V12l3.5 2.5" />
    </>
  ),
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="4.5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17 7v.01" />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 21v-8.5c0-2 1-3 3.200-2.800M9 13.5h5.5" />
    </>
  ),
  star: (
    <path
      className="icon__fill"
      d="M12 2.5l2.900 6.3 6.800.8-5 4.7 1.3 6.800-6-3.400-6 3.400 1.3-6.800-5-4.7 6.800-.8z"
    />
  ),
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

/** As high as the text beside it, and decorative: the text carries the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  );
}
