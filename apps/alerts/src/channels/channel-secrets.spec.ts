import { describe, expect, it } from '@jest/globals';
import type { AlertsConfig } from '../config.ts';
import type { Target } from './message/channel-type.ts';
import { ChannelSecrets } from './store/channel-secrets.ts';
import { typeOf } from './types.ts';

const secretsOf = (config: Partial<AlertsConfig>) =>
  new ChannelSecrets({
    SIGNING_SECRET: 'a secret that only the tests know and long enough',
    ...config,
  } as AlertsConfig);
const TARGET: Target = { type: 'slack', botToken: 'xoxb-123-secret', channel: 'payroll' };
const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)];

describe('the stored address of a channel', () => {
  it('is encrypted to a different value each time', () => {
    const secrets = secretsOf({});
    const [one, other] = [secrets.seal(TARGET), secrets.seal(TARGET)];
    expect(one).not.toContain('xoxb');
    expect(one).not.toBe(other);
    expect(secrets.open(one)).toEqual(TARGET);
  });

  it('can be decrypted while the old and the new secret are configured, but not after the old secret is removed', () => {
    const sealed = secretsOf({ ALERTS_SECRET: [OLD] }).seal(TARGET);
    const both = secretsOf({ ALERTS_SECRET: [NEW, OLD] });
    expect(both.open(sealed)).toEqual(TARGET);
    expect([both.isCurrent(sealed), both.isCurrent(both.seal(TARGET))]).toEqual([false, true]);
    expect(() => secretsOf({ ALERTS_SECRET: [NEW] }).open(sealed)).toThrow(/no secret/);
  });

  it('stays readable after `ALERTS_SECRET` is set, although the signing secret encrypted it', () => {
    expect(secretsOf({ ALERTS_SECRET: [NEW] }).open(secretsOf({}).seal(TARGET))).toEqual(TARGET);
  });

  it('cannot be decrypted after one byte has changed', () => {
    const secrets = secretsOf({});
    const [id, iv, tag, text = ''] = secrets.seal(TARGET).split('.');
    const changed = [id, iv, tag, `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`].join('.');
    expect(() => secrets.open(changed)).toThrow();
  });

  it.each<[Target, string]>([
    [{ type: 'email', address: 'olga@acme.com' }, 'o…@acme.com'],
    [{ type: 'slack', webhookUrl: 'https://hooks.slack.com/services/T0/B0/abcdefgh9fK2' }, 'hooks.slack.com/…9fK2'],
    [TARGET, '#payroll'],
    [{ type: 'pagerduty', routingKey: 'R0UT1NGKEY000000000000000000abcd' }, '…abcd'],
    [{ type: 'webhook', url: 'https://acme.com/' }, 'acme.com'],
  ])('is shown, for %j, as the hint %j', (target, hint) => {
    expect(typeOf(target).hint(target)).toBe(hint);
  });
});
