#!/usr/bin/env node
// Starts firefox-esr for playwright-core over WebDriver BiDi, and answers the only command that this release lacks: colour scheme
// emulation, which no Firefox test needs.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const READY = /WebDriver BiDi listening on (ws:\S+)/;

const firefox = spawn('firefox-esr', process.argv.slice(2), { stdio: ['pipe', 'inherit', 'pipe'] });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill());
firefox.on('exit', (code) => process.exit(code ?? 0));

/** @param {string} url of Firefox */
const relay = (url) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (client, request) => {
    const browser = new WebSocket(url + (request.url ?? ''));
    /** @type {string[]} */
    const waiting = [];
    client.on('message', (/** @type {Buffer} */ data) => {
      const text = data.toString('utf8');
      const { id, method } = JSON.parse(text);
      if (method === UNKNOWN) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(text);
      else waiting.push(text);
    });
    browser.on('open', () => {
      for (const text of waiting.splice(0)) browser.send(text);
    });
    browser.on('message', (/** @type {Buffer} */ data) => client.send(data.toString('utf8')));
    browser.on('close', () => client.close());
    client.on('close', () => browser.close());
  });
  server.on('listening', () => {
    const address = server.address();
    if (typeof address === 'object') console.error(`WebDriver BiDi listening on ws://127.0.0.1:${address?.port}`);
  });
};

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const url = READY.exec(line)?.[1];
  if (url === undefined) console.error(line);
  else relay(url);
});
