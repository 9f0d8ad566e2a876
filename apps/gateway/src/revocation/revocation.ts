import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { TokenClaims } from '@portico/contracts/common/roles';
import { bearerToken, REVOKED, Revocations } from '@portico/service';
import type { NextFunction, Request, Response } from 'express';
import { decodeJwt } from 'jose';

const Claims = TokenClaims.pick({ sub: true, ver: true });

/** What a token says of itself, unverified: whoever lies about it is refused by the service for the signature. */
const claimsOf = (token: string): { id: number; accessVersion: number } | null => {
  try {
    const { sub, ver } = Claims.parse(decodeJwt(token));
    return { id: Number(sub), accessVersion: ver };
  } catch {
    return null;
  }
};

/**
 * Takes away a token whose user has since been changed or deleted. The request goes on without it: the gateway knows no
 * endpoint, and does not have to tell a public one, such as the renewal of the session, from another.
 */
@Injectable()
export class Revocation implements NestMiddleware {
  constructor(@Inject(Revocations) private readonly revocations: Revocations) {}

  use(request: Request, _response: Response, next: NextFunction): void {
    const token = bearerToken(request.headers.authorization);
    const claims = token === null ? null : claimsOf(token);
    if (claims && this.revocations.isRevoked(claims)) request.headers.authorization = REVOKED;
    next();
  }
}
