import { Component, type ReactNode } from 'react';

/** Something small beside the page that may be missing: where it fails, nothing is drawn and the page stands. */
export class Quiet extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
