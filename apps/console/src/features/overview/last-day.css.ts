import { style } from '@vanilla-extract/css';
import { media, oneLine, vars } from '@portico/ui/styles';

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 12rem) minmax(0, 1fr) 5.5rem',
  alignItems: 'center',
  gap: `${vars.space[1]} ${vars.space[3]}`,
  '@media': { [media.belowDrawer]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
});
export const name = style({ ...oneLine, color: vars.color.text });
/** On narrow screens, the bar is below the name. */
export const bar = style({
  display: 'flex',
  gap: '2px',
  height: '1.25rem',
  '@media': { [media.belowDrawer]: { gridColumn: '1 / -1', order: 1 } },
});
export const hour = style({
  flex: 1,
  borderRadius: '2px',
  background: vars.color.sunken,
  boxShadow: `inset 0 0 0 1px ${vars.color.border}`,
  selectors: {
    '&[data-state=good]': { background: vars.color.success, boxShadow: 'none' },
    '&[data-state=some]': { background: vars.color.warning, boxShadow: 'none' },
    '&[data-state=bad]': { background: vars.color.danger, boxShadow: 'none' },
  },
});
export const share = style({ color: vars.color.textMuted, fontSize: vars.text.sm, textAlign: 'end' });
