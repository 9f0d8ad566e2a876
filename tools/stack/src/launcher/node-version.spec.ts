import { describe, expect, it } from '@jest/globals';
import { needsPinned, nodeFault } from '../../bin/node-version.mjs';

describe('the Node that starts the stack', () => {
  it.each(['v12.22.0', 'v18.20.8', 'v19.9.0'])('is rejected with a message that explains what to do: %s', (version) => {
    expect(nodeFault(version)).toBe(
      `Portico needs Node.js 20 or later, this is ${version}. Install a newer one from https://nodejs.org and start again.`,
    );
  });

  it.each(['v20.0.0', 'v22.11.0', 'v24.21.0', 'v25.1.0'])('is accepted: %s', (version) => {
    expect(nodeFault(version)).toBeUndefined();
  });

  it('starts the pinned version of Node if its own version is older', () => {
    expect(['v20.20.2', 'v22.11.0', 'v24.0.0', 'v26.0.0'].map((version) => needsPinned(version))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
