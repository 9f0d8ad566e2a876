import { style } from '@vanilla-extract/css';
import { vars } from '@portico/ui/styles';

/** Its text begins where the heading begins. */
export const back = style({ justifySelf: 'start', marginInlineStart: `calc(-1 * ${vars.space[3]})` });
