import { Component, type ReactNode } from 'react';
import { Alert } from '../alert/alert.tsx';
import { Button } from '../button/button.tsx';
import { isMissingCode, onCodeBack, recoverCode } from './missing-code.ts';

export type PartProps = {
  children: ReactNode;
  /** Called before a failed part renders again. */
  onRetry?: () => void;
};

type State = { failure: { error: unknown } | null };

/** An error boundary: a failed part shows a retry button while the rest of the page stays unchanged. */
export class Part extends Component<PartProps, State> {
  static getDerivedStateFromError = (error: unknown): State => ({ failure: { error } });

  override state: State = { failure: null };
  #forget: (() => void) | undefined;

  override componentDidMount(): void {
    this.#forget = onCodeBack(
      () => this.state.failure !== null && isMissingCode(this.state.failure.error) && this.#retry(),
    );
  }

  override componentDidCatch(error: unknown): void {
    if (isMissingCode(error)) recoverCode();
  }

  override componentWillUnmount(): void {
    this.#forget?.();
  }

  #retry = () => {
    this.props.onRetry?.();
    this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    const { error } = failure;
    // `MissingParts` shows the message for missing code.
    if (isMissingCode(error)) return null;
    return (
      <Alert
        variant="danger"
        title="This part of the page failed"
        action={
          <Button size="sm" variant="secondary" onPress={this.#retry}>
            Try again
          </Button>
        }
      >
        {error instanceof Error ? error.message : 'An unknown error occurred'}
      </Alert>
    );
  }
}
