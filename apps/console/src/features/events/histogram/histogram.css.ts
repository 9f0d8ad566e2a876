import { createContainer, style, styleVariants } from '@vanilla-extract/css';
import { iconButton, media, surface, vars } from '@portico/ui/styles';

const success = `color-mix(in srgb, ${vars.color.primary} 58%, ${vars.color.surface})`;
const failure = vars.color.danger;

/** The histogram is as low as its text allows, because the rows below need the space. */
export const figure = style([
  surface,
  {
    display: 'grid',
    gridTemplateColumns: '14.5rem minmax(0, 1fr)',
    alignItems: 'center',
    flexShrink: 0,
    gap: `0 ${vars.space[3]}`,
    height: '3.375rem',
    minWidth: 0,
    padding: `0 ${vars.space[3]} 0 ${vars.space[1]}`,
    transition: `opacity ${vars.motion.normal}`,
    selectors: {
      '&[data-stale]': { opacity: 0.6 },
      '&[data-closed]': { gridTemplateColumns: 'minmax(0, 1fr)', height: '2rem' },
    },
    '@media': {
      [media.belowDrawer]: {
        gridTemplateColumns: 'minmax(0, 1fr)',
        height: '6rem',
        alignContent: 'center',
        selectors: { '&[data-closed]': { height: '2.25rem' } },
      },
    },
  },
]);
/** The caption is next to the bars; on a small screen it is above the bars. A collapsed histogram has only the caption. */
export const head = style({
  display: 'grid',
  gridTemplateColumns: `minmax(${vars.space[2]}, auto) minmax(0, 1fr)`,
  alignItems: 'center',
  minWidth: 0,
  fontSize: '0.6875rem',
  lineHeight: 1.6,
  color: vars.color.textSubtle,
  whiteSpace: 'nowrap',
  selectors: { '[data-closed] > &': { display: 'flex', gap: vars.space[1] } },
  '@media': { [media.belowDrawer]: { display: 'flex', gap: vars.space[1] } },
});
export const toggle = style({
  ...iconButton,
  gridRow: '1 / 4',
  width: '1.5rem',
  height: '1.75rem',
  ':hover': { background: vars.color.hover, color: vars.color.text },
});
export const captions = style({ display: 'flex', gridColumn: 2, gap: vars.space[2], minWidth: 0, overflow: 'hidden' });
export const title = style({
  fontWeight: vars.weight.medium,
  color: vars.color.textMuted,
  // The hidden title still names the figure.
  '@media': { [media.belowDrawer]: { selectors: { '&:not(:last-child)': { display: 'none' } } } },
});
export const note = style({ gridColumn: 2, color: vars.color.warning });
export const legend = style({
  display: 'flex',
  gap: vars.space[3],
  gridColumn: 2,
  selectors: { '[data-closed] &': { marginLeft: 'auto' } },
  '@media': { [media.belowDrawer]: { marginLeft: 'auto' } },
});
export const entry = style({ display: 'inline-flex', alignItems: 'center', gap: vars.space[1] });
export const count = style({
  color: vars.color.text,
  fontWeight: vars.weight.medium,
  fontVariantNumeric: 'tabular-nums',
});
const mark = style({ width: '0.5rem', height: '0.5rem', borderRadius: 2 });
export const swatch = styleVariants({
  success: [mark, { background: success }],
  failure: [mark, { background: failure }],
});

export const chart = style({
  display: 'flex',
  flexDirection: 'column',
  alignSelf: 'stretch',
  minWidth: 0,
  paddingTop: 2,
  '@media': { [media.belowDrawer]: { height: '4rem', paddingLeft: vars.space[2] } },
});
export const plot = style({
  position: 'relative',
  flex: 1,
  cursor: 'crosshair',
  touchAction: 'pan-y',
  userSelect: 'none',
  borderBottom: `1px solid ${vars.color.borderStrong}`,
  backgroundImage: `linear-gradient(${vars.color.border}, ${vars.color.border})`,
  backgroundSize: '100% 1px',
  backgroundRepeat: 'no-repeat',
  selectors: {
    '&:has(:focus-visible)': {
      outline: `2px solid ${vars.color.focus}`,
      outlineOffset: '3px',
      borderRadius: vars.radius.sm,
    },
  },
});
/** An invisible slider for the keyboard and screen readers. The pointer uses the plot. */
export const slider = style({ position: 'absolute', inset: 0, margin: 0, opacity: 0, pointerEvents: 'none' });
export const bars = style({ position: 'absolute', inset: 0, width: '100%', height: '100%', display: 'block' });
export const bar = styleVariants({ success: { fill: success }, failure: { fill: failure } });
export const peak = style({
  position: 'absolute',
  top: 2,
  left: 0,
  padding: `0 ${vars.space[1]}`,
  borderRadius: vars.radius.sm,
  background: `color-mix(in srgb, ${vars.color.surface} 80%, transparent)`,
  color: vars.color.textSubtle,
  fontSize: '0.6875rem',
  lineHeight: 1.3,
  fontVariantNumeric: 'tabular-nums',
});
export const span = style({
  position: 'absolute',
  insetBlock: 0,
  background: vars.color.text,
  opacity: 0.07,
  pointerEvents: 'none',
  selectors: { '&[data-drawn]': { background: vars.color.primary, opacity: 0.22 } },
});
export const tip = style({
  position: 'absolute',
  zIndex: 2,
  top: 0,
  display: 'grid',
  margin: `0 ${vars.space[2]}`,
  padding: `${vars.space[1]} ${vars.space[3]}`,
  borderRadius: vars.radius.md,
  border: `1px solid ${vars.color.border}`,
  background: vars.color.raised,
  boxShadow: vars.shadow.md,
  color: vars.color.textMuted,
  fontSize: vars.text.xs,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  pointerEvents: 'none',
});
const axisBox = createContainer();
export const axis = style({
  containerName: axisBox,
  containerType: 'inline-size',
  position: 'relative',
  flexShrink: 0,
  height: '1rem',
  overflow: 'hidden',
  color: vars.color.textSubtle,
  fontSize: '0.6875rem',
  fontVariantNumeric: 'tabular-nums',
});
export const tick = style({
  position: 'absolute',
  whiteSpace: 'nowrap',
  // Hides ticks that would overlap.
  '@container': {
    [`${axisBox} (26rem <= width < 50rem)`]: {
      selectors: { '&:is(:nth-child(even), :nth-child(n + 7))': { display: 'none' } },
    },
    [`${axisBox} (width < 14rem)`]: { selectors: { '&:nth-child(4)': { display: 'none' } } },
    [`${axisBox} (width < 26rem)`]: { selectors: { '&:not(:nth-child(1), :nth-child(4))': { display: 'none' } } },
  },
});
/** Reserves the height of the histogram while it loads. */
export const waiting = figure;
