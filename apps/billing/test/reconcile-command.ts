import { runServiceCommand } from '@portico/testkit';

/** Runs the command as an operator does, while the service runs. */
export const command = (environment: Record<string, string>): Promise<{ code: number; said: string }> =>
  runServiceCommand('billing', ['reconcile'], environment);
