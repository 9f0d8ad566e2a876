import { Body, Controller, Headers, Res } from '@nestjs/common';
import { exchangeKey, getKafkaKeys, type KafkaToken } from '@portico/contracts/http/oauth';
import { SigningKeys } from '@portico/postgres/signing-keys';
import { Problem, Public, Serve } from '@portico/service';
import type { ServerResponse } from 'node:http';
import type { JWK } from 'jose';
import { readTokenRequest } from './client-credentials.ts';
import { KafkaTokens } from './kafka-tokens.service.ts';

const CODES = {
  invalid_request: 'malformed_request',
  unsupported_grant_type: 'malformed_request',
  invalid_client: 'unauthenticated',
} as const;

/** An error of RFC 6749 5.2: `error` and `error_description` in addition to a problem's fields. */
class OAuthProblem extends Problem {
  constructor(
    private readonly error: keyof typeof CODES,
    message: string,
  ) {
    super(CODES[error], message);
  }

  override toDetails(requestId?: string): ReturnType<Problem['toDetails']> {
    return Object.assign(super.toDetails(requestId), { error: this.error, error_description: this.message });
  }
}

@Controller()
export class TokensController {
  constructor(
    private readonly tokens: KafkaTokens,
    private readonly keys: SigningKeys,
  ) {}

  @Public()
  @Serve(exchangeKey)
  async exchange(
    @Body() body: unknown,
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<KafkaToken> {
    const { grant, client, isBasic } = readTokenRequest(Buffer.isBuffer(body) ? body.toString() : '', authorization);
    if (grant === null) throw new OAuthProblem('invalid_request', 'grant_type should be client_credentials');
    if (grant !== 'client_credentials')
      throw new OAuthProblem('unsupported_grant_type', 'grant_type should be client_credentials');
    const token = client && (await this.tokens.issue(client));
    if (token) return token;
    if (isBasic) response.setHeader('www-authenticate', 'Basic realm="portico"');
    throw new OAuthProblem('invalid_client', 'The key is not valid, or it cannot publish events');
  }

  @Public()
  @Serve(getKafkaKeys)
  keySet(): Promise<{ keys: JWK[] }> {
    return this.keys.keySet();
  }
}
