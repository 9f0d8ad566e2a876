import { lazyPart, Skeleton } from '@portico/ui';

/** Loads the editor's code when a screen first shows the editor, because the editor has more code than any page. */
export const JsonEditor = lazyPart(
  async () => (await import('./json-editor.tsx')).JsonEditor,
  <Skeleton height="12rem" />,
);
