import { Writable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { Logger as NestLogger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger, LoggerModule } from 'nestjs-pino';
import { requestLogOptions } from './http/request-log.ts';

const lines: unknown[] = [];
const stream = new Writable({
  write: (chunk: Buffer, _, done) => {
    lines.push(JSON.parse(String(chunk)));
    done();
  },
});
const options = requestLogOptions('orgs', {
  HOST: '127.0.0.1',
  PORT: 0,
  LOG_LEVEL: 'info',
  DRAIN_SECONDS: 0,
  IDENTITY_URL: 'http://localhost',
});

@Module({ imports: [LoggerModule.forRoot({ pinoHttp: [options, stream] })] })
class LoggedModule {}

it('a log line contains the given fields as JSON fields, the text as msg and the class name as context', async () => {
  const app = await NestFactory.createApplicationContext(LoggedModule, { bufferLogs: true });
  app.useLogger(app.get(Logger));
  lines.length = 0;
  const logger = new NestLogger('Relay');
  logger.warn({ attempt: 3, error: 'Error: no leader' }, 'outbox relay failed, retrying');
  logger.error(new TypeError('a defect'));
  expect(lines).toMatchObject([
    { level: 40, context: 'Relay', attempt: 3, error: 'Error: no leader', msg: 'outbox relay failed, retrying' },
    { level: 50, context: 'Relay', err: { type: 'TypeError', message: 'a defect', stack: expect.any(String) } },
  ]);
  await app.close();
});
