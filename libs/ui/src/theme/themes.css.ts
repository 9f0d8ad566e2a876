import { createGlobalTheme, globalStyle } from '@vanilla-extract/css';
import { themes, type ThemeName } from './palettes.ts';
import { color } from './vars.css.ts';

// A script in the page's head sets `data-theme` on the root before the first paint. Any element may override the theme.
const scheme = (name: ThemeName, selector: string) => {
  createGlobalTheme(selector, color, themes[name]);
  globalStyle(selector, { colorScheme: name.startsWith('dark') ? 'dark' : 'light' });
};

scheme('light', ':root, [data-theme="light"]');
scheme('dark', '[data-theme="dark"]');
scheme('light-blue', '[data-theme="light-blue"]');
scheme('dark-blue', '[data-theme="dark-blue"]');
