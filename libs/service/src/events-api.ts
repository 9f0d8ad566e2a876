import { Inject, Injectable, Module } from '@nestjs/common';
import { type ApiClient, ApiError, createApiClient } from '@portico/api-client';
import { z } from 'zod';
import type { Caller } from './auth/caller.ts';
import { issueServiceToken, SERVICE_CALLER, ServiceTokenConfig } from './auth/service-tokens.ts';
import { CONFIG } from './config.ts';
import { Unavailable } from './errors.ts';

/** Settings of services that query the events service. */
export const EventsApiConfig = z.object({
  ...ServiceTokenConfig.shape,
  /** URL of the events service, for lists and counts. */
  EVENTS_URL: z.url(),
});
export type EventsApiConfig = z.infer<typeof EventsApiConfig>;

/** The caller of the events service: this service itself, or a user with the user's rights. */
export type Requester = Omit<Caller, 'expiresAt'>;

/** Queries the events service for lists and counts of events. No other service stores events. */
@Injectable()
export class EventsApi {
  constructor(@Inject(CONFIG) private readonly config: Partial<EventsApiConfig>) {}

  /**
   * @param question - a function such as `(events) => events.call(listEvents, { query })`.
   * @throws Unavailable if the events service does not answer, or answers 429 or 5xx.
   * @throws ApiError if the events service rejects the request.
   */
  async ask<Answer>(
    question: (events: ApiClient) => Promise<Answer>,
    requester: Requester = SERVICE_CALLER,
  ): Promise<Answer> {
    const { EVENTS_URL: baseUrl, SERVICE_SECRET: secrets } = this.config;
    if (baseUrl === undefined || secrets === undefined)
      throw new Unavailable('EVENTS_URL or SERVICE_SECRET is not set');
    const token = (request: { method: string; path: string }): Promise<string> =>
      issueServiceToken(secrets[0], requester, { service: 'events', ...request });
    try {
      return await question(createApiClient({ baseUrl, token }));
    } catch (error) {
      if (error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500))
        throw new Unavailable(`the events service: ${error.message}`, { cause: error });
      throw error;
    }
  }
}

@Module({ providers: [EventsApi], exports: [EventsApi] })
export class EventsApiModule {}
