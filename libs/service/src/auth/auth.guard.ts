import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Usertype } from '@portico/contracts/common/roles';
import { Problem } from '../http/problem.ts';
import { bearerToken, REVOKED } from './authorization.ts';
import { ALLOWED, type AuthenticatedRequest, type Caller, PUBLIC } from './caller.ts';
import { TokenVerifier } from './token-verifier.ts';

/** Every HTTP handler needs a valid product token, unless it is `@Public()`; `@Allow()` narrows by usertype. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(TokenVerifier) private readonly verifier: TokenVerifier,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const targets = [context.getHandler(), context.getClass()];
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets) ?? false;
    const caller = await this.caller(request.headers.authorization ?? '', isPublic);
    if (caller) request.caller = caller;
    else if (!isPublic) throw Problem.unauthenticated();
    const allowed = this.reflector.getAllAndOverride<Usertype[] | undefined>(ALLOWED, targets);
    if (allowed && !(caller && allowed.includes(caller.usertype))) throw Problem.forbidden();
    return true;
  }

  /** What everyone may see is not refused to a client that still sends yesterday's token. */
  private async caller(authorization: string, isPublic: boolean): Promise<Caller | null> {
    if (authorization === REVOKED && !isPublic) {
      throw Problem.unauthenticated('Your account has changed. Please sign in again.');
    }
    const token = bearerToken(authorization);
    if (token === null) return null;
    return this.verifier.verify(token).catch((error: unknown) => {
      if (isPublic) return null;
      throw error;
    });
  }
}
