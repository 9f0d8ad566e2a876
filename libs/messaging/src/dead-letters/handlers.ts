import { Injectable } from '@nestjs/common';

type Handler = (payload: unknown, context: unknown) => Promise<unknown>;

/** The domain event handlers of this process by topic. Replays call these handlers. */
@Injectable()
export class Handlers {
  private readonly byTopic = new Map<string, Handler>();

  add(topic: string, handler: Handler): void {
    this.byTopic.set(topic, handler);
  }

  of(topic: string): Handler | undefined {
    return this.byTopic.get(topic);
  }

  get isListening(): boolean {
    return this.byTopic.size > 0;
  }
}
