import { randomUUID } from 'node:crypto';
import { HOOK_KINDS, type HookKind } from './caught-hook.ts';
import { discord, googleChat, opsgenie } from './judge-chats.ts';
import {
  PAGERDUTY_BYTES,
  PagerDutyEvent,
  StandardWebhook,
  StandardWebhookHeaders,
  TEAMS_BYTES,
  TeamsMessage,
} from './shapes.ts';
import { slack } from './judge-slack.ts';
import { type Judgement, type Request, textIn, why } from './judgement.ts';

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
    answer: isTooLarge ? 'Request entity too large' : '',
  };
};

const pagerduty = ({ text }: Request, body: unknown): Judgement => {
  const isTooLarge = Buffer.byteLength(text) > PAGERDUTY_BYTES;
  const refused = isTooLarge ? 'larger than 512 KiB' : why(PagerDutyEvent, body);
  const { data } = PagerDutyEvent.safeParse(body);
  const dedupKey = data?.dedup_key ?? randomUUID();
  const reply =
    refused === null
      ? { status: 'success', message: 'Event processed', dedup_key: dedupKey }
      : { status: 'invalid event', message: 'Event object is invalid', errors: [refused] };
  const title = data === undefined ? '' : data.event_action === 'trigger' ? data.payload.summary : data.event_action;
  const key = data === undefined ? null : `${data.event_action} ${dedupKey}`;
  const status = refused === null ? 202 : isTooLarge ? 413 : 400;
  return { kind: 'pagerduty', refused, key, title, status, answer: JSON.stringify(reply) };
};

const webhook = ({ headers }: Request, body: unknown): Judgement => {
  const refused = why(StandardWebhookHeaders, headers) ?? why(StandardWebhook, body);
  const { data } = StandardWebhook.safeParse(body);
  const title = `${data?.type ?? ''} ${textIn(data?.data, 'title') ?? ''}`.trim();
  const key = headers['webhook-id'] ?? null;
  return { kind: 'webhook', refused, key, title, status: refused === null ? 204 : 400, answer: '' };
};

const KINDS: Record<HookKind, (request: Request, body: unknown) => Judgement> = {
  slack,
  teams,
  'google-chat': googleChat,
  discord,
  pagerduty,
  opsgenie,
  webhook,
};

/** Returns the stand-in's response, or null if the path has no stand-in. A path part such as `answer-503` makes the response an error. */
export function judge(request: Request): Judgement | null {
  const kind = HOOK_KINDS.find((one) => request.path === `/${one}` || request.path.startsWith(`/${one}/`));
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
