export const HOOK_KINDS = ['slack', 'teams', 'google-chat', 'discord', 'pagerduty', 'opsgenie', 'webhook'] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

/** A message to a chat, an incident tool or a webhook, which the stack caught instead of delivering it. */
export type CaughtHook = {
  /** Sequence number starting at 1. */
  id: number;
  kind: HookKind;
  /** Path to which the message was sent. */
  path: string;
  /** Identifies a repeated message: `webhook-id`, or the deduplication key and the requested action. */
  key: string | null;
  title: string;
  headers: Record<string, string>;
  body: unknown;
  /** Reason of the rejection, or null if the message was accepted. */
  refused: string | null;
  /** How often the message arrived. A repeated message is not stored again. */
  times: number;
  at: string;
};
