import type { Positions } from '@portico/contracts/events/position';
import type { Directory, Users } from '../directory/directory.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { Audience, type Progress } from './audience.ts';
import type { SendToMany, Subscription } from './subscription.ts';

/** The audiences of this process, indexed by the organizations whose rows they may see. */
export class Audiences {
  private readonly byKey = new Map<string, Audience>();
  private readonly byOrganization = new Map<number, Set<Audience>>();
  /** Audiences of viewers who may see every organization. */
  private readonly ofEvery = new Set<Audience>();
  private readonly bySubscription = new Map<Subscription, Audience>();
  private readonly byUser = new Map<number, Set<Subscription>>();

  constructor(private readonly directory: Directory) {}

  get isEmpty(): boolean {
    return this.bySubscription.size === 0;
  }

  get size(): number {
    return this.bySubscription.size;
  }

  /** Returns a subscription's audience. The caller must add the subscription to the audience in the same turn of the event loop. */
  join(subscription: Subscription, positions: Positions): Audience {
    const { key, asked, scope, view } = subscription;
    let audience = this.byKey.get(key);
    if (!audience) {
      audience = new Audience(key, asked, scope, this.directory, positions, view);
      this.byKey.set(key, audience);
      for (const index of this.indexes(audience)) index.add(audience);
    }
    this.bySubscription.set(subscription, audience);
    this.byUser.set(subscription.user, (this.byUser.get(subscription.user) ?? new Set()).add(subscription));
    return audience;
  }

  leave(subscription: Subscription): void {
    const audience = this.bySubscription.get(subscription);
    if (!audience) return;
    this.bySubscription.delete(subscription);
    const ofUser = this.byUser.get(subscription.user);
    ofUser?.delete(subscription);
    if (ofUser?.size === 0) this.byUser.delete(subscription.user);
    audience.remove(subscription);
    if (!audience.isEmpty) return;
    this.byKey.delete(audience.key);
    for (const index of this.indexes(audience)) index.delete(audience);
    for (const organization of organizationsOf(audience))
      if (this.byOrganization.get(organization)?.size === 0) this.byOrganization.delete(organization);
  }

  /** Passes rows to the matching audiences. Returns whether frames are pending. */
  offer(rows: readonly AcceptedEvent[], isLate: boolean): boolean {
    let isWaiting = false;
    for (const row of rows) {
      for (const audience of this.of(row)) if (audience.offer(row, isLate)) isWaiting = true;
    }
    return isWaiting;
  }

  /** Counts a skipped row that could have been for any audience. Returns whether frames are pending. */
  skip(): boolean {
    let isWaiting = false;
    for (const audience of this.byKey.values()) if (audience.skip()) isWaiting = true;
    return isWaiting;
  }

  /** Whether any audience may see rows of this organization. */
  watch(organization: number): boolean {
    return this.ofEvery.size > 0 || this.byOrganization.has(organization);
  }

  private *of(row: AcceptedEvent): Generator<Audience> {
    yield* this.ofEvery;
    yield* this.byOrganization.get(row.event.organization_id) ?? [];
  }

  /** Returns whether more rows wait. */
  send(progress: Progress, sendTo: SendToMany): boolean {
    let isMoreWaiting = false;
    for (const audience of this.byKey.values()) if (audience.send(progress, sendTo)) isMoreWaiting = true;
    return isMoreWaiting;
  }

  tally(progress: Progress): void {
    for (const audience of this.byKey.values()) audience.tally(progress);
  }

  tellStatus(progress: Progress, sendTo: SendToMany): void {
    for (const audience of this.byKey.values()) audience.tellStatus(progress, sendTo);
  }

  /** Ends the subscriptions of these users if their permissions have changed. */
  recheck(users: Users): void {
    for (const user of users === 'everyone' ? this.byUser.keys() : users) {
      for (const subscription of this.byUser.get(user) ?? []) {
        if (subscription.isAllowed()) continue;
        this.leave(subscription);
        subscription.connection.sendReset('permissions_changed');
      }
    }
  }

  /** Ends all subscriptions. Returns them in the order in which they began. */
  endAll(): Subscription[] {
    const ended = [...this.bySubscription.keys()];
    for (const subscription of ended) this.leave(subscription);
    return ended;
  }

  private indexes(audience: Audience): Set<Audience>[] {
    if (audience.filter.scope === 'every') return [this.ofEvery];
    return [...organizationsOf(audience)].map((organization) => {
      const index = this.byOrganization.get(organization) ?? new Set();
      this.byOrganization.set(organization, index);
      return index;
    });
  }
}

/** The organizations whose rows an audience may see; empty if it may see every organization. */
function organizationsOf({ filter: { scope } }: Audience): ReadonlySet<number> {
  if (scope === 'every') return new Set();
  const { organizations, integrations } = scope;
  return integrations.size === 0 ? organizations : new Set([...organizations, ...integrations.values()]);
}
