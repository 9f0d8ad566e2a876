import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import kafkajs from 'kafkajs';
import '../client.ts';

/** Runs a script in a separate process, where kafkajs is not patched, and returns the script's output. */
const unpatched = (script: string): string =>
  execFileSync(process.execPath, ['-e', script], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();

const options = {
  requestTimeout: 1_000,
  enforceRequestTimeout: false,
  clientId: 'test',
  broker: 'b',
  logger: { debug() {} },
};

describe('an idle connection of kafkajs', () => {
  it('starts no timer', () => {
    const queue = new RequestQueue(options);
    queue.checkPendingRequests();
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('starts a timer for a request that has to wait', async () => {
    const queue = new RequestQueue({ ...options, maxInFlightRequests: 1 });
    queue.pending.push({ send() {}, expectResponse: true });
    queue.scheduleCheckPendingRequests();
    expect(queue.throttleCheckTimeoutId).not.toBeNull();
    while (queue.throttleCheckTimeoutId !== null) await sleep(5);
    expect(queue.pending).toEqual([]);
    queue.destroy();
  });
});

describe('a request that no broker answers', () => {
  it('times out', async () => {
    const queue = new RequestQueue({ ...options, enforceRequestTimeout: true, requestTimeout: 20 });
    const timedOut = new Promise((resolve) => {
      const timeoutRequest = (): void => {
        queue.inflight.clear();
        resolve('timed out');
      };
      queue.inflight.set(1, { sentAt: Date.now(), requestTimeout: 20, timeoutRequest });
    });
    queue.scheduleRequestTimeoutCheck();
    expect(await timedOut).toBe('timed out');
    queue.destroy();
  });
});

describe('kafkajs without the patches', () => {
  it('starts timers forever on an idle connection (#1556, #1704)', () => {
    const script = `
      const Queue = require('kafkajs/src/network/requestQueue');
      const queue = new Queue({ requestTimeout: 1000, clientId: 't', broker: 'b', logger: { debug() {} } });
      let checks = 0;
      const { checkPendingRequests } = queue;
      queue.checkPendingRequests = function () { checks += 1; if (checks < 20) checkPendingRequests.call(this); };
      process.emitWarning = () => {};
      queue.checkPendingRequests();
      process.on('exit', () => console.log(checks));`;
    expect(unpatched(script)).toBe('20');
  });

  it('checks for timed-out requests ten times per second', () => {
    const script = `
      const text = require('node:fs').readFileSync(require.resolve('kafkajs/src/network/requestQueue'), 'utf8');
      console.log(text.includes('Math.min(this.requestTimeout, 100)'));`;
    expect(unpatched(script)).toBe('true');
  });

  it('cannot write a header without a value, although it can read one (#1789)', () => {
    const script = `
      const encode = require('kafkajs/src/protocol/recordBatch/record/v0');
      try { encode({ value: 'v', headers: { x: null } }); console.log('written'); } catch (error) { console.log(error.name); }`;
    expect(unpatched(script)).toBe('TypeError');
  });

  it('copies all headers for each header that it merges', () => {
    const script = `
      const text = require('node:fs').readFileSync(require.resolve('kafkajs/src/protocol/recordBatch/record/v0/decoder'), 'utf8');
      console.log(text.includes('...obj'));`;
    expect(unpatched(script)).toBe('true');
  });

  it('allocates memory for as many records as a batch claims', () => {
    const script = `
      const text = require('node:fs').readFileSync(require.resolve('kafkajs/src/protocol/recordBatch/v0/decoder'), 'utf8');
      console.log(text.includes('new Array(length)'));`;
    expect(unpatched(script)).toBe('true');
  });

  it('supports only gzip', () => {
    const script = `
      const { CompressionCodecs } = require('kafkajs');
      try { CompressionCodecs[4](); console.log('zstd'); } catch (error) { console.log(error.name); }`;
    expect(unpatched(script)).toBe('KafkaJSNotImplemented');
  });

  it('gives up when a connection is lost during sign-on', () => {
    const script = `
      const { KafkaJSSASLAuthenticationError: Refused } = require('kafkajs');
      console.log(new Refused('SASL PLAIN authentication failed: Closed connection').retriable);`;
    expect(unpatched(script)).toBe('false');
    const error: unknown = Reflect.construct(kafkajs.KafkaJSSASLAuthenticationError, [
      'PLAIN authentication failed: Closed connection',
    ]);
    expect(error).toMatchObject({ retriable: true });
  });
});
