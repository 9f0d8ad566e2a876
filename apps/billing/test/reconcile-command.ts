import { runServiceCommand } from '@portico/testkit';

/** Runs the command `reconcile` as an operator would, while the service is running. */
export const command = (environment: Record<string, string>): Promise<{ code: number; said: string }> =>
  runServiceCommand('billing', ['reconcile'], environment);
