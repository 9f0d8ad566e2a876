import { bone } from './skeleton.css.ts';

/** Stands where text will be; say elsewhere, to screen readers, that it is loading. */
export const Skeleton = ({ width = '100%', height }: { width?: string; height?: string }) => (
  <span aria-hidden className={bone} style={{ width, ...(height !== undefined && { height }) }} />
);
