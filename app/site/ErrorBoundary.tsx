import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen.tsx';

/** Shows the error screen instead of a screen that threw. Source: SPEC §8. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: { error: unknown } | null }> {
  override state = { failed: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override render() {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    const { error } = failed;
    return <ErrorScreen message={error instanceof Error ? error.message : String(error)} />;
  }
}
