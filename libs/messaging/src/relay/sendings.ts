import { ofTopic } from '@portico/kafka';
import { isTracing, startSpan } from '@portico/service';

type Row = { id: string; topic: string; traceparent: string | null };

/** A span for each published row, within the trace that created it; none without tracing. */
export class Sendings {
  private readonly spans = new Map<string, NonNullable<ReturnType<typeof startSpan>>>();
  private readonly given: ReadonlyMap<string, string>;

  constructor(rows: readonly Row[]) {
    const traced = rows.flatMap(({ id, traceparent }) => (traceparent === null ? [] : [[id, traceparent] as const]));
    this.given = new Map(traced);
    if (!isTracing()) return;
    for (const { id, topic, traceparent } of rows) {
      if (traceparent === null) continue;
      const attributes = { ...ofTopic(topic), 'messaging.operation.name': 'send', 'messaging.operation.type': 'send' };
      const span = startSpan(`send ${topic}`, { kind: 'producer', parent: traceparent, attributes });
      if (span) this.spans.set(id, span);
    }
  }

  /** Trace headers of the row's message. Without tracing it forwards those of the row. */
  headersOf(id: string): { traceparent?: string } {
    const traceparent = this.spans.get(id)?.traceparent ?? this.given.get(id);
    return traceparent === undefined ? {} : { traceparent };
  }

  end(error?: unknown): void {
    for (const span of this.spans.values()) {
      if (error !== undefined) span.fail(error);
      span.end();
    }
  }
}
