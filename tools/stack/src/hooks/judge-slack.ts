import { z } from 'zod';
import { type Judgement, type Request, textIn, why } from './judgement.ts';

/* Slack's documented formats, as far as Portico uses them. Anything else is rejected, for example a misspelled name. */

const plain = (maxLength: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(maxLength),
    emoji: z.boolean().optional(),
  });
const markdown = (maxLength: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(maxLength) });

const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plain(150) }),
  z.strictObject({ type: z.literal('section'), text: markdown(3_000) }),
  z.strictObject({ type: z.literal('context'), elements: z.array(markdown(3_000)).min(1).max(10) }),
  z.strictObject({
    type: z.literal('actions'),
    elements: z
      .array(
        z.strictObject({
          type: z.literal('button'),
          text: plain(75),
          url: z.url().max(3_000),
          action_id: z.string().min(1).max(255),
        }),
      )
      .min(1)
      .max(25),
  }),
]);

/** Maximum characters of a message's text. SLACK_BLOCKS: maximum characters of all blocks, for which Slack documents no limit. */
const SLACK_TEXT = 40_000;
const SLACK_BLOCKS = 13_000;

const Blocks = z
  .array(Block)
  .max(50)
  .refine((blocks) => JSON.stringify(blocks).length <= SLACK_BLOCKS, {
    error: 'too long',
    params: { code: 'msg_blocks_too_long' },
  });

const SlackMessage = z.strictObject({ text: z.string().min(1).max(SLACK_TEXT), blocks: Blocks });
const SlackPost = SlackMessage.extend({ channel: z.string().min(1), unfurl_links: z.boolean().optional() });
/** Body of chat.update. `ts` identifies the message; chat.postMessage returned it. */
const SlackUpdate = SlackMessage.extend({
  channel: z.string().regex(/^[CDG][A-Z0-9]+$/),
  ts: z.string().regex(/^\d{10}\.\d{6}$/),
});

/** Maps a schema error to Slack's documented error: about text and blocks, or about the destination. */
function errorOf(schema: z.ZodType, body: unknown): string | null {
  if (body === undefined) return 'invalid_payload';
  const { error } = schema.safeParse(body);
  const [issue] = error?.issues ?? [];
  if (!issue) return null;
  const text = textIn(body, 'text') ?? '';
  if (text === '') return 'no_text';
  if (text.length > SLACK_TEXT) return 'msg_too_long';
  const [field] = issue.path;
  if (field === 'blocks') return issue.message === 'too long' ? 'msg_blocks_too_long' : 'invalid_blocks';
  if (field === 'channel') return 'channel_not_found';
  return field === 'ts' ? 'message_not_found' : 'invalid_arguments';
}

/** Response of an incoming webhook: a status, and the error as text. */
const webhook = (body: unknown): Pick<Judgement, 'refused' | 'status' | 'answer'> => {
  const error = errorOf(SlackMessage, body);
  if (error === null) return { refused: null, status: 200, answer: 'ok' };
  const answer = error === 'invalid_arguments' ? 'invalid_payload' : error;
  return { refused: `${answer}: ${why(SlackMessage, body)}`, status: 400, answer };
};

/** Response of a Web API method: always status 200, with an error in the body. */
const method = (
  name: string,
  { headers }: Request,
  body: unknown,
): Pick<Judgement, 'refused' | 'status' | 'answer'> => {
  const schema = name === 'chat.update' ? SlackUpdate : SlackPost;
  const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1];
  const isJson = (headers['content-type'] ?? '').startsWith('application/json');
  const error =
    token === undefined
      ? 'not_authed'
      : !token.startsWith('xoxb-')
        ? 'invalid_auth'
        : !isJson
          ? 'invalid_post_type'
          : body === undefined
            ? 'invalid_json'
            : errorOf(schema, body);
  if (error !== null)
    return { refused: `${error}: ${why(schema, body)}`, status: 200, answer: JSON.stringify({ ok: false, error }) };
  const ts = textIn(body, 'ts') ?? (Date.now() / 1_000).toFixed(6);
  return { refused: null, status: 200, answer: JSON.stringify({ ok: true, channel: 'C0CAUGHT', ts }) };
};

export const slack = (request: Request, body: unknown): Judgement => {
  const name = /\/api\/(chat\.(?:postMessage|update))$/.exec(request.path)?.[1];
  return {
    kind: 'slack',
    key: name === 'chat.update' ? `update ${textIn(body, 'ts')}` : null,
    title: textIn(body, 'text') ?? '',
    ...(name === undefined ? webhook(body) : method(name, request, body)),
  };
};
