// The chosen theme, or the system's, before the first paint. See src/app/theme/theme-choice.ts.
{
  const KEY = 'portico_theme';
  const COLORS = { light: '#ffffff', dark: '#10191c', 'light-blue': '#ffffff', 'dark-blue': '#101726' };
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const apply = () => {
    const choice = chosen() ?? '';
    const theme = Object.hasOwn(COLORS, choice) ? choice : system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    const said = { 'theme-color': COLORS[theme], 'color-scheme': theme.startsWith('dark') ? 'dark' : 'light' };
    for (const [name, content] of Object.entries(said))
      document.querySelector(`meta[name=${name}]`)?.setAttribute('content', content);
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', (event) => (event.key === KEY || event.key === null) && apply());
}
