import { KafkaJSConnectionError } from '../client.ts';
import type { BearerToken } from './bearer-tokens.ts';

/**
 * A token for Amazon MSK, signed with the credentials that AWS's own chain finds: environment, web identity of the pod, profile,
 * instance. The package is loaded only here, since AWS's SDK is large.
 * @throws an error of kafkajs that it retries: credentials may come a moment later.
 */
export async function signMskToken(region: string): Promise<BearerToken> {
  const { generateAuthToken } = await import('aws-msk-iam-sasl-signer-js');
  try {
    const { token, expiryTime } = await generateAuthToken({ region });
    return { value: token, endsAt: expiryTime };
  } catch (error) {
    throw new KafkaJSConnectionError(`no token for Amazon MSK in ${region}: ${String(error)}`);
  }
}
