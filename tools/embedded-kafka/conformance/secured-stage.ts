import type { Kafka, SASLOptions } from 'kafkajs';
import { createAcls, deleteAcls, describeAcls } from '../src/apis/acls.ts';
import type { AclCodes } from '../src/apis/acl-codes.ts';
import { RawClient } from '../test/raw-client.ts';
import { connectAs } from '../test/sasl-client.ts';
import { client } from '../test/support.ts';
import type { TokenIssuer } from '../test/token-issuer.ts';
import { USERS, type SecuredTarget, type User } from './secured-brokers.ts';
import { Stage, type Case } from './target.ts';

export type SecuredCase = Case<SecuredStage>;

const ANY = { resourceType: 1, resourceName: null, patternType: 1, principal: null, host: null } as const;
/** A filter that matches every ACL. */
export const EVERY = { ...ANY, operation: 1, permissionType: 1 } as const;

/** The helpers of one case for a broker with users and ACLs. The admin creates the case's topics. */
export class SecuredStage extends Stage {
  readonly target: SecuredTarget;
  readonly issuer: TokenIssuer;

  constructor(target: SecuredTarget, id: string, issuer: TokenIssuer) {
    super(target, id);
    this.target = target;
    this.issuer = issuer;
  }

  override connect(): Promise<RawClient> {
    return this.connectAs('admin');
  }

  async connectAs(user: User | 'ANONYMOUS'): Promise<RawClient> {
    const { port, anonymousPort } = this.target;
    if (user === 'ANONYMOUS') return this.kept(await RawClient.connect(anonymousPort));
    return this.kept(await connectAs(port, user, USERS[user]));
  }

  /** Opens an unauthenticated connection to the address that requires authentication. */
  async connectStrictly(): Promise<RawClient> {
    return this.kept(await RawClient.connect(this.target.strictPort));
  }

  kafkaAs(user: User): Kafka {
    return this.kafkaWith({ mechanism: 'plain', username: user, password: USERS[user] });
  }

  kafkaWith(sasl: SASLOptions): Kafka {
    return client(`localhost:${this.port}`, 'test', sasl);
  }

  /** Adds ACLs and waits until they take effect, because Apache Kafka responds before they do. */
  async allow(acls: readonly AclCodes[]): Promise<void> {
    const connection = await this.connect();
    const { results } = await connection.call(createAcls, 2, { creations: acls });
    const refused = results.find(({ errorCode }) => errorCode !== 0);
    if (refused !== undefined) throw new Error(`an ACL is refused: ${refused.errorMessage}`);
    for (const acl of acls) await untilHeld(connection, acl, true);
  }

  async withdraw(acls: readonly AclCodes[]): Promise<void> {
    const connection = await this.connect();
    await connection.call(deleteAcls, 2, { filters: acls });
    for (const acl of acls) await untilHeld(connection, acl, false);
  }
}

async function untilHeld(connection: RawClient, acl: AclCodes, held: boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const { resources } = await connection.call(describeAcls, 2, acl);
    if (resources.length > 0 === held) return;
    if (performance.now() > deadline) throw new Error(`the ACL is ${held ? 'not held' : 'still held'}`);
  }
}
