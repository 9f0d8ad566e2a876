import { json } from '@codemirror/lang-json';
import { getChunks, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent } from 'react';
import { counted } from '@portico/ui';
import { look } from '../../../shared/event-check/editor-look.ts';
import { useView } from '../../../shared/event-check/use-view.ts';
import * as styles from './correction.css.ts';

/** Shows 3 unchanged lines around a change. Collapses longer runs of at least 6 unchanged lines. */
const CONTEXT_LINES = { margin: 3, minSize: 6 };

export type ChangesProps = {
  original: string;
  corrected: string;
  /** Called on Escape, to return to editing. */
  onLeave: () => void;
};

/** The changes of the correction, line by line. The element is focusable, so that the keyboard can scroll the changes. */
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
    <section className={styles.changes} aria-label="Changes to the published event">
      <p className={styles.note}>{text}</p>
      <div ref={host} />
    </section>
  );
};
