import { parseArgs } from 'node:util';
import { kafkaClient, withAdmin } from '@portico/kafka';
import { readConfig } from '@portico/service';
import { COMMAND_RETRIES, recordCommand } from './audit/record-command.ts';
import { EngineConfig } from './config.ts';
import { publishQuarantined } from './quarantine/quarantined.ts';

/** `events.js skip <topic>/<partition>/<offset>` makes the events service reject a record without decoding it. */
export async function runSkip(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [, topic = '', partition = '', offset = ''] =
    /^([\w.-]+)\/(\d{1,6})\/(\d{1,16})$/.exec(positionals[0] ?? '') ?? [];
  if (topic === '' || positionals.length > 1) throw new Error('name one record as <topic>/<partition>/<offset>');
  const config = readConfig('events', EngineConfig);
  const kafka = kafkaClient(config, 'events-skip', COMMAND_RETRIES);
  const record = { topic, partition: Number(partition), offset: Number(offset) };
  await checkExists(kafka, record);
  await recordCommand(kafka, 'skip', positionals[0] ?? '');
  await publishQuarantined(kafka, {
    ...record,
    reason: 'an operator skipped this record',
    at: new Date().toISOString(),
  });
  console.log(`${positionals[0]} will be rejected without decoding after the events service restarts`);
}

async function checkExists(
  kafka: ReturnType<typeof kafkaClient>,
  { topic, partition, offset }: { topic: string; partition: number; offset: number },
): Promise<void> {
  const ranges = await withAdmin(kafka, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata();
    return topics.some(({ name }) => name === topic) ? admin.fetchTopicOffsets(topic) : [];
  });
  const range = ranges.find((one) => one.partition === partition);
  if (!range) throw new Error(`there is no partition ${partition} of ${topic}`);
  if (offset < Number(range.low) || offset >= Number(range.high))
    throw new Error(`${topic}/${partition} holds the offsets ${range.low} to ${Number(range.high) - 1}`);
}
