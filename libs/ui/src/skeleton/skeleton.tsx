import { bone } from './skeleton.css.ts';

/** A placeholder for loading text. It is hidden from screen readers, so callers announce the loading elsewhere. */
export const Skeleton = ({ width = '100%', height }: { width?: string; height?: string }) => (
  <span aria-hidden className={bone} style={{ width, ...(height !== undefined && { height }) }} />
);
