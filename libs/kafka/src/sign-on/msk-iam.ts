import { KafkaJSConnectionError } from '../client.ts';
import type { BearerToken } from './bearer-tokens.ts';

/**
 * Creates a token for Amazon MSK, signed with the credentials from AWS's default chain: environment, web identity of the pod,
 * profile, instance. Loads the package on demand, because AWS's SDK is large.
 * @throws an error that kafkajs retries, since credentials may become available later.
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
