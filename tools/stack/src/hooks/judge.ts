import { z } from 'zod';
import type { HookKind } from './caught-hook.ts';
import { PagerDutyEvent, StandardWebhook, StandardWebhookHeaders, TEAMS_BYTES, TeamsMessage } from './shapes.ts';
import { SlackMessage, SlackPost, SlackUpdate } from './slack-shape.ts';

export type Request = { path: string; headers: Record<string, string>; text: string };

/** What the service that is stood in for would answer. */
export type Judgement = {
  kind: HookKind;
  refused: string | null;
  key: string | null;
  title: string;
  status: number;
  answer: string;
};

const why = (schema: z.ZodType, value: unknown): string | null => {
  const { error } = schema.safeParse(value);
  return error ? z.prettifyError(error) : null;
};
const textIn = (value: unknown, name: string): string | null => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' ? found : null;
};

const slack = ({ path, headers }: Request, body: unknown): Judgement => {
  const method = /\/api\/(chat\.(?:postMessage|update))$/.exec(path)?.[1];
  const schema = method === undefined ? SlackMessage : method === 'chat.update' ? SlackUpdate : SlackPost;
  const isSignedOn = method === undefined || (headers['authorization'] ?? '').startsWith('Bearer xoxb-');
  const refused = isSignedOn ? why(schema, body) : 'not_authed';
  const ts = textIn(body, 'ts') ?? (Date.now() / 1_000).toFixed(6);
  const said = refused === null ? { ok: true, channel: 'C0CAUGHT', ts } : { ok: false, error: 'invalid_blocks' };
  return {
    kind: 'slack',
    refused,
    key: method === 'chat.update' ? `update ${ts}` : null,
    title: textIn(body, 'text') ?? '',
    ...(method === undefined
      ? { status: refused === null ? 200 : 400, answer: refused === null ? 'ok' : 'invalid_payload' }
      : { status: 200, answer: JSON.stringify(said) }),
  };
};

const teams = ({ text }: Request, body: unknown): Judgement => {
  const isTooLarge = Buffer.byteLength(text) > TEAMS_BYTES;
  const refused = isTooLarge ? 'larger than 28 KiB' : why(TeamsMessage, body);
  const { data } = TeamsMessage.safeParse(body);
  const [first] = data?.attachments[0]?.content.body ?? [];
  const title = first?.type === 'TextBlock' ? first.text : '';
  return {
    kind: 'teams',
    refused,
    key: null,
    title,
    status: refused === null ? 202 : isTooLarge ? 413 : 400,
    answer: '',
  };
};

const pagerduty = (_: Request, body: unknown): Judgement => {
  const refused = why(PagerDutyEvent, body);
  const { data } = PagerDutyEvent.safeParse(body);
  const dedupKey = data?.dedup_key ?? null;
  const said =
    refused === null
      ? { status: 'success', message: 'Event processed', dedup_key: dedupKey }
      : { status: 'invalid event', message: 'Event object is invalid', errors: [refused] };
  const title = data === undefined ? '' : data.event_action === 'trigger' ? data.payload.summary : data.event_action;
  const key = data === undefined ? null : `${data.event_action} ${data.dedup_key}`;
  return { kind: 'pagerduty', refused, key, title, status: refused === null ? 202 : 400, answer: JSON.stringify(said) };
};

const webhook = ({ headers }: Request, body: unknown): Judgement => {
  const refused = why(StandardWebhookHeaders, headers) ?? why(StandardWebhook, body);
  const { data } = StandardWebhook.safeParse(body);
  const title = `${data?.type ?? ''} ${textIn(data?.data, 'title') ?? ''}`.trim();
  const key = headers['webhook-id'] ?? null;
  return { kind: 'webhook', refused, key, title, status: refused === null ? 204 : 400, answer: '' };
};

const KINDS: Record<HookKind, (request: Request, body: unknown) => Judgement> = { slack, teams, pagerduty, webhook };

/** Null for a path that stands in for nothing. A part of the path like `answer-503` makes it fail. */
export function judge(request: Request): Judgement | null {
  const kind = /^\/(slack|teams|pagerduty|webhook)(\/|$)/.exec(request.path)?.[1] as HookKind | undefined;
  if (kind === undefined) return null;
  let body: unknown;
  try {
    body = JSON.parse(request.text);
  } catch {
    body = undefined;
  }
  const judgement = KINDS[kind](request, body);
  const status = Number(/\/answer-([45]\d\d)(\/|$)/.exec(request.path)?.[1] ?? 0);
  return status === 0 ? judgement : { ...judgement, refused: `asked to answer ${status}`, status, answer: '' };
}
