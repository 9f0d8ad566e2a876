import { json } from '@codemirror/lang-json';
import { getChunks, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent } from 'react';
import { counted, Note, Stack } from '@portico/ui';
import { look } from '../../../shared/event-check/editor-look.ts';
import { useView } from '../../../shared/event-check/use-view.ts';

/** The editor shows 3 unchanged lines around a change, and collapses at least 6 further unchanged lines. */
const CONTEXT_LINES = { margin: 3, minSize: 6 };

export type ChangesProps = {
  original: string;
  corrected: string;
  /** Called on Escape, to return to editing. */
  onLeave: () => void;
};

/** The changes of a correction, line by line. The element is focusable, so that the keyboard can scroll the changes. */
export const Changes = ({ original, corrected, onLeave }: ChangesProps) => {
  const leave = useEffectEvent(onLeave);
  const { view, host } = useView(corrected, () => [
    lineNumbers(),
    json(),
    EditorView.lineWrapping,
    keymap.of([{ key: 'Escape', stopPropagation: true, run: () => (leave(), true) }]),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': 'Changes', 'aria-readonly': 'true', tabindex: '0' }),
    unifiedMergeView({ original, mergeControls: false, collapseUnchanged: CONTEXT_LINES }),
    look,
  ]);
  useEffect(() => view?.focus(), [view]);
  const count = view ? (getChunks(view.state)?.chunks.length ?? 0) : 0;
  const text = original === corrected ? 'You have not changed the event.' : counted(count, 'change');
  return (
    <section aria-label="Changes to the published event">
      <Stack gap={2}>
        <Note>{text}</Note>
        <div ref={host} />
      </Stack>
    </section>
  );
};
