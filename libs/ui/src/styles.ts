// What the styles of screens are built from.
export { besideField } from './field/field.css.ts';
export { rowActions } from './theme/row-actions.css.ts';
export { chevron, chooser, chosen, floating, medallion, surface } from './theme/surface.css.ts';
export { breakpoint, media, vars } from './theme/vars.css.ts';
export { visuallyHidden } from './theme/visually-hidden.css.ts';
