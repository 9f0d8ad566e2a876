// What a screen's own styles are made of.
export { breakpoint, media, vars } from './theme/vars.css.ts';
export { visuallyHidden } from './theme/visually-hidden.css.ts';
