import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gt } from 'semver';
import { HEADING, notesOf, sectionOf, withSection } from './changelog.ts';
import { type Commit, toCommit } from './commits.ts';
import { nextVersion } from './version.ts';

const commit = (message: string): Commit => {
  const read = toCommit('0123456789abcdef', message);
  if (!read) throw new Error(`no Conventional Commit: ${message}`);
  return read;
};

describe('toCommit', () => {
  it.each([
    ['feat(console): a bell', { type: 'feat', scope: 'console', subject: 'a bell', breaking: null }],
    ['fix: it ends', { type: 'fix', scope: null, subject: 'it ends', breaking: null }],
    ['feat(api)!: names are looked up', { type: 'feat', scope: 'api', breaking: 'names are looked up' }],
    ['perf: less\n\nBREAKING CHANGE: read again from the start', { breaking: 'read again from the start' }],
  ])('parses %j', (message, expected) => expect(commit(message)).toMatchObject(expected));

  it.each(['Merge branch x', 'wip', ''])('returns null for %j', (message) => expect(toCommit('0', message)).toBeNull());
});

describe('nextVersion', () => {
  it.each([
    ['0.3.1', ['feat!: other'], '0.4.0'],
    ['0.3.1', ['fix: a', 'feat: b'], '0.4.0'],
    ['0.3.1', ['docs: a', 'perf: b'], '0.3.2'],
    ['1.3.1', ['fix!: a'], '2.0.0'],
    ['1.3.1', ['docs: a', 'test: b'], null],
  ])('returns for %s with the commits %j the version %s', (current, messages, next) => {
    expect(nextVersion(current, messages.map(commit))).toBe(next);
  });

  it('returns a higher version if a commit changes the product, otherwise null', () => {
    const message = fc.constantFrom('feat: a', 'fix: b', 'perf: c', 'feat!: d', 'docs: e', 'fix(x)!: f');
    const numbers = fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(numbers, fc.array(message), (current, messages) => {
        const next = nextVersion(current, messages.map(commit));
        const changes = messages.some((one) => !one.startsWith('docs'));
        expect(next !== null && gt(next, current)).toBe(changes);
      }),
    );
  });
});

describe('the changelog', () => {
  const commits = ['feat(console): a bell', 'fix: it ends', 'docs: a page', 'perf(api)!: shorter answers'].map(commit);

  it('lists breaking changes first, then features, fixes and performance, and omits other commits', () => {
    expect(sectionOf('0.2.0', '2026-11-25', commits)).toBe(`## 0.2.0 (2026-11-25)
### Breaking
- **api:** shorter answers (0123456)

### Features
- **console:** a bell (0123456)

### Fixes
- it ends (0123456)

### Faster
- **api:** shorter answers (0123456)
`);
  });

  it('keeps earlier versions, and returns the section of each version', () => {
    const first = withSection(HEADING, sectionOf('0.1.0', '2026-11-01', [commit('fix: it ends')]));
    const second = withSection(first, sectionOf('0.2.0', '2026-11-25', [commit('feat: a bell')]));
    expect(second.match(/^## .*$/gm)).toEqual(['## 0.2.0 (2026-11-25)', '## 0.1.0 (2026-11-01)']);
    expect(notesOf(second, '0.1.0')).toBe('### Fixes\n- it ends (0123456)\n');
    expect(notesOf(second, '0.3.0')).toBeNull();
  });
});
