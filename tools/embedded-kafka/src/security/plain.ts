import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthenticationFailure, INVALID_CREDENTIALS, type Exchange, type Identity } from './mechanism.ts';

interface PlainOptions {
  readonly users: ReadonlyMap<string, string>;
  /** Authenticates names that are not in `users`. Rejects with `AuthenticationFailure`. */
  readonly others: ((name: string, password: string) => Promise<Identity>) | undefined;
}

/** Whether two texts are equal. Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}

function readMessage(message: Buffer): { authorizationId: string; name: string; password: string } {
  const parts = message.toString('utf8').split('\0', 4);
  const [authorizationId = '', name = '', password = ''] = parts;
  if (parts.length !== 3) {
    throw new AuthenticationFailure(`Invalid SASL/PLAIN response: expected 3 tokens, got ${parts.length}`);
  }
  if (name === '') throw new AuthenticationFailure('Authentication failed: username not specified');
  if (password === '') throw new AuthenticationFailure('Authentication failed: password not specified');
  return { authorizationId, name, password };
}

/** SASL/PLAIN (RFC 4616): one message with name and password. `others` authenticates names that are not in `users`. */
export function plain({ users, others }: PlainOptions): () => Exchange {
  return () => async (message) => {
    const { authorizationId, name, password } = readMessage(message);
    const expected = users.get(name);
    if (expected === undefined && others === undefined) throw new AuthenticationFailure(INVALID_CREDENTIALS);
    if (expected !== undefined && !isSame(expected, password)) throw new AuthenticationFailure(INVALID_CREDENTIALS);
    if (authorizationId !== '' && authorizationId !== name) {
      const text = 'Client requested an authorization id that is different from username';
      throw new AuthenticationFailure(`Authentication failed: ${text}`);
    }
    return { identity: expected === undefined && others !== undefined ? await others(name, password) : { name } };
  };
}
