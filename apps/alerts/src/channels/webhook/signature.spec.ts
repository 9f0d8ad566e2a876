import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, webhookHeaders } from './signature.ts';

describe('a signed webhook', () => {
  const body = JSON.stringify({ type: 'episode.opened', data: { title: 'Zahlläufe „ü“ 🚨' } });
  const [current, previous] = [newWebhookSecret(), newWebhookSecret()];
  const headers = webhookHeaders('notice-7', new Date(), body, [current, previous]);

  it.each([
    ['the current secret', current],
    ['the previous secret, while it is valid', previous],
  ])('is accepted by the standardwebhooks library with %s', (_, secret) => {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('fails verification with another secret, id, time or body', () => {
    const webhook = new Webhook(current);
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow(/No matching signature/);
    expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'notice-8' })).toThrow(/No matching signature/);
    expect(() => webhook.verify(`${body} `, headers)).toThrow(/No matching signature/);
    const old = webhookHeaders('notice-7', new Date(Date.now() - 600_000), body, [current]);
    expect(() => webhook.verify(body, old)).toThrow(/too old/);
  });

  it('contains the same id on every attempt and the time of the current attempt', () => {
    const again = webhookHeaders('notice-7', new Date(Date.now() + 60_000), body, [current]);
    expect(again['webhook-id']).toBe(headers['webhook-id']);
    expect(Number(again['webhook-timestamp'])).toBeGreaterThan(Number(headers['webhook-timestamp']));
    expect(new Webhook(current).verify(body, again)).toBeTruthy();
  });
});
