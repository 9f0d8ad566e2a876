import { lazyPart, Skeleton } from '@portico/ui';

/** Loads the editor when it is first shown, because it is larger than any page. */
export const JsonEditor = lazyPart(
  async () => (await import('./json-editor.tsx')).JsonEditor,
  <Skeleton height="12rem" />,
);
