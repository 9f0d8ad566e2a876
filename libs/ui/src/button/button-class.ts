import * as styles from './button.css.ts';

export type ButtonLook = { variant?: keyof typeof styles.variant; size?: keyof typeof styles.size };

/** The CSS classes of a button, so that a link can look like a button without loading the button's code. */
export const buttonClass = ({ variant = 'primary', size = 'default' }: ButtonLook = {}): string =>
  `${styles.base} ${styles.variant[variant]} ${styles.size[size]}`;
