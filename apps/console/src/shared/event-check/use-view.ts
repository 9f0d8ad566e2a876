import { type Extension, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useState } from 'react';

/** Reads `doc` and `extensions` only once. */
export const useView = (doc: string, extensions: () => Extension) => {
  const [view, setView] = useState<EditorView | null>(null);
  const [host] = useState(() => (parent: Element | null) => {
    if (!parent) return undefined;
    const created = new EditorView({ parent, state: EditorState.create({ doc, extensions: extensions() }) });
    setView(created);
    return () => created.destroy();
  });
  return { view, host };
};
