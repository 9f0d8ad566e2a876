import { inc } from 'semver';
import type { Commit } from './commits.ts';

/**
 * Returns the next version, or null if no commit changes the product. Below 1.0.0, a breaking change raises the minor version, as SemVer
 * allows.
 */
export function nextVersion(current: string, commits: readonly Commit[]): string | null {
  const isEarly = current.startsWith('0.');
  if (commits.some(({ breaking }) => breaking !== null)) return inc(current, isEarly ? 'minor' : 'major');
  if (commits.some(({ type }) => type === 'feat')) return inc(current, 'minor');
  if (commits.some(({ type }) => type === 'fix' || type === 'perf')) return inc(current, 'patch');
  return null;
}
