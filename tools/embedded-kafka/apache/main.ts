// `npm run node -- tools/embedded-kafka/apache/main.ts` runs one Apache Kafka until Ctrl-C. With --check it starts no broker and
// exits with 0 if Apache Kafka can run on this machine.
import { parseArgs } from 'node:util';
import { ApacheKafkaUnavailable, findInstallation, startApacheKafka } from './index.ts';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    'data-dir': { type: 'string', default: '.apache-kafka' },
    port: { type: 'string', default: process.env['KAFKA_PORT'] ?? '9092' },
  },
});

try {
  if (values.check) {
    await findInstallation();
  } else {
    const kafka = await startApacheKafka({ dataDir: values['data-dir'], port: Number(values.port) });
    console.log(`Apache Kafka is ready at ${kafka.brokers}. Ctrl-C ends it.`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void kafka.stop().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(error instanceof ApacheKafkaUnavailable ? error.message : error);
  process.exitCode = 1;
}
