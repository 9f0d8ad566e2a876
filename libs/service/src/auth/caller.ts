import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { isAdmin, type Usertype } from '@portico/contracts/common/roles';
import type { Request } from 'express';
import { Problem } from '../http/problem.ts';

/**
 * The caller of a verified product token. `accessVersion` is the version of the user that it was signed for;
 * `expiresAt` in milliseconds since 1970; `session` is absent from tokens of services and of releases without sessions.
 */
export type Caller = {
  id: number;
  email: string;
  usertype: Usertype;
  accessVersion: number;
  expiresAt: number;
  session?: number;
  /** The administrator who views an organization as a customer does: such a caller only reads. */
  actor?: number;
};

export const callerIsAdmin = (caller: Pick<Caller, 'usertype'>): boolean => isAdmin(caller.usertype);

/**
 * `refusal`: why the token of a request to a `@Public()` handler was rejected. `isOfService`: another service asks, for itself or
 * for a user.
 */
export type AuthenticatedRequest = Request & { caller?: Caller; refusal?: Problem; isOfService?: boolean };

/** The verified caller of this request; on a `@Public()` handler it is undefined for anonymous requests. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<AuthenticatedRequest>().caller;
});

/** Why the caller's token is not accepted, for a `@Public()` handler that some callers need one for; undefined without a token. */
export const TokenRefusal = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<AuthenticatedRequest>().refusal;
});

export const PUBLIC = 'portico:public';
/** Answers anonymous callers too; a token that is not valid counts as none. */
export const Public = () => SetMetadata(PUBLIC, true);

export const OWN_KEYS = 'portico:own-keys';
/** Knows its callers by keys of its own: the guard of product tokens does not look at their header. */
export const OwnKeys = () => SetMetadata(OWN_KEYS, true);

export const ALLOWED = 'portico:allowed';
/** Only callers of these types; others get 403. Without it every signed-in caller may. */
export const Allow = (...usertypes: Usertype[]) => SetMetadata(ALLOWED, usertypes);
export const AllowAdmins = () => Allow('ADMIN', 'SUPER_ADMIN');

export function requireAdmin(caller: Caller): void {
  if (!callerIsAdmin(caller)) throw Problem.forbidden();
}
