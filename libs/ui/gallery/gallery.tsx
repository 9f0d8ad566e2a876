import { useEffect, useState, type ReactNode } from 'react';
import { Button, themes, ToastRegion } from '../src/index.ts';
import * as styles from './gallery.css.ts';
import { Buttons, Icons } from './sections/basics.tsx';
import { Alerts, EmptyStates, ErrorScreens, Loading, Toasts, Tooltips } from './sections/feedback.tsx';
import { Comboboxes, NumberFields, Selects, Switches, TextAreas, TextFields } from './sections/fields.tsx';
import { Forms } from './sections/forms.tsx';
import { Colours, Typography } from './sections/foundations.tsx';
import { Badges, Meters, ProgressBars, StatusTags } from './sections/indicators.tsx';
import { Choices, Layouts, Screens, Tabs } from './sections/layout.tsx';
import { Filters, Formats, Paginations, SearchBoxes, Tables } from './sections/lists.tsx';
import { Dialogs, Menus, Popovers, ScrollAreas } from './sections/overlays.tsx';
import { Palettes } from './sections/palettes.tsx';

const SECTIONS: readonly [name: string, Section: () => ReactNode][] = [
  ['Colours', Colours],
  ['Typography', Typography],
  ['Button', Buttons],
  ['Icon', Icons],
  ['Status tag', StatusTags],
  ['Badge', Badges],
  ['Meter', Meters],
  ['Progress bar', ProgressBars],
  ['Screen', Screens],
  ['Layout', Layouts],
  ['Tabs', Tabs],
  ['Segments', Choices],
  ['Alert', Alerts],
  ['Toast', Toasts],
  ['Tooltip', Tooltips],
  ['Dialog', Dialogs],
  ['Menu', Menus],
  ['Popover', Popovers],
  ['Palette', Palettes],
  ['Scroll area', ScrollAreas],
  ['Table', Tables],
  ['Pagination', Paginations],
  ['Search box', SearchBoxes],
  ['Filter', Filters],
  ['Text field', TextFields],
  ['Text area', TextAreas],
  ['Number field', NumberFields],
  ['Select', Selects],
  ['Combobox', Comboboxes],
  ['Switch', Switches],
  ['Form', Forms],
  ['Empty state', EmptyStates],
  ['Error screen', ErrorScreens],
  ['Loading', Loading],
  ['Formats', Formats],
];
const NAMES: readonly string[] = Object.keys(themes);
const ALL_THEMES = 'all';

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const readTheme = (): string => new URLSearchParams(window.location.search).get('theme') ?? NAMES[0] ?? ALL_THEMES;

/** The selected theme. Overlays (dialogs, menus, toasts) use the page's theme, or the first theme if all four are shown. */
const useTheme = () => {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme === ALL_THEMES ? NAMES[0] : theme;
    window.history.replaceState(null, '', `?theme=${theme}${window.location.hash}`);
  }, [theme]);
  return { theme, setTheme, shown: NAMES.filter((name) => theme === ALL_THEMES || theme === name) };
};

/** Every component in every state, in one or all themes. `?theme=` selects a theme, and `#component` a component. */
export const Gallery = () => {
  const { theme, setTheme, shown } = useTheme();
  return (
    <div className={styles.page}>
      <nav aria-label="Components" className={styles.side}>
        <p className={styles.brand}>Components</p>
        {SECTIONS.map(([name]) => (
          <a key={name} href={`#${idOf(name)}`} className={styles.entry}>
            {name}
          </a>
        ))}
      </nav>
      <main className={styles.main}>
        <div className={styles.bar}>
          {[...NAMES, ALL_THEMES].map((name) => (
            <Button
              key={name}
              size="sm"
              variant={name === theme ? 'primary' : 'secondary'}
              aria-pressed={name === theme}
              onPress={() => setTheme(name)}
            >
              {name}
            </Button>
          ))}
        </div>
        {SECTIONS.map(([name, Section]) => (
          <section key={name} id={idOf(name)} className={styles.section}>
            <h2 className={styles.title}>{name}</h2>
            <div className={shown.length > 1 ? styles.twoByTwo : styles.themes}>
              {shown.map((each) => (
                <div key={each} data-theme={each} className={styles.theme}>
                  <Section />
                </div>
              ))}
            </div>
          </section>
        ))}
      </main>
      <ToastRegion />
    </div>
  );
};
