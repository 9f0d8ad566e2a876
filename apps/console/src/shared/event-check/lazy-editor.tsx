import { lazyPart, Skeleton } from '@portico/ui';

/** The editor, which is larger than any page around it, is fetched when it is first shown. */
export const JsonEditor = lazyPart(
  async () => (await import('./json-editor.tsx')).JsonEditor,
  <Skeleton height="12rem" />,
);
