import { describe, expect, it } from '@jest/globals';
import { judge } from './judge.ts';

type Body = Record<string, unknown>;

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const slack: Body = { text: 'It fails', blocks: [section('It *fails*')] };
const post: Body = { ...slack, channel: 'payroll' };
const update: Body = { ...slack, channel: 'C0CAUGHT', ts: '1764072000.000001' };
const card = (body: readonly unknown[]): Body => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body,
        actions: [{ type: 'Action.OpenUrl', title: 'Open', url: 'https://portico.test/' }],
      },
    },
  ],
});
const teams = card([{ type: 'TextBlock', text: 'It fails' }]);
const payload: Body = { summary: 'It fails', source: 'payroll', severity: 'error' };
const trigger: Body = {
  routing_key: 'R0UT1NGKEY0000000000000000000000',
  event_action: 'trigger',
  dedup_key: 'portico:episode:1',
  payload,
};
const webhook: Body = { type: 'episode.opened', timestamp: '2026-11-25T12:00:00Z', data: { title: 'It fails' } };
const signed = (): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': 'notice-1',
  'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
  'webhook-signature': `v1,${'A'.repeat(43)}=`,
});
const bearer = { authorization: 'Bearer xoxb-1', 'content-type': 'application/json; charset=utf-8' };

const HOOK = '/slack/services/T0/B0/x';
const POST = '/slack/api/chat.postMessage';
const UPDATE = '/slack/api/chat.update';
const TEAMS = '/teams/room';
const PAGERDUTY = '/pagerduty/v2/enqueue';
const WEBHOOK = '/webhook/acme';

const judged = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  judge({ path, headers, text: typeof body === 'string' ? body : JSON.stringify(body) });

describe('a stand-in accepts', () => {
  it.each<[string, string, Body, Record<string, string>, number]>([
    ["a message for Slack's webhook", HOOK, slack, {}, 200],
    ['chat.postMessage', POST, post, bearer, 200],
    ['chat.update', UPDATE, update, bearer, 200],
    ["a card for Teams' workflow", TEAMS, teams, {}, 202],
    ['a trigger for PagerDuty', PAGERDUTY, trigger, {}, 202],
    ['a PagerDuty trigger without a deduplication key', PAGERDUTY, { ...trigger, dedup_key: undefined }, {}, 202],
    ['a resolve for PagerDuty', PAGERDUTY, { ...trigger, event_action: 'resolve', payload: undefined }, {}, 202],
    ['a Standard Webhook', WEBHOOK, webhook, signed(), 204],
  ])('%s', (_, path, body, headers, status) => {
    expect(judged(path, body, headers)).toMatchObject({ refused: null, status });
  });
});

describe("Slack's stand-in rejects", () => {
  const many = Array.from({ length: 51 }, () => section('x'));
  const long = Array.from({ length: 5 }, () => section('x'.repeat(2_900)));
  const button = (changes: Body) => ({
    type: 'actions',
    elements: [
      {
        type: 'button',
        text: { type: 'plain_text', text: 'Open' },
        url: 'https://portico.test/',
        action_id: 'open',
        ...changes,
      },
    ],
  });

  it.each<[string, unknown, string]>([
    ['text that is not JSON', '{', 'invalid_payload'],
    ['a message without text', { ...slack, text: undefined }, 'no_text'],
    ['an empty text', { ...slack, text: '' }, 'no_text'],
    ['a text of 40,001 characters', { ...slack, text: 'x'.repeat(40_001) }, 'msg_too_long'],
    ['51 blocks', { ...slack, blocks: many }, 'invalid_blocks'],
    ['an unknown block', { ...slack, blocks: [{ type: 'heading' }] }, 'invalid_blocks'],
    ['a section of 3,001 characters', { ...slack, blocks: [section('x'.repeat(3_001))] }, 'invalid_blocks'],
    ['an empty section', { ...slack, blocks: [section('')] }, 'invalid_blocks'],
    [
      'a header of 151 characters',
      { ...slack, blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }] },
      'invalid_blocks',
    ],
    [
      'Markdown in a header',
      { ...slack, blocks: [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }] },
      'invalid_blocks',
    ],
    [
      'a context of 11 elements',
      {
        ...slack,
        blocks: [{ type: 'context', elements: Array.from({ length: 11 }, () => ({ type: 'mrkdwn', text: 'x' })) }],
      },
      'invalid_blocks',
    ],
    [
      'a button with a text of 76 characters',
      { ...slack, blocks: [button({ text: { type: 'plain_text', text: 'x'.repeat(76) } })] },
      'invalid_blocks',
    ],
    ['a button with an invalid URL', { ...slack, blocks: [button({ url: 'nowhere' })] }, 'invalid_blocks'],
    ['blocks whose texts are too long together', { ...slack, blocks: long }, 'msg_blocks_too_long'],
    ['an unknown field', { ...slack, titel: 'x' }, 'invalid_payload'],
  ])('%s', (_, body, answer) => {
    expect(judged(HOOK, body)).toMatchObject({ refused: expect.stringContaining(answer), status: 400, answer });
  });

  it.each<[string, string, unknown, Record<string, string>, string]>([
    ['a call without a token', POST, post, { ...bearer, authorization: '' }, 'not_authed'],
    ['a call with a token of another type', POST, post, { ...bearer, authorization: 'Bearer xoxp-1' }, 'invalid_auth'],
    ['a call with a form', POST, post, { ...bearer, 'content-type': 'text/plain' }, 'invalid_post_type'],
    ['a call with text that is not JSON', POST, '{', bearer, 'invalid_json'],
    ['a message without a channel', POST, { ...post, channel: undefined }, bearer, 'channel_not_found'],
    ['a message without text', POST, { ...post, text: undefined }, bearer, 'no_text'],
    ['a call with an unknown field', POST, { ...post, chanel: 'x' }, bearer, 'invalid_arguments'],
    [
      'a message with a section of 3,001 characters',
      POST,
      { ...post, blocks: [section('x'.repeat(3_001))] },
      bearer,
      'invalid_blocks',
    ],
    ['an update without a message id', UPDATE, { ...update, ts: undefined }, bearer, 'message_not_found'],
    [
      'an update with a channel name instead of an id',
      UPDATE,
      { ...update, channel: 'payroll' },
      bearer,
      'channel_not_found',
    ],
  ])('%s', (_, path, body, headers, error) => {
    const judgement = judged(path, body, headers);
    expect(judgement).toMatchObject({ refused: expect.stringContaining(error), status: 200 });
    expect(JSON.parse(judgement?.answer ?? '')).toEqual({ ok: false, error });
  });
});

describe("Teams' stand-in rejects", () => {
  it.each<[string, unknown, number]>([
    ['text that is not JSON', '{', 400],
    ['a message without a card', { type: 'message', attachments: [] }, 400],
    ['a text instead of a card', { text: 'It fails' }, 400],
    ['a card of another type', JSON.stringify(teams).replace('card.adaptive', 'card.hero'), 400],
    ['an unknown version', JSON.stringify(teams).replace('1.4', '9.0'), 400],
    ['an empty text', card([{ type: 'TextBlock', text: '' }]), 400],
    ['an unknown element', card([{ type: 'Headline', text: 'x' }]), 400],
    ['an unknown size', card([{ type: 'TextBlock', text: 'x', size: 'Huge' }]), 400],
    ['an action with an invalid URL', JSON.stringify(teams).replace('https://portico.test/', 'nowhere'), 400],
    ['a message of more than 28 KiB', card([{ type: 'TextBlock', text: 'x'.repeat(28 * 1_024) }]), 413],
  ])('%s', (_, body, status) => {
    expect(judged(TEAMS, body)).toMatchObject({ refused: expect.any(String), status });
  });
});

describe("PagerDuty's stand-in rejects", () => {
  const changed = (changes: Body): Body => ({ ...trigger, payload: { ...payload, ...changes } });

  it.each<[string, unknown, number]>([
    ['text that is not JSON', '{', 400],
    ['an event without a routing key', { ...trigger, routing_key: undefined }, 400],
    ['a routing key of 31 characters', { ...trigger, routing_key: 'x'.repeat(31) }, 400],
    ['an unknown action', { ...trigger, event_action: 'open' }, 400],
    ['a trigger without a payload', { ...trigger, payload: undefined }, 400],
    ['a deduplication key of 256 characters', { ...trigger, dedup_key: 'x'.repeat(256) }, 400],
    [
      'a resolve without a deduplication key',
      { ...trigger, event_action: 'resolve', payload: undefined, dedup_key: undefined },
      400,
    ],
    ['an event without a summary', changed({ summary: undefined }), 400],
    ['a summary of 1,025 characters', changed({ summary: 'x'.repeat(1_025) }), 400],
    ['an event without a source', changed({ source: undefined }), 400],
    ['an event without a severity', changed({ severity: undefined }), 400],
    ['an unknown severity', changed({ severity: 'fatal' }), 400],
    ['a timestamp that is not a date', changed({ timestamp: 'yesterday' }), 400],
    ['a link with an invalid URL', { ...trigger, links: [{ href: 'nowhere', text: 'Open' }] }, 400],
    ['an event of more than 512 KiB', changed({ custom_details: { text: 'x'.repeat(512 * 1_024) } }), 413],
  ])('%s', (_, body, status) => {
    const judgement = judged(PAGERDUTY, body);
    expect(judgement).toMatchObject({ refused: expect.any(String), status });
    expect(JSON.parse(judgement?.answer ?? '')).toMatchObject({
      status: 'invalid event',
      errors: [judgement?.refused],
    });
  });
});

describe('a webhook receiver rejects', () => {
  const long = String(Math.floor(Date.now() / 1_000) - 600);

  it.each<[string, unknown, Record<string, string>]>([
    ['text that is not JSON', '{', {}],
    ['a type with spaces', { ...webhook, type: 'it fails' }, {}],
    ['a timestamp that is not a date', { ...webhook, timestamp: 'yesterday' }, {}],
    ['a message without data', { ...webhook, data: undefined }, {}],
    ['a message without an id', webhook, { 'webhook-id': '' }],
    ['an id of 257 characters', webhook, { 'webhook-id': 'x'.repeat(257) }],
    ['a message that is ten minutes old', webhook, { 'webhook-timestamp': long }],
    ['a webhook-timestamp that is not a number', webhook, { 'webhook-timestamp': '2026-11-25' }],
    ['a message without a signature', webhook, { 'webhook-signature': '' }],
    ['a signature of another scheme', webhook, { 'webhook-signature': `v2,${'A'.repeat(43)}=` }],
    ['a form', webhook, { 'content-type': 'text/plain' }],
  ])('%s', (_, body, headers) => {
    expect(judged(WEBHOOK, body, { ...signed(), ...headers })).toMatchObject({
      refused: expect.any(String),
      status: 400,
    });
  });
});
