import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeBotCheck } from './fake-bot-check.ts';
import { CONFIG } from './fixtures.ts';
import type { Answer } from './fake-network.ts';
import { renderConsole } from './render-console.tsx';

/** A bot check that accepts every visitor. */
export const botCheck = createFakeBotCheck('https://check.test/api.js');

/** A rejection with one or several messages. */
export const refused = (code: string, message: unknown, faults: unknown[] = []) =>
  Response.json({ type: 'about:blank', title: 'x', status: 400, code, message, faults }, { status: 400 });

/** Renders a public page, and records the forms that the API accepts. */
export const renderPublicForm = (
  path: string,
  api: Record<string, Answer> = {},
  recaptcha: unknown = botCheck.settings,
) => {
  const sent: { proof: string | null; authorization: string | null; body: unknown }[] = [];
  const create: Answer = (_, { headers, body }) => {
    const requestHeaders = new Headers(headers);
    const form: { usertype: string } = JSON.parse(typeof body === 'string' ? body : '');
    sent.push({
      proof: requestHeaders.get('x-recaptcha-proof'),
      authorization: requestHeaders.get('authorization'),
      body: form,
    });
    return Response.json({ ...form, usertype: form.usertype.toUpperCase() }, { status: 201 });
  };
  const answers = {
    'GET /config': () => ({ ...CONFIG, recaptcha }),
    'POST /recaptcha': () => Response.json({ success: true, score: 0.9, proof: 'a proof' }, { status: 201 }),
    'POST /users': create,
    ...api,
  };
  return { ...renderConsole({ path, api: answers }), sent };
};

export const fill = async (field: string, text: string) => {
  await userEvent.clear(await screen.findByLabelText(field));
  await userEvent.paste(text);
};
export const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));
/** Waits for a toast. Toasts of earlier tests may still be present. */
export const toasted = async (title: string, text: string) => {
  await screen.findAllByText(title);
  await screen.findAllByText(text);
};
