import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Usertype } from '@portico/contracts/common/roles';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import { AuditTrail } from '../audit/audit-trail.ts';
import { Problem } from '../http/problem.ts';
import { ENDPOINT } from '../http/serve.ts';
import { bearerToken } from './authorization.ts';
import { ALLOWED, type AuthenticatedRequest, PUBLIC } from './caller.ts';
import { Revocations } from './revocations.ts';
import { isServiceToken, ServiceTokens } from './service-tokens.ts';
import { TokenVerifier } from './token-verifier.ts';

/**
 * Requires a valid product or service token for every HTTP handler, except for handlers with `@Public()`. `@Allow()` admits only some
 * usertypes.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: TokenVerifier,
    private readonly serviceTokens: ServiceTokens,
    private readonly revocations: Revocations,
    private readonly audit: AuditTrail,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const targets = [context.getHandler(), context.getClass()];
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets) ?? false;
    const token = bearerToken(request.headers.authorization);
    if (token !== null) await this.identify(request, token, isPublic);
    const endpoint = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (endpoint) this.audit.begin(request, endpoint);
    const { caller } = request;
    if (!caller && !isPublic) throw Problem.unauthenticated();
    const allowed = this.reflector.getAllAndOverride<Usertype[] | undefined>(ALLOWED, targets);
    if (allowed && !(caller && allowed.includes(caller.usertype))) throw Problem.forbidden();
    return true;
  }

  /** Verifies the token and sets the caller. Public endpoints, such as the session renewal, also accept an expired token. */
  private async identify(request: AuthenticatedRequest, token: string, isPublic: boolean): Promise<void> {
    try {
      const [method, path] = [request.method, request.originalUrl.split('?')[0] ?? '/'];
      const isOfService = isServiceToken(token);
      const caller = isOfService
        ? await this.serviceTokens.verify(token, { method, path })
        : await this.verifier.verify(token);
      const refusal = this.revocations.refusalOf(caller);
      if (refusal !== null) throw refusal;
      if (caller.actor !== undefined && method !== 'GET' && method !== 'HEAD')
        throw Problem.forbidden('You are viewing as a customer, so nothing can be changed. End the view first.');
      Object.assign(request, { caller, isOfService });
    } catch (error) {
      if (!isPublic || !(error instanceof Problem)) throw error;
      request.refusal = error;
    }
  }
}
