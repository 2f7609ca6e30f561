import { Component, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ErrorScreen } from './ErrorScreen.tsx';

let isTaken = false;

/** Call it once React has taken over the page: a screen that throws from then on leaves nothing of itself. */
export const pageTaken = () => {
  isTaken = true;
};

type Props = {
  /** Selects on the page what `children` are drawn as. */
  of: string;
  /** They are a screen: the error screen says that it failed. Source: SPEC §8. */
  isScreen?: boolean;
  children: ReactNode;
};

/** Leaves what stood on the page, as it came without scripts, in the place of what threw; of a screen that came later, nothing. */
export class ErrorBoundary extends Component<Props, { failed: { error: unknown } | null }> {
  override state = { failed: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override render() {
    const { of, isScreen, children } = this.props;
    const { failed } = this.state;
    if (!failed) return children;
    const { error } = failed;
    return (
      <>
        {!(isScreen && isTaken) && <Left of={of} />}
        {isScreen && <ErrorScreen message={error instanceof Error ? error.message : String(error)} />}
      </>
    );
  }
}

/** Copies of what `of` selects, made before React removes it. */
function Left({ of }: { of: string }) {
  const [copies] = useState(() => [...document.querySelectorAll(of)].map(copyOf));
  const place = useRef<HTMLTemplateElement>(null);
  useLayoutEffect(() => {
    place.current?.before(...copies); // React does not know them, and so does not miss what they were
    return () => {
      for (const copy of copies) copy.remove();
    };
  }, [copies]);
  return <template ref={place} />;
}

function copyOf(element: Element): Element {
  const copy = element.cloneNode(true) as Element;
  // React hides what it is about to draw anew; the page came without such attributes
  for (const hidden of copy.querySelectorAll('[style]')) hidden.removeAttribute('style');
  return copy;
}
