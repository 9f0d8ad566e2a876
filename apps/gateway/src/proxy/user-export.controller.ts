import type { IncomingHttpHeaders } from 'node:http';
import { Controller, Headers as AllHeaders, Inject, Param } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { exportUser, PersonTables, type UserExport } from '@portico/contracts/http/user-export';
import { CLIENT_ADDRESS, CONFIG, Problem, Public, Serve } from '@portico/service';
import type { GatewayConfig } from '../config.ts';

/** Timeout of the request to each service, in milliseconds. */
const TIMEOUT_MS = 20_000;

const SERVICES = {
  identity: 'IDENTITY_URL',
  orgs: 'ORGS_URL',
  integrations: 'INTEGRATIONS_URL',
  billing: 'BILLING_URL',
  alerts: 'ALERTS_URL',
} as const;
type Service = keyof typeof SERVICES;

/** Whether the path is a user export, which the gateway answers itself although identity serves the prefix `/users`. */
export const isUserExport = (path: string): boolean => /^\/users\/[^/]+\/export\/?$/i.test(path);

/** Headers to forward: the caller's token, and the request id and client address for the audit log. */
const passedOn = (headers: IncomingHttpHeaders): Headers => {
  const names = ['authorization', 'x-request-id', CLIENT_ADDRESS];
  return new Headers(names.flatMap((name) => [headers[name] ?? []].flat().map((value) => [name, value])));
};

/** Merges each service's data about a person. Each service authorizes the caller's token itself. */
@Controller()
export class UserExportController {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /** Asks identity first. If identity rejects the request, the gateway does not ask the other services. */
  @Public()
  @Serve({ ...exportUser, audit: { none: 'identity records it' } })
  async export(
    @AllHeaders() headers: IncomingHttpHeaders,
    @Param({ schema: IdParams }) { id }: IdParams,
  ): Promise<UserExport> {
    const ask = async (service: Service): Promise<PersonTables | null> => {
      const url = new URL(`/users/${id}/export`, this.config[SERVICES[service]]);
      const answer = await fetch(url, {
        headers: passedOn(headers),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      }).catch((error: unknown) => {
        throw Problem.unavailable(`The service ${service}`, error);
      });
      if (answer.status === 401) throw Problem.unauthenticated('Sign in to export what is kept about you.');
      if (answer.status === 403) throw Problem.forbidden('You may export what is kept about yourself alone.');
      if (answer.status === 404) return null;
      if (!answer.ok) throw Problem.unavailable(`The service ${service}`);
      return PersonTables.parse(await answer.json());
    };
    const own = await ask('identity');
    if (own === null) throw Problem.notFound('The user');
    const exports = (['orgs', 'integrations', 'billing', 'alerts'] as const).map(async (service) => [
      service,
      // The response is null if the service does not know a new account yet. Such a service stores no data about the account.
      (await ask(service)) ?? {},
    ]);
    return { identity: own, ...Object.fromEntries(await Promise.all(exports)) };
  }
}
