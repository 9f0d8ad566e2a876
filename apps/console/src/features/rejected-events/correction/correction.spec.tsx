import { EditorView } from '@codemirror/view';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusalOf } from '../../../testing/refusal.ts';
import { bodyOf, contentOf, EVENT, openRejected, showRejected } from '../../../testing/render-rejected.tsx';
import { rejectedOf } from '../../../testing/rejected-event.ts';

type Dialog = Awaited<ReturnType<typeof openRejected>>;

const GET = 'GET /events/rejected/0-1-1767225600000';
const PUBLISH = 'POST /events/rejected/0-1-1767225600000/publish';

// jsdom has no layout, so the editor needs replacements for its measurements.
beforeAll(() => {
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

const viewOf = (content: HTMLElement): EditorView => {
  const view = EditorView.findFromDOM(content);
  if (!view) throw new Error('there is no editor');
  return view;
};
const correct = async (): Promise<{ dialog: Dialog; editor: HTMLElement; write: (text: string) => Promise<void> }> => {
  const dialog = await openRejected();
  await userEvent.click(await dialog.findByRole('button', { name: 'Correct event' }));
  const editor = await dialog.findByLabelText('Corrected event');
  const write = (text: string) =>
    act(async () => {
      const { state } = viewOf(editor);
      viewOf(editor).dispatch({ changes: { from: 0, to: state.doc.length, insert: text } });
    });
  return { dialog, editor, write };
};
const textOf = (editor: HTMLElement): string => viewOf(editor).state.doc.toString();
const marked = (editor: HTMLElement): string =>
  [...editor.querySelectorAll('.cm-lintRange-error')].map(({ textContent }) => textContent).join('');

describe('the correction of a rejected event', () => {
  it('marks the rejected value in the editor, and later errors from validation and the parser', async () => {
    const rejection = { code: 'invalid_field', reason: 'should be 32 hex digits', pointer: '/trace_id' };
    showRejected({ 'POST /events/validate': () => ({ accepted: false, rejection }) });
    const { dialog, editor, write } = await correct();
    expect(JSON.parse(textOf(editor))).toEqual(EVENT);
    await waitFor(() => expect(marked(editor)).toBe('"PERHAPS"'));
    expect(dialog.getByText('Line 8, column 13: /result result should be SUCCESS or FAILURE')).toBeTruthy();

    await userEvent.click(dialog.getByText('Check'));
    expect(await dialog.findByText('Line 10, column 15: /trace_id should be 32 hex digits')).toBeTruthy();
    expect(marked(editor)).toBe(JSON.stringify(EVENT.trace_id));
    expect(editor.getAttribute('aria-invalid')).toBe('true');

    await write('{"id":\n  nonsense}');
    expect(dialog.getByText('Line 2, column 3: This is not valid JSON')).toBeTruthy();
    expect(dialog.getByText<HTMLButtonElement>('Review changes').disabled).toBe(true);
  });

  it('shows the changes once the server would accept the event, and publishes the event', async () => {
    const sent: unknown[] = [];
    showRejected({
      'POST /events/validate': (_, request) => ({ accepted: true, event: bodyOf(request) }),
      [PUBLISH]: (_, request) => {
        sent.push(bodyOf(request));
        return { event_id: 'evt-1', position: { partition: 0, offset: 9 } };
      },
    });
    const { dialog, editor, write } = await correct();
    const corrected = JSON.stringify({ ...EVENT, result: 'SUCCESS' }, null, 2);
    await write(corrected);
    expect(marked(editor)).toBe('');
    await userEvent.click(dialog.getByText('Review changes'));
    expect(await dialog.findByText('This event would be accepted')).toBeTruthy();
    const changes = await dialog.findByLabelText('Changes');
    expect(changes.querySelector('.cm-deletedChunk')?.textContent).toContain('PERHAPS');
    expect(changes.querySelector('.cm-changedLine')?.textContent).toContain('SUCCESS');
    expect(dialog.getByText('1 change')).toBeTruthy();
    expect(document.activeElement).toBe(changes);

    await userEvent.click(dialog.getByText('Publish again'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await screen.findAllByText('Event published!')).length).toBe(1);
    expect(sent).toEqual([{ value: corrected }]);
  });

  it('returns to the editor and marks the error if the server rejects publishing', async () => {
    const message = 'The id should stay evt-1';
    showRejected({
      'POST /events/validate': (_, request) => ({
        accepted: true,
        event: { ...(bodyOf(request) as object), result: 'SUCCESS' },
      }),
      [PUBLISH]: () => refusalOf(400, 'validation_failed', message, [{ pointer: '/id', message }]),
    });
    const { dialog, editor } = await correct();
    await userEvent.click(dialog.getByText('Review changes'));
    expect(await dialog.findByText('You have not changed the event.')).toBeTruthy();
    await userEvent.click(dialog.getByText('Publish again'));
    expect(await dialog.findByText(`Line 2, column 9: /id ${message}`)).toBeTruthy();
    expect(marked(editor)).toBe('"evt-1"');
    expect((await screen.findAllByText('Error publishing event')).length).toBe(1);
  });

  it('leaves the editor with Tab or Escape, and keeps the dialog open', async () => {
    showRejected();
    const { dialog, editor } = await correct();
    act(() => editor.focus());
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Check' }));
    act(() => editor.focus());
    await userEvent.tab();
    expect(document.activeElement).not.toBe(editor);
    expect(textOf(editor)).not.toContain('\t');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('asks before discarding a changed correction', async () => {
    showRejected();
    const { dialog, editor, write } = await correct();
    await write(textOf(editor).replace('PERHAPS', 'SUCCESS'));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(dialog.getByText('The correction has not been published.').closest('[role=alert]')).not.toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.queryByText('The correction has not been published.')).toBeNull();
    expect(textOf(editor)).toContain('SUCCESS');
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Discard correction' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('preserves numbers that a parser would round', async () => {
    const value = '{"id":"evt-1","details":{"message":"x","exact":12345678901234567890.10}}';
    showRejected({ [GET]: () => contentOf(rejectedOf(1), { value }) });
    const { editor } = await correct();
    expect(textOf(editor)).toContain('"exact": 12345678901234567890.10');
  });
});
