import { style, styleVariants } from '@vanilla-extract/css';
import { look as badge } from '../badge/badge.css.ts';

const tag = style({ height: '1.5rem', lineHeight: 'inherit' });

export const look = styleVariants({
  failure: [badge.danger, tag],
  success: [badge.success, tag],
  plain: [badge.neutral, tag],
});
