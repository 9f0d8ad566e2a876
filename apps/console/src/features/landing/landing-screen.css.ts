import { keyframes, style } from '@vanilla-extract/css';
import { media, vars } from '@portico/ui/styles';

export const page = style({
  maxWidth: '72rem',
  margin: '0 auto',
  padding: `${vars.space[16]} ${vars.space[6]}`,
  '@media': { [media.belowDrawer]: { padding: `${vars.space[8]} ${vars.space[4]}` } },
});
export const hero = style({
  display: 'grid',
  gridTemplateColumns: '1.05fr 1fr',
  gap: vars.space[12],
  alignItems: 'center',
  '@media': { [media.belowRail]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[10] } },
});
export const eyebrow = style({
  color: vars.color.primaryText,
  fontWeight: vars.weight.semibold,
  fontSize: vars.text.sm,
  letterSpacing: '0.02em',
});
export const title = style({
  margin: `${vars.space[3]} 0 ${vars.space[5]}`,
  fontSize: 'clamp(2.125rem, 1.4rem + 3.2vw, 3.5rem)',
  lineHeight: 1.06,
  letterSpacing: '-0.035em',
  fontWeight: vars.weight.bold,
  textWrap: 'balance',
});
export const lead = style({
  maxWidth: '34rem',
  fontSize: '1.0625rem',
  lineHeight: 1.6,
  color: vars.color.textMuted,
  textWrap: 'pretty',
});
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: vars.space[3],
  marginTop: vars.space[8],
  '@media': { [media.belowDrawer]: { display: 'grid' } },
});

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(10px)' } });

export const stream = style({
  position: 'relative',
  display: 'grid',
  gap: vars.space[3],
  padding: vars.space[5],
  borderRadius: vars.radius.xl,
  background: `linear-gradient(160deg, ${vars.color.primarySoft}, ${vars.color.sunken})`,
  border: `1px solid ${vars.color.border}`,
});
export const streamRow = style({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  alignItems: 'center',
  gap: vars.space[3],
  padding: `${vars.space[3]} ${vars.space[4]}`,
  background: vars.color.surface,
  border: `1px solid ${vars.color.border}`,
  borderRadius: vars.radius.lg,
  boxShadow: vars.shadow.md,
  animation: `${rise} 500ms ${vars.motion.ease} backwards`,
  selectors: {
    '&:nth-child(2)': { animationDelay: '90ms' },
    '&:nth-child(3)': { animationDelay: '180ms' },
    '&:nth-child(4)': { animationDelay: '270ms' },
  },
});
export const streamIcon = style({
  display: 'grid',
  placeItems: 'center',
  width: '2rem',
  height: '2rem',
  borderRadius: vars.radius.md,
  background: vars.color.sunken,
  color: vars.color.textMuted,
});
export const bar = style({
  display: 'block',
  height: '0.5rem',
  borderRadius: vars.radius.full,
  background: vars.color.border,
});
export const barStrong = style([bar, { background: vars.color.borderStrong, marginBottom: vars.space[2] }]);

export const features = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(15rem, 1fr))',
  gap: vars.space[8],
  marginTop: vars.space[16],
  paddingTop: vars.space[10],
  borderTop: `1px solid ${vars.color.border}`,
});
export const featureIcon = style({
  display: 'inline-grid',
  placeItems: 'center',
  width: '2.25rem',
  height: '2.25rem',
  borderRadius: vars.radius.md,
  background: vars.color.primarySoft,
  color: vars.color.primaryText,
});
export const featureTitle = style({
  margin: `${vars.space[3]} 0 ${vars.space[1]}`,
  fontSize: vars.text.lg,
  fontWeight: vars.weight.semibold,
});
export const featureText = style({ color: vars.color.textMuted, textWrap: 'pretty' });
