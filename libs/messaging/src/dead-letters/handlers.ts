import { Injectable } from '@nestjs/common';

/** Applies the payload of a record of one topic. */
export type Handler = (payload: unknown, context: unknown) => Promise<unknown>;

/** What this process does with records of each topic that it follows, for those that are applied another time. */
@Injectable()
export class Handlers {
  private readonly byTopic = new Map<string, Handler>();

  add(topic: string, handler: Handler): void {
    this.byTopic.set(topic, handler);
  }

  of(topic: string): Handler | undefined {
    return this.byTopic.get(topic);
  }

  /** Whether this process follows domain events at all. */
  get isListening(): boolean {
    return this.byTopic.size > 0;
  }
}
