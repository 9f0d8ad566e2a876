#!/usr/bin/env node
/** The stand-in as a process. When it is ready, it writes one line `{"ready":true,"url":…}` to stdout. SIGTERM and SIGINT stop it. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startStripe, type Offer } from './index.ts';

const USAGE = `usage: stripe-stand-in [--port 12111] [--webhook-url URL] [--file ACCOUNT.json] [--offers OFFERS.json]
Environment: STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET; generated and printed when absent.
`;

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '12111' },
      'webhook-url': { type: 'string' },
      file: { type: 'string' },
      offers: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = process.env;
  const webhookUrl = values['webhook-url'];
  const stripe = await startStripe({
    port: Number(values.port),
    ...(values.file !== undefined && { file: values.file }),
    ...(values.offers !== undefined && { offers: JSON.parse(readFileSync(values.offers, 'utf8')) as Offer[] }),
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(secretKey && { secretKey }),
    ...(webhookSecret && { webhookSecret }),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stripe.stop());
  const { url } = stripe;
  const line = { ready: true, url, secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 1;
});
