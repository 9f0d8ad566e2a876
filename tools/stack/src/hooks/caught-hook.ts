export const HOOK_KINDS = ['slack', 'teams', 'google-chat', 'discord', 'pagerduty', 'opsgenie', 'webhook'] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

/** A message of a channel that was caught, instead of delivered. */
export type CaughtHook = {
  /** Counts up from 1. */
  id: number;
  kind: HookKind;
  /** Where it was sent to. */
  path: string;
  /** By which a receiver knows it again: `webhook-id`, or the deduplication key and what is asked of it. */
  key: string | null;
  title: string;
  headers: Record<string, string>;
  body: unknown;
  /** Why it was refused; null when it was taken. */
  refused: string | null;
  /** How often it came; what a receiver has already is no other message. */
  times: number;
  at: string;
};
