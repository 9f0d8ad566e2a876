import type { Expectation } from '@portico/contracts/http/silence';
import { formatDuration } from '@portico/ui';

const MINUTE = 60_000;

/** What somebody expects of an integration, as a sentence; null when it is learned. */
export function expectationText(expectation: Expectation): string | null {
  switch (expectation.kind) {
    case 'learned':
      return null;
    case 'every':
      return `It sends something every ${formatDuration(expectation.minutes * MINUTE)} at least.`;
    case 'cron': {
      const { cron, zone, graceMinutes } = expectation;
      const grace = graceMinutes === 0 ? '' : `, at most ${formatDuration(graceMinutes * MINUTE)} later`;
      return `It sends something at ${cron} (${zone})${grace}.`;
    }
    case 'off':
      return 'Nothing is expected of it.';
  }
}
