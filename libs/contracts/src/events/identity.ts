import { z } from 'zod/mini';
import { USERTYPES } from '../common/roles.ts';
import { AggregateState, type StateTopic } from './domain-event.ts';

/**
 * A user. The state of a deletion has no name or e-mail. `accessVersion`: the version that last changed a claim of the user's tokens
 * (e-mail, type).
 */
export const UserState = z.extend(AggregateState, {
  name: z.string(),
  email: z.string(),
  usertype: z.enum(USERTYPES),
  /** Older states lack this field; their users have never changed a claim. */
  accessVersion: z._default(z.int().check(z.positive()), 1),
});
export type UserState = z.infer<typeof UserState>;

export const userChanged: StateTopic<UserState> = {
  topic: 'identity.user.v1',
  source: '/identity',
  type: 'identity.user.changed',
  data: UserState,
};

const Id = z.int().check(z.positive());

/**
 * Whether the shared view with this `id` needs a new owner. A view that never needed a new owner has no state. `organizationId`: the
 * organization that the view is shared with; null for the staff.
 */
export const ViewHandoverState = z.extend(AggregateState, {
  name: z.string(),
  organizationId: z.nullable(Id),
  responsibleUserId: z.nullable(Id),
  needsOwnerSince: z.nullable(z.string()),
});
export type ViewHandoverState = z.infer<typeof ViewHandoverState>;

export const viewHandover: StateTopic<ViewHandoverState> = {
  topic: 'identity.view-handover.v1',
  source: '/identity',
  type: 'identity.view-handover.changed',
  data: ViewHandoverState,
};

/** A session that ended before it expired; services reject its tokens from then on. Written once: `version` is 1. */
export const SessionEnd = z.extend(AggregateState, { userId: Id });
export type SessionEnd = z.infer<typeof SessionEnd>;

export const sessionEnded: StateTopic<SessionEnd> = {
  topic: 'identity.session-end.v1',
  source: '/identity',
  type: 'identity.session.ended',
  data: SessionEnd,
};
