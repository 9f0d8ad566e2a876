import { EditorView } from '@codemirror/view';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bodyOf, part, showConnect } from '../../../testing/render-connect.tsx';

// jsdom measures nothing.
beforeAll(() => {
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

describe('an event to be checked', () => {
  it('begins with an example of the integration, and gets its verdict with the place of the fault', async () => {
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
