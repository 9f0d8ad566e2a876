import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { privacyChanged } from '@portico/contracts/privacy/state';
import { redactMessage } from '@portico/contracts/privacy/redact';
import { followed, type Following, followStates, KAFKA, type Kafka } from '@portico/kafka';
import { crash, PrivacyRules } from '@portico/service';

/** Redacts texts by the privacy rules for viewers, because messages reach many people and leave the product. */
@Injectable()
export class Privacy implements OnModuleInit, OnApplicationShutdown {
  private readonly rules = new PrivacyRules();
  private following: Following | null = null;

  constructor(@Inject(KAFKA) private readonly kafka: Kafka) {}

  async onModuleInit(): Promise<void> {
    const apply = followed(privacyChanged, (state) => this.rules.apply(state));
    this.following = await followStates(this.kafka, 'alerts.privacy', [apply]);
    void this.following.ended.then(crash);
    await this.following.caughtUp;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.following?.stop();
  }

  message(organizationId: number | null, message: string): string {
    const redaction = this.rules.redactionFor(organizationId ?? 0, 'viewer');
    return redaction ? redactMessage(message, redaction) : message;
  }

  /** Redacts a notice. The first sentence of an episode's text is Portico's own and stays unchanged. The rest is the event's message. */
  notice<Notice extends { kind: string; organizationId: number | null; text: string }>(notice: Notice): Notice {
    const { kind, organizationId, text } = notice;
    const [own = ''] = /^[^.]*\. ?/.exec(text) ?? [];
    if (kind !== 'episode.opened' || own === text) return notice;
    return { ...notice, text: own + this.message(organizationId, text.slice(own.length)) };
  }
}
