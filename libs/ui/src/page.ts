// The styles of the page itself: imported once, by its entry. Components bring theirs along.
import '@fontsource-variable/inter/wght.css';
import './theme/themes.css.ts';
import './theme/global.css.ts';
