import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import { Mailer } from '@portico/service/mail';
import type { AlertsConfig } from '../config.ts';
import { type Answer, Egress, type Outgoing, reasonOf } from '../egress/egress.ts';
import type { Attempt, Sent } from './message/channel-type.ts';
import { SendFailed } from './message/send-failed.ts';
import { typeOf } from './types.ts';

/** Maximum retry delay in seconds that a channel can request: one hour. Longer delays are shortened. */
const MAX_RETRY_SECONDS = 3_600;

const secondsOf = (retryAfter: string | undefined): number | null => {
  const seconds = Number(retryAfter);
  return retryAfter !== undefined && seconds > 0 ? Math.min(seconds, MAX_RETRY_SECONDS) : null;
};

@Injectable()
export class Transports {
  constructor(
    private readonly egress: Egress,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  /** @throws SendFailed unless the channel accepted the message. */
  send(attempt: Attempt): Promise<Sent> {
    const { mailer, config } = this;
    return typeOf(attempt.target).send(attempt, { mailer, config, request: (outgoing) => this.request(outgoing) });
  }

  private async request(outgoing: Outgoing): Promise<Answer> {
    const answer = await this.egress.request(outgoing).catch((error: unknown) => {
      throw new SendFailed(reasonOf(error));
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return answer;
    const why = status >= 300 && status < 400 ? 'Portico does not follow redirects' : 'not accepted';
    throw new SendFailed(`Answered ${status}: ${why}`, status, secondsOf(answer.retryAfter));
  }
}
