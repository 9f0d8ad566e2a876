import { readFileSync } from 'node:fs';
import type { BrokerOptions } from './options.ts';
import type { AuthorizerOptions } from './security/authorizer.ts';
import type { SaslOptions } from './security/sasl.ts';

const KEYS = {
  '': ['sasl', 'authorizer'],
  sasl: ['users', 'oauthBearer', 'plainTokenEndpoint', 'required', 'maxReauthMs', 'failureDelayMs'],
  'sasl.oauthBearer': ['jwksUrl', 'issuer', 'audience', 'clockSkewSeconds'],
  authorizer: ['superUsers', 'acls'],
};

type Fields = Readonly<Record<string, unknown>>;

/** Rejects unknown keys: a misspelled one would leave open what it was meant to restrict. */
function checkKeys(where: keyof typeof KEYS, value: unknown): Fields {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) throw new Error(`${where || 'the file'} is not an object`);
  const unknown = Object.keys(value).find((key) => !KEYS[where].includes(key));
  if (unknown !== undefined) throw new Error(`${where}${where && '.'}${unknown} is not an option`);
  return value as Fields;
}

/**
 * Reads the options `{ "sasl": …, "authorizer": … }` from a file, so that passwords do not appear in the process arguments.
 * @throws an error that describes the fault in one line.
 */
export function readSecurityFile(path: string): Pick<BrokerOptions, 'sasl' | 'authorizer'> {
  try {
    const { sasl, authorizer } = checkKeys('', JSON.parse(readFileSync(path, 'utf8')));
    checkKeys('sasl.oauthBearer', checkKeys('sasl', sasl)['oauthBearer']);
    checkKeys('authorizer', authorizer);
    return {
      ...(sasl !== undefined && { sasl: sasl as SaslOptions }),
      ...(authorizer !== undefined && { authorizer: authorizer as AuthorizerOptions }),
    };
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
