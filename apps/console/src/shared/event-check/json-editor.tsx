import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { diagnosticCount, lintGutter, setDiagnostics } from '@codemirror/lint';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type KeyBinding,
} from '@codemirror/view';
import { useEffect, useEffectEvent } from 'react';
import { look } from './editor-look.ts';
import { useView } from './use-view.ts';
import type { Fault } from './verdict.ts';

export type JsonEditorProps = {
  label: string;
  /** Id of the element with the description and the error. */
  describedBy: string;
  initial: string;
  onChange: (text: string) => void;
  fault: Fault | null;
  /** Called on Ctrl+Enter or Cmd+Enter. */
  onCheck: () => void;
  /** Called on Escape, to move the focus to the element after the editor. Tab moves the focus too, and inserts no tab. */
  onLeave: () => void;
};

export const JsonEditor = (props: JsonEditorProps) => {
  const { label, describedBy, initial, fault } = props;
  const change = useEffectEvent((text: string) => props.onChange(text));
  const check = useEffectEvent(() => props.onCheck());
  const leave = useEffectEvent(() => props.onLeave());
  const keys: KeyBinding[] = [
    { key: 'Mod-Enter', run: () => (check(), true) },
    // Stops Escape here, because the surrounding dialog closes on Escape.
    { key: 'Escape', stopPropagation: true, run: () => (leave(), true) },
  ];
  const { view, host } = useView(initial, () => [
    lineNumbers(),
    lintGutter(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    json(),
    indentOnInput(),
    bracketMatching(),
    EditorView.lineWrapping,
    keymap.of([...keys, ...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of(({ state }) => ({
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(diagnosticCount(state) > 0),
      spellcheck: 'false',
      tabindex: '0',
    })),
    EditorView.updateListener.of((update) => update.docChanged && change(update.state.doc.toString())),
    look,
  ]);
  const start = fault?.range?.start;
  const end = fault?.range?.end;
  const message = fault?.message;
  useEffect(() => {
    if (!view) return;
    const { length } = view.state.doc;
    const marks =
      start === undefined || end === undefined || message === undefined
        ? []
        : [{ from: Math.min(start, length), to: Math.min(end, length), severity: 'error' as const, message }];
    view.dispatch(setDiagnostics(view.state, marks));
  }, [view, start, end, message]);
  return <div ref={host} />;
};
