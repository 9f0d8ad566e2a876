import { randomUUID } from 'node:crypto';
import { userChanged, type UserState } from '@portico/contracts/events/identity';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { type Call, readTopic, type Received, type ServiceStack, stateMessage } from '@portico/testkit';
import fc from 'fast-check';
import type { Producer } from '@portico/kafka';
import { newId } from './orgs.ts';

export const APPS = ['orgs', 'integrations', 'events'] as const;
export type HistoryStack = ServiceStack<(typeof APPS)[number]>;

const which = fc.nat(4);
const flag = fc.boolean();
const name = fc.string({ minLength: 2, maxLength: 12, unit: 'grapheme' }).filter((text) => text.trim().length >= 2);

/** One command of a history. `which` and `whose` select the subjects of the command. */
export const command = fc.oneof(
  fc.record({ kind: fc.constant('organization created'), name }),
  fc.record({ kind: fc.constant('organization renamed'), which, name }),
  fc.record({ kind: fc.constant('organization deleted'), which }),
  fc.record({ kind: fc.constant('integration created'), which, name }),
  fc.record({ kind: fc.constant('integration renamed'), which, name }),
  fc.record({ kind: fc.constant('integration moved'), which, whose: which }),
  fc.record({ kind: fc.constant('integration deleted'), which }),
  fc.record({ kind: fc.constant('user renamed'), which, name }),
  fc.record({ kind: fc.constant('user deleted'), which }),
  fc.record({ kind: fc.constant('user assigned themselves'), which, whose: which, assign: flag }),
  fc.record({ kind: fc.constant('users assigned'), which, approved: fc.array(flag, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('old message delivered again'), which, whose: which, isCopy: flag }),
);
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** Number of users per history. The number is low, so that commands collide. */
const USERS = 5;
const TOPICS = [userChanged.topic, organizationChanged.topic, membershipChanged.topic, integrationChanged.topic];

/** Runs commands. Stores the users, organizations and integrations that they create, so that later commands can use them. */
export class History {
  /** States of the users that this class has published like identity, including deleted users. */
  readonly users = new Map<number, UserState>();
  readonly organizations: number[] = [];
  readonly integrations: number[] = [];
  private people: number[] = [];
  private readonly topics: { topic: string; received: Received[]; stop: () => Promise<void> }[] = [];

  private constructor(
    private readonly stack: HistoryStack,
    private readonly producer: Producer,
    private readonly orgs: Call,
    private readonly integrationsApi: Call,
  ) {}

  static async begin(stack: HistoryStack): Promise<History> {
    const producer = stack.own.kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    const [orgs, integrations] = await Promise.all([
      stack.as('orgs', 'ADMIN', 1),
      stack.as('integrations', 'ADMIN', 1),
    ]);
    const history = new History(stack, producer, orgs, integrations);
    for (const topic of TOPICS) history.topics.push({ topic, ...(await readTopic(topic, stack.own.kafka)) });
    return history;
  }

  /** Replaces the people of later commands with people whom identity has not published yet. */
  newPeople(): void {
    this.people = Array.from({ length: USERS }, newId);
  }

  /** Ids of all published users. */
  everyone(): number[] {
    return [...this.users.keys()];
  }

  received(topic: string): readonly Received[] {
    return this.topics.find((each) => each.topic === topic)?.received ?? [];
  }

  async end(): Promise<void> {
    await Promise.all(this.topics.map(({ stop }) => stop()));
    await this.producer.disconnect();
  }

  /** Runs a command. Responses below 500 are part of a history; other responses fail the test. */
  async run(step: Command): Promise<void> {
    const answer = await this.perform(step);
    if (answer && answer.status >= 500) throw new Error(`${step.kind} was answered with ${answer.status}`);
  }

  private async perform(step: Command): Promise<{ status: number } | undefined> {
    const { orgs, integrationsApi: integrations } = this;
    const organization = chosen(this.organizations, 'which' in step ? step.which : 0);
    const integration = chosen(this.integrations, 'which' in step ? step.which : 0);
    switch (step.kind) {
      case 'organization created':
        return this.created(this.organizations, await orgs('POST', '/organizations', { name: step.name }));
      case 'organization renamed':
        return orgs('PUT', `/organizations/${organization}`, { name: step.name });
      case 'organization deleted':
        return orgs('DELETE', `/organizations/${organization}`);
      case 'integration created': {
        const body = { name: step.name, organizationId: organization };
        return this.created(this.integrations, await integrations('POST', '/integrations', body));
      }
      case 'integration renamed':
        return integrations('PATCH', `/integrations/${integration}`, { name: step.name });
      case 'integration moved': {
        const organizationId = chosen(this.organizations, step.whose);
        return integrations('PATCH', `/integrations/${integration}`, { organizationId });
      }
      case 'integration deleted':
        return integrations('DELETE', `/integrations/${integration}`);
      case 'users assigned': {
        const users = step.approved.map((approved, index) => ({ id: this.people[index], approved }));
        return orgs('PUT', '/organizations/assign-many', { organizationId: organization, users });
      }
      default:
        return this.performOfUser(step);
    }
  }

  private async performOfUser(step: Command): Promise<{ status: number } | undefined> {
    const user = chosen(this.people, 'which' in step ? step.which : 0);
    switch (step.kind) {
      case 'user renamed':
        return this.tell(user, { name: step.name });
      case 'user deleted':
        return this.tell(user, { deletedAt: new Date().toISOString() });
      case 'user assigned themselves': {
        const body = { organizationId: chosen(this.organizations, step.whose), assign: step.assign };
        return (await this.stack.as('orgs', 'CLIENT', user))('PUT', '/organizations/assign', body);
      }
      case 'old message delivered again':
        return this.deliverAgain(TOPICS[step.which % TOPICS.length], step.whose, step.isCopy);
    }
  }

  /** Publishes a user's next state like identity, unless the user is deleted. */
  private async tell(id: number, changes: Partial<UserState>): Promise<undefined> {
    const known = this.users.get(id);
    if (known?.deletedAt) return;
    const first = { id, version: 0, accessVersion: 1, deletedAt: null, name: 'New', email: `u${id}@portico.test` };
    const last: UserState = known ?? { ...first, usertype: 'CLIENT' };
    const next = { ...last, ...changes, version: last.version + 1 };
    this.users.set(id, next);
    await this.producer.send({ topic: userChanged.topic, acks: -1, messages: [stateMessage(userChanged, next)] });
  }

  /** Publishes an old message again, with the same or a new id, because only the version of the state matters. */
  private async deliverAgain(topic = userChanged.topic, index: number, isCopy: boolean): Promise<undefined> {
    const received = this.received(topic);
    const last = new Map(received.map(({ key }, at) => [key, at]));
    const old = received.filter(({ key }, at) => last.get(key) !== at);
    const message = old.at(-1 - (index % Math.max(1, old.length)));
    if (!message) return;
    const { key, partition } = message;
    const value = isCopy ? JSON.stringify({ ...JSON.parse(message.value ?? ''), id: randomUUID() }) : message.value;
    await this.producer.send({ topic, acks: -1, messages: [{ key, value, partition }] });
  }

  private created(into: number[], answer: { status: number; body: unknown }): { status: number } {
    if (answer.status === 201) into.push((answer.body as { id: number }).id);
    return answer;
  }
}

/** Returns one of the newest ids, or an unused id if the list is empty. */
const chosen = (ids: readonly number[], index: number): number =>
  ids.at(-1 - (index % Math.max(1, ids.length))) ?? 2_147_000_000;
