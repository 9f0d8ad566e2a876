import * as styles from './button.css.ts';

export type ButtonLook = { variant?: keyof typeof styles.variant; size?: keyof typeof styles.size };

/** The look of a button, for a link that should have it; without the code of the button itself. */
export const buttonClass = ({ variant = 'primary', size = 'default' }: ButtonLook = {}): string =>
  `${styles.base} ${styles.variant[variant]} ${styles.size[size]}`;
