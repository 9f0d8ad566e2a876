import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

/** A button that leads back. Its text is aligned with the heading. */
export const back = style({ justifySelf: 'start', marginInlineStart: `calc(-1 * ${vars.space[3]})` });
