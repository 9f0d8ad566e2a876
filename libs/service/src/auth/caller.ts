import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { isAdmin, type Usertype } from '@portico/contracts/common/roles';
import type { Request } from 'express';
import { Problem } from '../http/problem.ts';

/**
 * The caller of a verified product token. `accessVersion`: the user's version in the token. `expiresAt`: milliseconds since 1970.
 * `session`: absent from tokens of services and of releases without sessions.
 */
export type Caller = {
  id: number;
  email: string;
  usertype: Usertype;
  accessVersion: number;
  expiresAt: number;
  session?: number;
  /** The administrator who views an organization as a customer; such a caller is read-only. */
  actor?: number;
};

export const callerIsAdmin = (caller: Pick<Caller, 'usertype'>): boolean => isAdmin(caller.usertype);

/**
 * `refusal`: why the token was rejected, on a `@Public()` handler. `isOfService`: the caller is another service, for itself or on
 * behalf of a user.
 */
export type AuthenticatedRequest = Request & { caller?: Caller; refusal?: Problem; isOfService?: boolean };

/** The verified caller of this request; undefined for anonymous requests to a `@Public()` handler. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<AuthenticatedRequest>().caller;
});

/** Why the caller's token was rejected, for a `@Public()` handler that requires one from some callers; undefined without a token. */
export const TokenRefusal = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<AuthenticatedRequest>().refusal;
});

export const PUBLIC = 'portico:public';
/** Admits anonymous callers; treats an invalid token as none. */
export const Public = () => SetMetadata(PUBLIC, true);

export const OWN_KEYS = 'portico:own-keys';
/** The handler authenticates callers with its own keys, so the guard of product tokens skips it. */
export const OwnKeys = () => SetMetadata(OWN_KEYS, true);

export const ALLOWED = 'portico:allowed';
/** Admits only these usertypes; others get 403. Default: every signed-in caller. */
const Allow = (...usertypes: Usertype[]) => SetMetadata(ALLOWED, usertypes);
export const AllowAdmins = () => Allow('ADMIN', 'SUPER_ADMIN');

export function requireAdmin(caller: Caller): void {
  if (!callerIsAdmin(caller)) throw Problem.forbidden();
}
