// Styles of this library that screens use in their own styles.
export { besideField } from './field/field.css.ts';
export { rowActions } from './theme/row-actions.css.ts';
export {
  bareButton,
  chevron,
  chooser,
  chosen,
  floating,
  iconButton,
  medallion,
  surface,
  textLink,
} from './theme/surface.css.ts';
export { breakpoint, media, oneLine, vars } from './theme/vars.css.ts';
export { visuallyHidden } from './theme/visually-hidden.css.ts';
