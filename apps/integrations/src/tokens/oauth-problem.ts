import { Problem } from '@portico/service';

const CODES = {
  invalid_request: 'malformed_request',
  unsupported_grant_type: 'malformed_request',
  invalid_client: 'unauthenticated',
} as const;

/** An error of RFC 6749 5.2: `error` and `error_description` in addition to a problem's fields. */
export class OAuthProblem extends Problem {
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
