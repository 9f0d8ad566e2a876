import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm } from '../form.ts';
import { listenOnLoopback } from '../process/loopback.ts';
import { browserScript } from './browser-script.ts';
import { createVerdicts, type Verdict } from './verdicts.ts';

export { recaptchaToken } from './token.ts';

const HOST = '127.0.0.1';
const SCRIPT_PATH = '/recaptcha/api.js';
const VERIFY_PATH = '/recaptcha/api/siteverify';
const MAX_FORM_LENGTH = 32 * 1024;

export type LocalRecaptcha = {
  siteKey: string;
  secret: string;
  /** URL of the script for browsers. `verifyUrl` verifies the script's tokens. */
  scriptUrl: string;
  verifyUrl: string;
  stop: () => Promise<void>;
};

const handler =
  (siteKey: string, judge: (form: URLSearchParams) => Verdict) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${HOST}`);
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body);
    if (request.method === 'GET' && pathname === SCRIPT_PATH) {
      if (searchParams.get('render') !== siteKey) return void answer(400, 'text/plain', 'Invalid site key\n');
      return void answer(200, 'text/javascript', browserScript(siteKey, searchParams.get('onload')));
    }
    if (request.method === 'POST' && pathname === VERIFY_PATH) {
      return void answer(200, 'application/json', JSON.stringify(judge(await readForm(request, MAX_FORM_LENGTH))));
    }
    answer(404, 'text/plain', 'Not found\n');
  };

/**
 * Starts a stand-in for reCAPTCHA v3 on this machine. Pages load its script and get tokens as they do from Google. `siteverify`
 * verifies them. Every visitor counts as a person. `recaptchaToken` creates tokens with other scores.
 */
export const startRecaptcha = async (): Promise<LocalRecaptcha> => {
  const siteKey = `local_${randomBytes(12).toString('base64url')}`;
  const secret = randomBytes(24).toString('base64url');
  const handle = handler(siteKey, createVerdicts(secret));
  const { port, serve, close } = await listenOnLoopback(0, HOST);
  serve((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const url = `http://${HOST}:${port}`;
  return {
    siteKey,
    secret,
    scriptUrl: `${url}${SCRIPT_PATH}`,
    verifyUrl: `${url}${VERIFY_PATH}`,
    stop: close,
  };
};
