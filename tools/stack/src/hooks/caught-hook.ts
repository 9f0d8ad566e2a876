export const HOOK_KINDS = ['slack', 'teams', 'google-chat', 'discord', 'pagerduty', 'opsgenie', 'webhook'] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

export type CaughtHook = {
  id: number;
  kind: HookKind;
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
