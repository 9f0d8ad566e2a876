import { z } from 'zod/mini';

/** The common fields of every state. `version` grows by one with each change; `deletedAt` marks the last state. */
export const AggregateState = z.object({
  id: z.int().check(z.positive()),
  version: z.int().check(z.positive()),
  deletedAt: z.nullable(z.string()),
});
export type AggregateState = z.infer<typeof AggregateState>;

/** CloudEvents 1.0 in Kafka's structured mode; `id` is a UUIDv7, `subject` the aggregate's id. */
export const DomainEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  data: z.unknown(),
});
export type DomainEvent = z.infer<typeof DomainEvent>;

/** A topic with the whole current state of each aggregate of one kind; key = the aggregate's id. */
export type StateTopic<State extends AggregateState> = {
  topic: string;
  /** CloudEvents source: the service that owns the aggregate. */
  source: string;
  type: string;
  data: z.ZodMiniType<State>;
};

type ReadState<State> = { ok: true; id: string; state: State } | { ok: false; reason: string };

const firstFault = ({ issues: [issue] }: z.core.$ZodError): string =>
  `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();

/** Parses an event of a state topic. `reason`: a message for a log or a dead letter. */
export function readState<State extends AggregateState>(topic: StateTopic<State>, payload: unknown): ReadState<State> {
  const event = DomainEvent.safeParse(payload);
  if (!event.success) return { ok: false, reason: `not a domain event: ${firstFault(event.error)}` };
  const { id, type, data } = event.data;
  if (type !== topic.type) return { ok: false, reason: `of type ${type}, not ${topic.type}` };
  const state = topic.data.safeParse(data);
  return state.success
    ? { ok: true, id, state: state.data }
    : { ok: false, reason: `not of ${topic.type}: ${firstFault(state.error)}` };
}
