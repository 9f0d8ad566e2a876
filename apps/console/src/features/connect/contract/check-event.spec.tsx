import { EditorView } from '@codemirror/view';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { JsonSchema } from '@portico/contracts/http/event-schemas';
import { schemaOf } from '../../../testing/connect.ts';
import { bodyOf, part, showConnect } from '../../../testing/render-connect.tsx';
import { misfitsOf } from './advice/misfits.ts';

// The editor measures text, but jsdom has no layout.
beforeAll(() => {
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

/** A fake worker that runs the worker's code in the page. */
class WorkerHere extends EventTarget {
  postMessage({ schema, details }: { schema: JsonSchema; details: unknown }) {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: misfitsOf(schema, details) })));
  }
  terminate() {}
}
const realWorker = globalThis.Worker;
afterEach(() => {
  globalThis.Worker = realWorker;
});

/** Validates the example event of an integration with this schema. */
const checkWith = async (schema: JsonSchema, accepted: boolean, name = 'example.started') => {
  globalThis.Worker = WorkerHere as unknown as typeof Worker;
  const rejection = { code: 'invalid_field', pointer: '/id', reason: 'should be another' };
  showConnect({}, [], {
    'GET /integrations/3/schemas': () => ({ data: [schemaOf(name, schema)], count: 1 }),
    'POST /events/validate': (_, request) => {
      const event = { ...(bodyOf(request) as object), trace_id: 'a'.repeat(32) };
      return accepted ? { accepted, event } : { accepted, rejection };
    },
  });
  const contract = await part('What an event looks like');
  await userEvent.click(contract.getByRole('button', { name: 'Check an event' }));
  await contract.findByLabelText('Event to check');
  await userEvent.click(contract.getByRole('button', { name: 'Check' }));
  return contract;
};
const AMOUNT = { required: ['amount'], properties: { message: { type: 'number' } } };
const ADVICE = 'Advice: the details do not fit the schema of example.started';

describe('the schema of a validated event', () => {
  it('adds advice if the event would be accepted', async () => {
    const contract = await checkWith(AMOUNT, true);
    expect(await contract.findByText(ADVICE)).toBeTruthy();
    expect(contract.getByText('This event would be accepted')).toBeTruthy();
    expect(contract.getByText(/^Line \d+, column 14: \/details Instance does not have .*"amount"/)).toBeTruthy();
    expect(contract.getByText(/^Line \d+, column 16: \/details\/message Instance type "string"/)).toBeTruthy();
  });

  it('adds advice to a rejection that the details did not cause', async () => {
    const contract = await checkWith(AMOUNT, false);
    expect(await contract.findByText(ADVICE)).toBeTruthy();
    expect(contract.getByText('Line 2, column 9: /id should be another')).toBeTruthy();
  });

  it('is named if the details match', async () => {
    const contract = await checkWith({ required: ['message'] }, true);
    expect(await contract.findByText('The details fit the schema of example.started')).toBeTruthy();
  });

  it('is ignored if the event has another name', async () => {
    const contract = await checkWith(AMOUNT, true, 'example.started.other');
    expect(await contract.findByText('This event would be accepted')).toBeTruthy();
    expect(contract.queryByText(/schema of example/)).toBeNull();
  });
});

describe('an event to validate', () => {
  it('starts as an example of the integration, and gets a result with the position of the error', async () => {
    const sent: unknown[] = [];
    let isAccepted = false;
    showConnect({}, [], {
      'POST /events/validate': (_, request) => {
        sent.push(bodyOf(request));
        const rejection = { code: 'invalid_field', pointer: '/id', reason: 'should be another' };
        return isAccepted ? { accepted: true, event: bodyOf(request) } : { accepted: false, rejection };
      },
    });
    const contract = await part('What an event looks like');
    await userEvent.click(contract.getByRole('button', { name: 'Check an event' }));
    const editor = await contract.findByLabelText('Event to check');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Check an event' }));
    await userEvent.click(contract.getByRole('button', { name: 'Check' }));
    expect(await contract.findByText('Line 2, column 9: /id should be another')).toBeTruthy();
    expect(sent).toMatchObject([{ source_id: 3, organization_id: 4 }]);

    const view = EditorView.findFromDOM(editor);
    await act(async () => view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: '{"id":' } }));
    expect(contract.getByRole<HTMLButtonElement>('button', { name: 'Check' }).disabled).toBe(true);
    await act(async () => view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: '{}' } }));
    isAccepted = true;
    const whole = { ...(sent[0] as object), trace_id: 'a'.repeat(32) };
    await act(async () =>
      view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: JSON.stringify(whole) } }),
    );
    await userEvent.click(contract.getByRole('button', { name: 'Check' }));
    expect(await contract.findByText('This event would be accepted')).toBeTruthy();
  });
});
