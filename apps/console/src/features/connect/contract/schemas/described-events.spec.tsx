import { EditorView } from '@codemirror/view';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventSchema } from '@portico/contracts/http/event-schemas';
import { schemaOf } from '../../../../testing/connect.ts';
import { refusalOf } from '../../../../testing/refusal.ts';
import { bodyOf, part, showConnect } from '../../../../testing/render-connect.tsx';

// The editor measures text, but jsdom has no layout.
beforeAll(() => {
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

const described = () => part('Described events');
const dialog = async () => within(await screen.findByRole('dialog'));
const write = async (text: string) => {
  const view = EditorView.findFromDOM(await (await dialog()).findByLabelText('JSON Schema of the details'));
  await act(async () => view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
};
const save = async () => userEvent.click((await dialog()).getByRole('button', { name: 'Save' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

const show = (rows: EventSchema[]) => {
  const list = () => ({ data: rows, count: rows.length });
  const put =
    (name: string) =>
    (_: URL, request: RequestInit): unknown => {
      const schema = bodyOf(request) as EventSchema['schema'];
      if (schema.type === 'strng')
        return refusalOf(400, 'validation_failed', 'type is wrong', [{ pointer: '/type', message: 'type is wrong' }]);
      const saved = schemaOf(name, schema);
      rows.splice(0, rows.length, ...rows.filter(({ event_name }) => event_name !== name), saved);
      return saved;
    };
  return showConnect({}, [], {
    'GET /integrations/3/schemas': list,
    'PUT /integrations/3/schemas/payrun.completed': put('payrun.completed'),
    'PUT /integrations/3/schemas/pay%2Frun%20%25': put('pay/run %'),
    'DELETE /integrations/3/schemas': ({ searchParams }) => {
      rows.splice(0, rows.length, ...rows.filter(({ event_name }) => event_name !== searchParams.get('event')));
      return new Response(null, { status: 204 });
    },
  });
};

describe('the described events of an integration', () => {
  it('show a message if no event has a schema', async () => {
    show([]);
    expect(await (await described()).findByText('No event has a schema yet.')).toBeTruthy();
  });

  it('accept a new event with any name once its schema is valid', async () => {
    const rows: EventSchema[] = [];
    show(rows);
    await userEvent.click(await (await described()).findByRole('button', { name: 'Describe an event' }));
    await userEvent.type(await (await dialog()).findByLabelText('Event name'), 'pay/run %');
    await write('{\n  "type": "strng"\n}');
    await save();
    expect(await (await dialog()).findByText('Line 2, column 11: type is wrong')).toBeTruthy();
    await write('[]');
    expect(await (await dialog()).findByText(/The schema should be an object/)).toBeTruthy();
    expect((await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await write('{"type": "object"}');
    await save();
    await closed();
    expect(await (await described()).findByText('pay/run %')).toBeTruthy();
    expect(rows).toMatchObject([{ event_name: 'pay/run %', schema: { type: 'object' } }]);
  });

  it('reject a name that would change the URL path, and explain why', async () => {
    const rows: EventSchema[] = [];
    show(rows);
    await userEvent.click(await (await described()).findByRole('button', { name: 'Describe an event' }));
    await userEvent.type(await (await dialog()).findByLabelText('Event name'), '..');
    await save();
    expect(await (await dialog()).findByText(/Event should not contain the path segment \. or \.\./)).toBeTruthy();
    expect(rows).toEqual([]);
  });

  it('have one schema per name, which can be edited', async () => {
    const rows = [schemaOf('payrun.completed', { required: ['amount'] })];
    show(rows);
    await userEvent.click(await (await described()).findByRole('button', { name: 'Describe an event' }));
    await userEvent.type(await (await dialog()).findByLabelText('Event name'), 'payrun.completed');
    expect(await (await dialog()).findByText('This event already has a schema')).toBeTruthy();
    expect((await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await closed();
    await userEvent.click((await described()).getByRole('button', { name: 'Edit the schema of payrun.completed' }));
    const editor = await (await dialog()).findByLabelText('JSON Schema of the details');
    expect(JSON.parse(EditorView.findFromDOM(editor)?.state.doc.toString() ?? '')).toEqual({ required: ['amount'] });
    await write('{"required": ["total"]}');
    await save();
    await closed();
    expect(rows).toMatchObject([{ schema: { required: ['total'] } }]);
  });

  it.each(['payrun.completed', '..', 'pay/run %'])('lose the schema of %s only after a confirmation', async (name) => {
    show([schemaOf(name)]);
    await userEvent.click(await (await described()).findByRole('button', { name: `Remove the schema of ${name}` }));
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Remove' }));
    expect(await (await described()).findByText('No event has a schema yet.')).toBeTruthy();
  });
});
