import { z } from 'zod/mini';
import { Count, Id, IdParams, Moment } from '../common/ids.ts';
import { REQUIRED } from '../common/wording.ts';
import { filled } from '../common/fields.ts';
import { PrivacyRules } from '../privacy/rules.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { EventRow } from './events.ts';

/**
 * Privacy rules of an organization, or of the product. `version`: 0 before the first save. A request contains the version of the rules
 * that it replaces. If another user has changed these rules meanwhile, the response is 409.
 */
export const Privacy = z.object({ version: Count, rules: PrivacyRules });
export type Privacy = z.infer<typeof Privacy>;

const rules = { response: Privacy } as const;

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/organizations/{id}/privacy',
  audit: READS_SETTINGS,
  summary: 'Get the privacy rules of an organization; for its managers',
  params: IdParams,
  ...rules,
});
export const putPrivacy = endpoint({
  method: 'PUT',
  path: '/organizations/{id}/privacy',
  audit: { action: 'privacy.change', targets: { organization: 'id' } },
  summary: 'Replace the privacy rules of an organization; the new rules also apply to past events',
  params: IdParams,
  body: Privacy,
  ...rules,
});
export const getProductPrivacy = endpoint({
  method: 'GET',
  path: '/privacy-rules',
  audit: READS_SETTINGS,
  summary: 'Get the privacy rules that apply to every organization',
  ...rules,
});
export const putProductPrivacy = endpoint({
  method: 'PUT',
  path: '/privacy-rules',
  audit: { action: 'privacy.change' },
  summary: 'Replace the privacy rules that apply to every organization; the new rules also apply to past events',
  body: Privacy,
  ...rules,
});

/** Maximum events that a trial of unsaved rules reads, newest first. */
export const TRIAL_EVENTS = 500;
/** Maximum samples that a trial of unsaved rules returns. */
export const TRIAL_SAMPLES = 5;

/** Unsaved rules to try. `organizationId`: null for the product's rules, which only administrators may try. */
export const PrivacyTrial = z.object({ organizationId: z.nullable(Id), rules: PrivacyRules });
export type PrivacyTrial = z.infer<typeof PrivacyTrial>;

/** The effect of the tried rules on the newest events. */
export const PrivacyTrialResult = z.object({
  /** Number of events that the trial has read. */
  events: Count,
  /** Number of affected events per rule. */
  counts: z.array(Count),
  /** Details of the newest affected events. `before` contains the details as the caller sees them now. */
  samples: z.array(z.object({ event_name: z.string(), timestamp: z.string(), before: z.string(), after: z.string() })),
});
export type PrivacyTrialResult = z.infer<typeof PrivacyTrialResult>;

export const tryPrivacy = endpoint({
  method: 'POST',
  path: '/events/privacy-trial',
  audit: { action: 'privacy.try', targets: { organization: 'organizationId' } },
  summary: 'Preview what privacy rules would hide in the newest events; for callers who may save the rules',
  body: PrivacyTrial,
  response: PrivacyTrialResult,
});

/** The event to reveal, and the reason. Event ids are arbitrary text, so the id is in the body instead of the path. */
export const RevealRequest = z.object({
  source_id: Id,
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  timestamp: Moment,
  reason: filled(500, { error: REQUIRED }),
});
export type RevealRequest = z.infer<typeof RevealRequest>;

export const revealEvent = endpoint({
  method: 'POST',
  path: '/events/reveal',
  audit: { action: 'event.reveal' },
  summary:
    'Get an event with the fields that privacy rules hide, and record the access; for managers of its organization',
  body: RevealRequest,
  response: EventRow,
});
