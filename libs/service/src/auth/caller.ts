import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { isAdmin, type Usertype } from '@portico/contracts/common/roles';
import type { Request } from 'express';
import { Problem } from '../http/problem.ts';

/**
 * The caller of a verified product token. `accessVersion`: the user's version in the token. `expiresAt`: milliseconds since 1970.
 * `session`: absent in tokens of services, and in tokens from a release that had no sessions.
 */
export type Caller = {
  id: number;
  email: string;
  usertype: Usertype;
  accessVersion: number;
  expiresAt: number;
  session?: number;
  /** Id of the administrator who views an organization as a customer. A caller with an actor cannot change anything. */
  actor?: number;
};

export const callerIsAdmin = (caller: Pick<Caller, 'usertype'>): boolean => isAdmin(caller.usertype);

/**
 * A request with the result of the guard. `refusal`: reason for the rejection of the token, on a `@Public()` handler. `isOfService`:
 * whether another service calls, for itself or on behalf of a user.
 */
export type AuthenticatedRequest = Request & { caller?: Caller; refusal?: Problem; isOfService?: boolean };

/** The verified caller of this request; undefined for anonymous requests to a `@Public()` handler. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<AuthenticatedRequest>().caller;
});

/** For `@Public()` handlers: the problem with which the guard rejected the caller's token; undefined without a rejection. */
export const TokenRefusal = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<AuthenticatedRequest>().refusal;
});

export const PUBLIC = 'portico:public';
/** Admits anonymous callers. An invalid token counts as no token. */
export const Public = () => SetMetadata(PUBLIC, true);

export const ALLOWED = 'portico:allowed';
/** Admits only callers with the given usertypes; other callers get 403. Without this decorator, every signed-in caller is admitted. */
const Allow = (...usertypes: Usertype[]) => SetMetadata(ALLOWED, usertypes);
export const AllowAdmins = () => Allow('ADMIN', 'SUPER_ADMIN');

export function requireAdmin(caller: Caller): void {
  if (!callerIsAdmin(caller)) throw Problem.forbidden();
}
