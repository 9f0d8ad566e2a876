import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAcl, type Acl, type NewAcl, type Operation } from '../src/security/acl.ts';
import { AclStore } from '../src/security/acl-store.ts';
import { Authorizer } from '../src/security/authorizer.ts';
import { Permissions } from '../src/security/permissions.ts';
import { StartError } from '../src/storage/data-folder.ts';
import { temporaryFolder } from './support.ts';

let folder = temporaryFolder();
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const HOST = '127.0.0.1';
const everything = { resourceType: null, resourceName: null, patternType: null, principal: null, host: null };
const ANY = { ...everything, operation: null, permission: null };
const topic = (operation: Operation, more: Partial<NewAcl> = {}): NewAcl => {
  return { resourceType: 'TOPIC', resourceName: 'orders', principal: 'User:alice', operation, ...more };
};
const open = (acls: readonly NewAcl[] = [], superUsers: string[] = []) =>
  new Authorizer({ superUsers, acls }, folder.path);
const may = (authorizer: Authorizer, operation: Operation, name = 'orders', principal = 'User:alice', host = HOST) =>
  authorizer.allows({ principal, host }, operation, 'TOPIC', name);

describe('the authorizer', () => {
  it('denies by default, but permits super users everything', () => {
    const authorizer = open([topic('READ', { permission: 'DENY', principal: 'User:*' })], ['User:root']);
    expect([may(authorizer, 'READ'), may(authorizer, 'WRITE')]).toEqual([false, false]);
    expect(may(authorizer, 'READ', 'orders', 'User:root')).toBe(true);
    expect(authorizer.allowsAny({ principal: 'User:root', host: HOST }, 'READ', 'TOPIC')).toBe(true);
  });

  it.each([
    ['DESCRIBE', ['READ', 'WRITE', 'DELETE', 'ALTER', 'DESCRIBE', 'ALL']],
    ['DESCRIBE_CONFIGS', ['DESCRIBE_CONFIGS', 'ALTER_CONFIGS', 'ALL']],
    ['READ', ['READ', 'ALL']],
    ['ALTER', ['ALTER', 'ALL']],
  ] as const)('allows %s only if an ACL allows one of %s', (asked, allowing) => {
    const all = ['READ', 'WRITE', 'CREATE', 'DELETE', 'ALTER', 'DESCRIBE', 'DESCRIBE_CONFIGS', 'ALTER_CONFIGS', 'ALL'];
    for (const operation of all as Operation[]) {
      const own = temporaryFolder();
      const authorizer = new Authorizer({ acls: [topic(operation)] }, own.path);
      expect([operation, may(authorizer, asked)]).toEqual([
        operation,
        (allowing as readonly string[]).includes(operation),
      ]);
      own.remove();
    }
  });

  it('denies only the operation that a DENY names', () => {
    const authorizer = open([topic('ALL'), topic('READ', { permission: 'DENY' })]);
    expect([may(authorizer, 'READ'), may(authorizer, 'DESCRIBE'), may(authorizer, 'WRITE')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('matches prefixes, exact names, the wildcard, and hosts in any spelling', () => {
    const authorizer = open([
      topic('READ', { patternType: 'PREFIXED', resourceName: 'ord' }),
      topic('WRITE', { resourceName: '*' }),
      topic('ALTER', { resourceName: 'ord' }),
      topic('DELETE', { host: '0:0:0:0:0:0:0:1' }),
    ]);
    expect(['ord', 'orders', 'or'].map((name) => may(authorizer, 'READ', name))).toEqual([true, true, false]);
    expect(may(authorizer, 'WRITE', 'anything')).toBe(true);
    expect(['ord', 'orders'].map((name) => may(authorizer, 'ALTER', name))).toEqual([true, false]);
    expect(['::1', HOST].map((host) => may(authorizer, 'DELETE', 'orders', 'User:alice', host))).toEqual([true, false]);
  });
});

describe('the authorizer with random ACLs', () => {
  const names = fc.constantFrom('a', 'ab', 'abc', 'b', '*');
  const rules = fc.array(
    fc.record({
      resourceType: fc.constantFrom('TOPIC', 'GROUP'),
      resourceName: names,
      patternType: fc.constantFrom('LITERAL', 'PREFIXED'),
      principal: fc.constantFrom('User:alice', 'User:bob', 'User:*'),
      host: fc.constantFrom('*', HOST, '10.0.0.1'),
      operation: fc.constantFrom('READ', 'WRITE', 'ALL'),
      permission: fc.constantFrom('ALLOW', 'DENY'),
    }),
    { maxLength: 8 },
  ) as fc.Arbitrary<Acl[]>;
  /** Loads the ACLs from a file, which is faster than adding them durably. */
  const withRules = (acls: readonly Acl[]): Authorizer => {
    writeFileSync(join(folder.path, 'acls.json'), JSON.stringify({ format: 1, acls }));
    return open();
  };
  /** Checks the ACLs one by one, without an index. */
  const simply = (acls: readonly Acl[], operation: Operation, name: string): boolean => {
    const about = acls.filter(
      (acl) =>
        acl.resourceType === 'TOPIC' &&
        ['User:alice', 'User:*'].includes(acl.principal) &&
        ['*', HOST].includes(acl.host) &&
        [operation, 'ALL'].includes(acl.operation) &&
        (acl.patternType === 'PREFIXED' ? name.startsWith(acl.resourceName) : [name, '*'].includes(acl.resourceName)),
    );
    return about.length > 0 && about.every(({ permission }) => permission === 'ALLOW');
  };

  it('decides the same with its index as without an index', () => {
    fc.assert(
      fc.property(rules, fc.constantFrom('a', 'ab', 'abc', 'abcd', 'b', 'c'), (acls, name) => {
        const authorizer = withRules(acls);
        expect(may(authorizer, 'WRITE', name)).toBe(simply(acls, 'WRITE', name));
      }),
    );
  });

  it('reports that an operation is allowed on any topic if it allows the operation on at least one', () => {
    fc.assert(
      fc.property(rules, (acls) => {
        const authorizer = withRules(acls);
        // Names in ACLs, and longer names that only prefixes match. `*` is not a topic.
        const candidates = ['a', 'ab', 'abc', 'b'].flatMap((name) => [name, `${name}~`]);
        const some = [...candidates, '~', '*~'].some((name) => may(authorizer, 'WRITE', name));
        if (some) expect(authorizer.allowsAny({ principal: 'User:alice', host: HOST }, 'WRITE', 'TOPIC')).toBe(true);
      }),
    );
  });
});

describe('the ACLs in a data folder', () => {
  it('survive a restart, including additions and deletions', () => {
    const acls = new AclStore(folder.path, [topic('READ'), topic('WRITE')]);
    acls.add([readAcl(topic('ALTER'))]);
    acls.delete([{ ...ANY, operation: 'READ' }]);
    const again = new AclStore(folder.path, [topic('DELETE')]);
    expect(again.find(ANY).map(({ operation }) => operation)).toEqual(['WRITE', 'ALTER']);
  });

  it.each<[string, (content: string) => string]>([
    ['is truncated', (content) => content.slice(0, -20)],
    ['is empty', () => ''],
    ['has an unsupported format', (content) => content.replace('"format": 1', '"format": 2')],
    ['contains a rule without a principal', (content) => content.replace('"principal"', '"principle"')],
    ['contains an unknown operation', (content) => content.replace('"READ"', '"REED"')],
  ])('prevent the start if their file %s', (_, corrupt) => {
    expect(new AclStore(folder.path, [topic('READ')]).find(ANY)).toHaveLength(1);
    const file = join(folder.path, 'acls.json');
    const before = readFileSync(file, 'utf8');
    const after = corrupt(before);
    expect(after).not.toBe(before);
    writeFileSync(file, after);
    expect(() => new AclStore(folder.path, [])).toThrow(StartError);
    expect(() => new AclStore(folder.path, [])).toThrow(file);
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  it('prevent the start if the options contain an invalid ACL', () => {
    const wrong = { ...topic('READ'), principal: 'alice' };
    expect(() => new AclStore(folder.path, [topic('READ'), wrong])).toThrow(/authorizer\.acls: entry 2: .*no colon/);
  });
});

describe("a connection's cached decisions", () => {
  it('are discarded when any ACL changes', () => {
    const authorizer = open([topic('READ')]);
    const permissions = new Permissions(authorizer, { principal: 'User:alice', host: HOST });
    let decided = 0;
    const allows = authorizer.allows.bind(authorizer);
    authorizer.allows = (...args) => (decided++, allows(...args));
    for (let i = 0; i < 100; i++) expect(permissions.allows('READ', 'TOPIC', 'orders')).toBe(true);
    expect(decided).toBe(1);
    authorizer.acls.delete([ANY]);
    expect([permissions.allows('READ', 'TOPIC', 'orders'), decided]).toEqual([false, 2]);
    authorizer.acls.add([readAcl(topic('ALL'))]);
    expect(permissions.allows('READ', 'TOPIC', 'orders')).toBe(true);
  });

  it('are limited in number, however many names the client requests', () => {
    const permissions = new Permissions(open([topic('READ', { resourceName: '*' })]), {
      principal: 'User:alice',
      host: HOST,
    });
    for (let i = 0; i < 20_000; i++) expect(permissions.allows('READ', 'TOPIC', `t${i}`)).toBe(true);
    expect((permissions as unknown as { kept: number }).kept).toBeLessThanOrEqual(4_096);
  });
});
