import { Inject, Injectable } from '@nestjs/common';
import { type ApiClient, ApiError, createApiClient } from '@portico/api-client';
import { type Caller, CONFIG, issueServiceToken, SERVICE_CALLER, Unavailable } from '@portico/service';
import type { AlertsConfig } from '../config.ts';

/** Who asks: the service for itself, or for a user, with that user's rights. */
export type Asking = Omit<Caller, 'expiresAt'>;

/** Asks the events service for lists and counts, which are kept nowhere else. */
@Injectable()
export class EventsApi {
  constructor(@Inject(CONFIG) private readonly config: Pick<AlertsConfig, 'EVENTS_URL' | 'SERVICE_SECRET'>) {}

  /**
   * @param question - such as `(events) => events.call(listEvents, { query })`.
   * @throws Unavailable when there is no answer, or none that can be used now.
   * @throws ApiError for a refusal.
   */
  async ask<Answer>(
    question: (events: ApiClient) => Promise<Answer>,
    asking: Asking = SERVICE_CALLER,
  ): Promise<Answer> {
    const { EVENTS_URL: baseUrl, SERVICE_SECRET: secret } = this.config;
    const token = (request: { method: string; path: string }): Promise<string> =>
      issueServiceToken(secret, asking, { service: 'events', ...request });
    try {
      return await question(createApiClient({ baseUrl, token }));
    } catch (error) {
      if (error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500))
        throw new Unavailable(`the events service: ${error.message}`, { cause: error });
      throw error;
    }
  }
}
