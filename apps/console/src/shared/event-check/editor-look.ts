import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { color, font, radius, space, text, weight } from './editor-vars.css.ts';

const frame = EditorView.theme({
  '&': {
    border: `1px solid ${color.borderStrong}`,
    borderRadius: radius.md,
    background: color.sunken,
    color: color.text,
    fontSize: text.sm,
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: `2px solid ${color.focus}`, outlineOffset: '-1px' },
  '.cm-scroller': { maxHeight: 'max(18rem, 55dvh)', overflow: 'auto', fontFamily: font.mono, lineHeight: '1.6' },
  '.cm-content': { padding: `${space[2]} 0`, caretColor: color.text },
  '.cm-gutters': { background: color.sunken, color: color.textSubtle, borderRight: `1px solid ${color.border}` },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { background: color.hover },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { background: color.primarySoft, outline: 'none' },
  '.cm-lintRange-error': {
    background: color.dangerSoft,
    backgroundImage: 'none',
    color: color.danger,
    textDecoration: `underline wavy ${color.danger}`,
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintRange-error *': { color: color.danger },
  '.cm-lintPoint-error::after': { borderBottomColor: color.danger },
  '.cm-tooltip': {
    maxWidth: 'min(32rem, 90vw)',
    border: `1px solid ${color.border}`,
    borderRadius: radius.md,
    background: color.raised,
    color: color.text,
    fontFamily: font.sans,
  },
  '.cm-diagnostic-error': { borderLeft: `3px solid ${color.danger}`, padding: space[2] },
  '.cm-changedLine': { background: color.successSoft },
  '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText': {
    background: 'none',
    color: color.success,
    textDecoration: 'underline',
    fontWeight: weight.semibold,
  },
  '.cm-deletedChunk': { background: color.dangerSoft, paddingLeft: '6px' },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'none',
    color: color.danger,
    textDecoration: 'line-through',
    fontWeight: weight.semibold,
  },
  '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '.cm-collapsedLines': { background: color.hover, color: color.textMuted },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋯"' },
});

const words = HighlightStyle.define([
  { tag: tags.propertyName, color: color.primaryText },
  { tag: [tags.number, tags.bool], color: color.warning },
  { tag: tags.null, color: color.textSubtle },
]);

/** The colours are the theme's custom properties, so that the editor matches every theme. */
export const look: Extension = [frame, syntaxHighlighting(words)];
