import { useConfig } from '../use-config.ts';
import * as styles from './logo.css.ts';

const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden className={styles.mark}>
    <rect width="32" height="32" rx="8" fill="currentColor" />
    <path
      className={styles.markInk}
      d="M16 6.2 26 12v2H6v-2zM8.500 16h3v6.500h-3zm6 0h3v6.500h-3zm6 0h3v6.500h-3zM6.500 24h19v2h-19z"
    />
  </svg>
);

export const Logo = ({ to, isSmall = false }: { to: '/' | '/dashboard'; isSmall?: boolean }) => {
  const { productName } = useConfig();
  return (
    <a href={to} className={styles.logo} aria-label={productName}>
      <Mark />
      {!isSmall && <span className={styles.logoName}>{productName}</span>}
    </a>
  );
};
