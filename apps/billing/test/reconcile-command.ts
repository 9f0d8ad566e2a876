import { runServiceCommand } from '@portico/testkit';

/** Runs the command like an operator, while the service runs. */
export const command = (environment: Record<string, string>): Promise<{ code: number; said: string }> =>
  runServiceCommand('billing', ['reconcile'], environment);
