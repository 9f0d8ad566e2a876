import { dataDirOf, readStack, type StackFile } from '../stack-file.ts';
import { productToken } from './product-token.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** No usable stack is running. The message gives the reason in one line. */
export class StackUnavailable extends Error {}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is running, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** @throws StackUnavailable if no stack is running on the directory, or the stack uses another provider for sign-on. */
export const runningStack = (dataDir: string): StackFile => {
  const stack = readStack(dataDir);
  if (!stack?.running || !isAlive(stack.pid))
    throw new StackUnavailable(`No stack is running on ${dataDir}: start one with npm start, or set PORTICO_DATA_DIR.`);
  if (!URL.canParse(stack.issuer) || !LOOPBACK.includes(new URL(stack.issuer).hostname))
    throw new StackUnavailable(
      `Only the local sign-on has demo accounts; this stack signs on at ${stack.issuer || 'no provider'}.`,
    );
  return stack;
};

/** The stack running on this environment's data directory, or undefined. */
export const findStack = (environment: NodeJS.ProcessEnv): StackFile | undefined => {
  try {
    return runningStack(dataDirOf(environment));
  } catch (error) {
    if (error instanceof StackUnavailable) return undefined;
    throw error;
  }
};

/** @throws as {@link productToken}. */
export const stackToken = async (stack: StackFile, account: string): Promise<string> => {
  const { issuer, clientId, audience, apiUrl, consoleUrl } = stack;
  const redirectUri = new URL('/callback', consoleUrl).href;
  const { accessToken } = await productToken({ issuer, clientId, audience, apiUrl, redirectUri, account });
  return accessToken;
};
